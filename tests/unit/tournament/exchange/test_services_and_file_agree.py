"""Test that the file of any event re-derives to the same results: services and reader share their rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests import factories as make
from tests.volume import one_in
from tournament.draws.selectors import draw_findings
from tournament.entries import services as entries
from tournament.exchange.export import event_to_file
from tournament.models import Draw, Entry, Event, FinalPlace, Round, Table
from tournament.people.selectors import player_id
from tournament.regulation.event_file import verify as event_file
from tournament.results import conclusion
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


def _some_sheet(table: Table, rng: random.Random) -> dict[str, Any]:
    """Return a real game, or bare numbers in a random order, or with ties."""
    kind = rng.choice(["real", "order", "tied", "tied"])
    seats = table.seats.count()
    if kind == "real":
        return make.real_sheet(table, seed=str(rng.randrange(3)))
    if kind == "tied":
        return make.tied_sheet(table, rng.sample(range(1, seats + 1), rng.randint(2, seats)))
    return make.simple_sheet(table, rng.sample(range(1, seats + 1), seats))


def _play(event: Event, rng: random.Random) -> None:
    round_ = make.last_round(event)
    for table in make.tables_of(round_):
        sheet = sheets.sheet_submit(table=table, data=_some_sheet(table, rng), by=None)
        if sheets.sheet_preview(table=table, data=sheet.data).tied:
            sheet = sheets.table_lots_draw(table=table, word=make.WORD, by=None)
        sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
    rounds.round_close(round=round_, word=make.WORD, by=None)


def _some_leave(event: Event, rng: random.Random) -> None:
    for entry in Entry.objects.filter(event=event, state=Entry.State.PLAYING):
        if rng.random() < 0.1:
            entries.entry_leave(entry=entry, by=None)


def _random_event(rng: random.Random) -> Event:
    event = make.drawn_event(players=rng.randint(12, 18))
    _play(event, rng)
    while Round.objects.filter(event=event).count() < (event.rounds or 0):
        _some_leave(event, rng)
        make.next_round(event)
        _play(event, rng)
    _some_leave(event, rng)
    make.next_round(event)
    _play(event, rng)
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("seed", one_in(4, range(4)))
def test_random_event_and_its_file_agree(seed: int) -> None:
    """REQ-706, REQ-1106, REQ-1204, REQ-1303, AMB-12, AMB-32: departures, ties, real games, any order of places."""
    event = _random_event(random.Random(seed))
    drawn = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert [finding for draw in drawn for finding in draw_findings(draw)] == []
    content = event_to_file(event)
    report = event_file.verify(event_file.parse(content))
    assert [finding for finding in report.findings if finding.is_error] == []
    places = FinalPlace.objects.filter(event=event).order_by("place")
    assert [player_id(place.entry) for place in places] == content["final_places"]


@pytest.mark.soak(
    gate="tests/unit/tournament/exchange/test_services_and_file_agree.py::test_random_event_and_its_file_agree"
)
def test_seats_of_a_file_are_recomputed_from_one_draw_per_round() -> None:
    """REQ-904, AMB-10: the draw of the round is repeated at each table, and two exchanged seats are reported."""
    content = event_to_file(_random_event(random.Random(9)))
    tables = content["rounds"][0]["tables"]
    assert all(table["draw"] == tables[0]["draw"] for table in tables)
    assert len(tables[0]["draw"]["outcome"]) == sum(len(table["seats"]) for table in tables)
    seats = tables[1]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    findings = event_file.verify(event_file.parse(content)).findings
    assert "rounds[0].tables[1].seats DRAW_OTHER_SEATS" in {f"{finding.path} {finding.code}" for finding in findings}
