"""Test the next step that is suggested in every state of an event."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests import factories as make
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.events.draw_preview import draw_preview
from tournament.events.next_step import NextStep, next_step
from tournament.events.selectors import my_events
from tournament.models import Entry, Event, Round
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

State = Event.State


def _in_state(state: str) -> Callable[[], Event]:
    def build() -> Event:
        event = make.make_event()
        Event.objects.filter(pk=event.pk).update(
            state=state, state_reason_code="free_text", state_reason_params={"text": "Perché sì"}
        )
        return Event.objects.get(pk=event.pk)

    return build


def _play_half_a_round() -> Event:
    event = make.drawn_event()
    make.report(make.tables_of(make.last_round(event))[0])
    return event


def _time_is_up() -> Event:
    event = make.drawn_event()
    Round.objects.filter(event=event).update(clock_ends_at=timezone.now() - timedelta(minutes=1))
    return event


def _final_without_clock() -> Event:
    event = make.played_event(rounds_played=2)
    Event.objects.filter(pk=event.pk).update(final_has_clock=False)
    make.next_round(event)
    return event


def _one_sheet_to_confirm() -> Event:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[1]
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    return event


def _all_confirmed() -> Event:
    event = make.drawn_event()
    make.play_round(event, close=False)
    return event


def _left(number: int, **options: int) -> Event:
    event = make.played_event(**options)
    for entry in event.entries.order_by("number")[number:]:
        entries.entry_leave(entry=entry, by=None)
    return event


def _final_closed() -> Event:
    event = make.final_event()
    make.play_round(event)
    return event


CASES: dict[str, tuple[Callable[[], Event], str, str]] = {
    "draft": (make.make_event, "event_announce", "event_announce"),
    "announced": (make.announced_event, "", ""),
    "authorised": (make.authorised_event, "event_open_check_in", "event_open_check_in"),
    "check-in, some to come": (lambda: make.check_in_event(players=13, present=11), "entry_check_in", "entries"),
    "check-in, too few": (lambda: make.check_in_event(players=11), "walk_in", "entry_add"),
    "check-in, enough": (make.check_in_event, "round_draw", "round_new"),
    "drawn": (lambda: make.drawn_event(start=False), "clock_start", "round_clock"),
    "running": (make.drawn_event, "", ""),
    "one table in": (_play_half_a_round, "", ""),
    "time is up": (_time_is_up, "sheet_submit", "sheet"),
    "a sheet to confirm": (_one_sheet_to_confirm, "sheet_confirm", "sheet"),
    "all confirmed": (_all_confirmed, "round_close", "round_close"),
    "round closed": (make.played_event, "round_draw", "round_new"),
    "five left of twelve": (lambda: _left(5), "event_void", "event_void"),
    "five left of sixteen": (lambda: _left(5, players=16, rounds_played=2), "event_stop_with_standings", "event_stop"),
    "rounds over": (lambda: make.played_event(rounds_played=2), "final_draw", "final_new"),
    "two finalists left": (lambda: _left(2, rounds_played=2), "event_conclude", "event_conclude"),
    "final running": (make.final_event, "", ""),
    "final without clock": (_final_without_clock, "sheet_submit", "sheet"),
    "final closed": (_final_closed, "event_conclude", "event_conclude"),
    "concluded": (make.concluded_event, "report_submit", "report"),
    "reported": (_in_state(State.REPORTED), "", "report"),
    "homologated": (_in_state(State.HOMOLOGATED), "", ""),
    "invalidated": (_in_state(State.INVALIDATED), "", ""),
    "not homologated": (_in_state(State.NOT_HOMOLOGATED), "", ""),
    "void": (_in_state(State.VOID), "", ""),
}


@pytest.mark.parametrize("case", CASES)
def test_next_step_of_every_state(case: str) -> None:
    build, verb, url_name = CASES[case]
    event = build()
    with override("en"):
        step = next_step(Event.objects.get(pk=event.pk))
    assert isinstance(step, NextStep)
    assert (step.verb, step.url_name) == (verb, url_name)
    assert step.title
    assert step.why
    assert bool(step.url_args) == bool(url_name)
    titles = [later.title for later in step.then]
    assert all(titles)
    assert len(set(titles)) == len(titles)


def test_next_step_cases_cover_every_state() -> None:
    covered = {State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN, State.RUNNING, State.CONCLUDED}
    covered |= {State.REPORTED, State.HOMOLOGATED, State.INVALIDATED, State.NOT_HOMOLOGATED, State.VOID}
    assert covered == set(State)


def _locked(step: NextStep) -> dict[str, str]:
    return {later.title: later.locked for later in step.then if later.locked}


@pytest.mark.parametrize(
    ("build", "locked"),
    [
        (make.make_event, {"check-in": "the event is not authorised yet (art. 1.2)"}),
        (make.authorised_event, {"draw of round 1": "nobody is checked in yet"}),
        (
            lambda: make.drawn_event(start=False),
            {
                "close the round": "no table is confirmed yet",
                "draw of round 2": "round 1 is not closed yet (art. 1.5)",
            },
        ),
        (_play_half_a_round, {"close the round": "tables still open: 2, 3"}),
        (make.played_event, {"the final": "rounds still to be played"}),
        (lambda: make.played_event(rounds_played=2), {"conclusion": "the final is not played yet"}),
    ],
)
def test_next_step_locked_steps_give_the_reason(build: Callable[[], Event], locked: dict[str, str]) -> None:
    with override("en"):
        assert _locked(next_step(build())) == locked


def test_next_step_too_few_players_locks_the_draw() -> None:
    """Art. 1.3: the sentence gives both the number present and the minimum."""
    (why,) = _locked(next_step(make.check_in_event(players=11))).values()
    assert "11" in why
    assert "12" in why


@pytest.mark.parametrize(
    ("players", "present", "ways"),
    [
        (7, 7, ["event_unofficial"]),
        (7, 5, ["event_unofficial"]),
        (13, 11, []),
        (11, 11, ["event_unofficial"]),
    ],
)
def test_next_step_offers_unofficial_where_needed(players: int, present: int, ways: list[str]) -> None:
    """AMB-13: not while enough players may still arrive."""
    step = next_step(make.check_in_event(players=players, present=present))
    assert [way.url_name for way in step.instead] == ways
    assert step.verb == ("walk_in" if players == present else "entry_check_in")


def test_next_step_unofficial_event_offers_no_alternative() -> None:
    event = make.check_in_event(players=7)
    lifecycle.event_make_unofficial(event=event, reason="Siamo in sette", by=None)
    step = next_step(Event.objects.get(pk=event.pk))
    assert (step.verb, step.instead) == ("round_draw", ())
    five = make.check_in_event(players=5)
    lifecycle.event_make_unofficial(event=five, reason="Siamo in cinque", by=None)
    step = next_step(Event.objects.get(pk=five.pk))
    assert (step.verb, step.instead) == ("walk_in", ())


def test_next_step_while_the_clock_runs_is_to_wait() -> None:
    with override("en"):
        step = next_step(make.drawn_event())
    assert (step.title, step.verb) == ("Wait while round 1 is played", "")
    assert "Tables still open: 1, 2, 3." in step.why
    assert [way.url_name for way in step.instead] == ["sheet"]


def test_next_step_of_the_referent() -> None:
    """REQ-303, REQ-605."""
    referent, event = make.make_user(referent=True), make.announced_event()
    assert next_step(event, referent).verb == "event_authorise"
    assert next_step(event, make.make_user()).waits_for == "referent"
    reported = _in_state(State.REPORTED)()
    assert next_step(reported, referent).verb == "homologate"


def test_next_step_unofficial_event_needs_no_report() -> None:
    """AMB-13, AMB-36."""
    event = make.concluded_event()
    event.is_official = False
    assert next_step(event).verb == ""


def test_next_step_refused_event_shows_the_reason() -> None:
    event = make.announced_event()
    lifecycle.event_refuse_authorisation(event=event, by=None, reason="Manca la sede")
    assert "Manca la sede" in next_step(Event.objects.get(pk=event.pk)).why


@pytest.mark.soak(gate="tests/unit/tournament/web/test_queries.py::test_page_queries_are_independent_of_the_tables")
def test_next_step_queries_are_independent_of_the_size(django_assert_max_num_queries) -> None:
    for players in (12, 40):
        event = make.check_in_event(players=players)
        with django_assert_max_num_queries(3):
            next_step(event)
        make.draw_round(event)
        event = make.opened(make.last_round(event))
        with django_assert_max_num_queries(2):
            next_step(event)


def test_precheck_describes_the_draw(django_assert_max_num_queries) -> None:
    """REQ-702, REQ-1002, AMB-13."""
    event = make.check_in_event(players=14, present=13)
    with django_assert_max_num_queries(3):
        preview = draw_preview(event)
    assert (preview.number, preview.players, preview.sizes, preview.fours, preview.threes) == (
        1,
        13,
        [4, 3, 3, 3],
        1,
        3,
    )
    assert (preview.minimum, preview.reached, preview.rounds, preview.can_draw) == (12, True, 2, True)
    assert [entry.number for entry, _why in preview.out] == [14]
    assert preview.sizes_text == "4+3+3+3"


def test_precheck_lists_what_blocks_the_draw() -> None:
    preview = draw_preview(make.check_in_event(players=5))
    assert [error.code for error in preview.blocks] == ["TOO_FEW_PLAYERS"]
    assert (preview.sizes, preview.reached, preview.can_draw) == ([], False, False)
    running = draw_preview(_play_half_a_round())
    assert [(error.code, error.tables) for error in running.blocks] == [("ROUND_NOT_COMPLETE", (2, 3))]
    drawn = draw_preview(make.drawn_event(start=False))
    assert [error.code for error in drawn.blocks] == ["ROUND_ALREADY_DRAWN"]
    five = draw_preview(_left(5))
    assert [error.code for error in five.blocks] == ["IMPOSSIBLE_TABLES"]


def test_precheck_warnings() -> None:
    """EX-34, AMB-14, AMB-01."""
    small = make.check_in_event(players=14, fascia_declared="III", **make.upcoming(days=0))
    assert len(draw_preview(small).warnings) == 1
    lifecycle.event_update(event=small, by=None, rounds_override=3, rounds_reason="C’è tempo")
    preview = draw_preview(Event.objects.get(pk=small.pk))
    assert (preview.rounds, preview.default, preview.overridden, len(preview.warnings)) == (3, 2, True, 2)


def test_precheck_of_the_final_names_the_finalists() -> None:
    """AMB-32: the players present, in the order of the standings."""
    event = make.played_event(rounds_played=2)
    rows = list(make.last_round(event).standing_rows.order_by("position"))
    entries.entry_leave(entry=rows[0].entry, by=None)
    preview = draw_preview(event)
    assert (preview.is_final, preview.number, preview.sizes) == (True, 3, [4])
    assert preview.present == [row.entry for row in rows[1:5]]
    assert len(preview.out) == 8
    assert Entry.objects.get(pk=rows[0].entry_id).state == Entry.State.LEFT


def test_my_events_lists_own_events_and_all_for_the_referent(django_assert_num_queries) -> None:
    user, referent = make.make_user(), make.make_user(referent=True)
    own_event, other = make.make_event(by=user), make.check_in_event(players=3)
    with django_assert_num_queries(2):
        assert [(event.pk, event.players) for event in my_events(user)] == [(own_event.pk, 0)]
    assert {event.pk: event.players for event in my_events(referent)} == {own_event.pk: 0, other.pk: 3}
    assert Round.objects.count() == 0
