"""Test that every action run concurrently by two users takes effect once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests import factories as make
from tests.at_once import refused, together
from tournament.draws import services as draws
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Draw, Entry, Event, FinalPlace, Round, Sheet, StandingRow
from tournament.results import conclusion
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db(transaction=True)


def _at_once(press: Callable[[], Any], times: int = 2) -> list[Any]:
    """Return the result, or the refusal, of each of several concurrent calls."""
    return together(*[press] * times)


def test_round_draw_concurrently_draws_once() -> None:
    event = make.check_in_event()
    results = _at_once(lambda: make.draw_round(event), 3)
    assert refused(results) == ["ROUND_ALREADY_DRAWN"] * 2
    assert Round.objects.filter(event=event).count() == 1
    assert Draw.objects.filter(event=event, purpose="tables").count() == 1
    assert Entry.objects.filter(event=event, seats__isnull=False).count() == 12


def test_event_open_check_in_concurrently_opens_once() -> None:
    event = make.authorised_event()
    results = _at_once(lambda: lifecycle.event_open_check_in(event=event, by=None))
    assert refused(results) == ["ALREADY_DONE"]
    assert Draw.objects.filter(event=event).count() == 3


def test_entry_add_concurrently_enters_a_person_once() -> None:
    event, person = make.authorised_event(), make.make_person()
    results = _at_once(lambda: entries.entry_add(event=event, person=person, by=None))
    assert refused(results) == ["SAME_PERSON_TWICE"]
    assert event.entries.count() == 1


def test_entry_add_concurrently_gives_the_last_place_once() -> None:
    event = make.authorised_event(capacity=3)
    for person in make.make_people(2):
        entries.entry_add(event=event, person=person, by=None)
    people = iter(make.make_people(2))
    results = _at_once(lambda: entries.entry_add(event=event, person=next(people), by=None))
    assert refused(results) == ["EVENT_FULL"]
    assert list(event.entries.values_list("number", flat=True)) == [1, 2, 3]


def test_sheet_submit_and_confirm_concurrently_take_effect_once() -> None:
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    data = make.simple_sheet(table)
    results = _at_once(lambda: sheets.sheet_submit(table=table, data=data, by=None, key="k1"))
    assert results[0] == results[1]
    assert Sheet.objects.filter(table=table).count() == 1
    results = _at_once(lambda: sheets.sheet_confirm(sheet=results[0], by=None, accept_warnings=True))
    assert refused(results) == ["ALREADY_DONE"]


def test_sheet_submit_concurrently_stores_a_key_for_one_event() -> None:
    tables = [make.tables_of(make.last_round(make.drawn_event()))[0] for _ in range(2)]
    for key in ("k1", "k2", "k3"):
        turn = iter(tables)

        def enter(key: str = key, turn: Any = turn) -> Any:
            table = next(turn)
            return sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None, key=key)

        assert refused(_at_once(enter)) == ["SHEET_KEY_REUSED"]
        assert Sheet.objects.filter(key=key).count() == 1


def test_sheet_correct_once_concurrently_stores_a_key_for_one_event() -> None:
    tables = [make.tables_of(make.last_round(make.drawn_event()))[0] for _ in range(2)]
    for table in tables:
        make.report(table)
    turn = iter(tables)

    def correct() -> Any:
        table = next(turn)
        data = make.simple_sheet(table, [2, 1, 3, 4])
        return sheets.sheet_correct_once(table=table, key="k", seen=1, data=data, by=None, reason="Righe scambiate")

    assert refused(_at_once(correct)) == ["SHEET_KEY_REUSED"]
    assert Sheet.objects.filter(key="k").count() == 1
    assert sorted(table.sheets.count() for table in tables) == [1, 2]


def test_sheet_confirm_concurrently_gives_two_versions_and_one_result() -> None:
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    orders = iter([[1, 2, 3, 4], [2, 1, 3, 4]])

    def enter() -> Any:
        sheet = sheets.sheet_submit(table=table, data=make.simple_sheet(table, next(orders)), by=None)
        return sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)

    results = _at_once(enter)
    assert len(refused(results)) == 1
    assert Sheet.objects.filter(table=table, state=Sheet.State.CONFIRMED).count() == 1
    assert sorted(table.seats.values_list("place", flat=True)) == [1, 2, 3, 4]


def test_round_close_concurrently_draws_lots_once() -> None:
    event = make.drawn_event()
    round_ = make.play_round(event, close=False)
    results = _at_once(lambda: rounds.round_close(round=round_, word=make.WORD, by=None))
    assert refused(results) == ["ALREADY_DONE"]
    assert StandingRow.objects.filter(round=round_).count() == 12
    assert Draw.objects.filter(event=event, purpose="standings_lots", drawn_at__isnull=False).count() == 1


def test_draw_reveal_concurrently_reveals_once() -> None:
    event = make.authorised_event()
    draw = draws.draw_commit(event=event, purpose="table_lots", scope="x")
    words = iter(["mela", "pera"])
    results = _at_once(lambda: draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word=next(words), by=None))
    assert refused(results) == ["DRAW_ALREADY_MADE"]
    assert draw.history.count() == 2


def test_event_conclude_concurrently_concludes_once() -> None:
    event = make.final_event()
    make.play_round(event)
    results = _at_once(lambda: conclusion.event_conclude(event=event, by=None))
    assert refused(results) == ["ALREADY_DONE"]
    assert FinalPlace.objects.filter(event=event).count() == 12
    assert Event.objects.get(pk=event.pk).history.filter(history_verb="event_conclude").count() == 1
