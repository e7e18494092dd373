"""Test the validity of an event (art. 1.2 to 1.5).

REQ-103, REQ-104, REQ-301 to REQ-306, REQ-401 to REQ-405, REQ-502 to
REQ-504, REQ-601 to REQ-608, REQ-905 to REQ-907, REQ-1001 to REQ-1004, EX-16, EX-34, EX-39 to EX-45, EX-48.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.refusals import refuses
from tournament.regulation import lifecycle, reporting, validity
from tournament.regulation import parameters as regulations
from tournament.regulation.lifecycle import State, Who
from tournament.regulation.parameters import Fascia
from tournament.regulation.points import half_points
from tournament.regulation.refusals import (
    FasciaChangeRefused,
    FasciaNotDeclarable,
    FasciaUndecided,
    ImpossibleTables,
    OutsideSeason,
    RoundsOutOfRange,
    RoundsReasonMissing,
    TooFewPlayers,
    UnknownRegulation,
)

ROME = ZoneInfo("Europe/Rome")


@pytest.mark.django_db
def test_numbers_depend_on_regulation_version() -> None:
    """REQ-103, REQ-104: another version gives other results, and 2.0 keeps its own."""
    current = regulations.get("2.0")
    assert current.version == "2.0"
    assert (current.minutes, current.finalists, current.national_finalists, current.report_days) == (45, 4, 24, 7)
    with pytest.raises(UnknownRegulation) as unknown:
        regulations.get("9.9")
    assert unknown.value.known == ("2.0",)
    later = replace(current, version="2.1", rounds_threshold=20, minutes=60, minimum_players={Fascia.I: 8})
    assert validity.planned_rounds(16, regulation=later).rounds == 2
    assert validity.planned_rounds(16).rounds == 3
    assert later.minutes == 60
    validity.check_clock(60, "", final_has_clock=True, final_reason="", regulation=later)
    validity.check_start(8, regulation=later)
    with pytest.raises(TooFewPlayers):
        validity.check_start(8)


@pytest.mark.parametrize(
    ("first", "last", "valid"),
    [
        (date(2009, 5, 31), date(2009, 5, 31), False),
        (date(2009, 6, 1), date(2009, 6, 1), True),
        (date(2009, 10, 15), date(2009, 10, 15), True),
        (date(2009, 10, 14), date(2009, 10, 16), False),
        (date(2009, 5, 31), date(2009, 6, 1), False),
    ],
)
def test_season_window(first: date, last: date, valid: bool) -> None:
    """EX-40, REQ-304, AMB-28: first and last day inside the window, both ends included."""
    if valid:
        validity.check_days(first, last)
        return
    with pytest.raises(OutsideSeason) as excinfo:
        validity.check_days(first, last)
    assert excinfo.value.article == "1.3"


def test_days_order_and_other_seasons() -> None:
    with refuses("DAYS_REVERSED"):
        validity.check_days(date(2009, 7, 2), date(2009, 7, 1))
    season = validity.Season(date(2010, 1, 1), date(2010, 12, 31))
    validity.check_days(date(2010, 3, 1), date(2010, 3, 2), season=season)


def test_declared_fascia() -> None:
    """REQ-305, REQ-403, AMB-14: I and III are declared, II is not."""
    for fascia in (Fascia.I, Fascia.III):
        validity.check_declared(fascia)
    with pytest.raises(FasciaNotDeclarable):
        validity.check_declared(Fascia.II)


def test_minimum_at_draw() -> None:
    """EX-39, REQ-401, REQ-404, AMB-13: 11 seated of 12 registered are refused; an unofficial event goes on."""
    with pytest.raises(TooFewPlayers) as excinfo:
        validity.check_start(11)
    assert (excinfo.value.players, excinfo.value.minimum) == (11, 12)
    validity.check_start(12)
    validity.check_start(11, unofficial=True)
    with pytest.raises(ImpossibleTables):
        validity.check_start(5, unofficial=True)


@pytest.mark.parametrize(
    ("declared", "players", "possible"),
    [
        (Fascia.I, 11, ()),
        (Fascia.I, 12, (Fascia.I, Fascia.II)),
        (Fascia.I, 400, (Fascia.I, Fascia.II)),
        (Fascia.III, 11, ()),
        (Fascia.III, 12, (Fascia.II, Fascia.I)),
        (Fascia.III, 15, (Fascia.II, Fascia.I)),
        (Fascia.III, 16, (Fascia.III,)),
    ],
)
def test_possible_fasce(declared: Fascia, players: int, possible: tuple[Fascia, ...]) -> None:
    """REQ-401 to REQ-403, REQ-502, REQ-503, AMB-14, AMB-15: I never becomes III; no attendance promotes by itself."""
    assert validity.possible_fasce(declared, players) == possible
    if possible and declared in possible:
        assert validity.check_fascia(declared, None, players) is declared


def test_fascia_iii_below_minimum() -> None:
    """EX-34, REQ-402, REQ-503, REQ-504: 14 play 2 rounds and wait for a demotion; 11 are void; 16 are not demoted."""
    validity.check_start(14)
    assert validity.planned_rounds(14).rounds == 2
    with pytest.raises(FasciaUndecided):
        validity.check_fascia(Fascia.III, None, 14)
    for to, winner in ((Fascia.II, 40), (Fascia.I, 20)):
        validity.check_fascia_change(Fascia.III, to, 14, reason="presenze")
        assert half_points(1, validity.check_fascia(Fascia.III, to, 14)) == winner
    with pytest.raises(TooFewPlayers):
        validity.check_fascia(Fascia.III, Fascia.I, 11)
    with pytest.raises(FasciaChangeRefused):
        validity.check_fascia_change(Fascia.III, Fascia.II, 16, reason="presenze")
    with pytest.raises(FasciaChangeRefused):
        validity.check_fascia(Fascia.III, Fascia.I, 16)


def test_decision_needs_reason() -> None:
    """REQ-502: the referent's decision carries a reason; I to III does not exist."""
    with refuses("FASCIA_REASON_MISSING"):
        validity.check_fascia_change(Fascia.I, Fascia.II, 40, reason=" ")
    with pytest.raises(FasciaChangeRefused):
        validity.check_fascia_change(Fascia.I, Fascia.III, 40, reason="molti")


@pytest.mark.parametrize(("players", "rounds"), [(12, 2), (15, 2), (16, 3), (24, 3)])
def test_planned_rounds(players: int, rounds: int) -> None:
    """EX-16, REQ-1002, REQ-1003, AMB-01: 2 below 16, else 3."""
    plan = validity.planned_rounds(players)
    assert (plan.rounds, plan.overridden) == (rounds, False)


def test_planned_rounds_override() -> None:
    """EX-16, REQ-1001, REQ-1003: inside 2 and 3, with a reason, flagged; 1 and 4 never."""
    with pytest.raises(RoundsReasonMissing):
        validity.planned_rounds(15, override=3)
    plan = validity.planned_rounds(15, override=3, reason="sala libera")
    assert (plan.rounds, plan.default, plan.overridden, plan.reason) == (3, 2, True, "sala libera")
    for rounds in (1, 4):
        with pytest.raises(RoundsOutOfRange):
            validity.planned_rounds(15, override=rounds, reason="sala libera")


def test_planned_rounds_of_national_final() -> None:
    """EX-16, REQ-1004, REQ-1503, AMB-36: always 3, and no minimum of 12."""
    assert validity.planned_rounds(15, national=True).rounds == 3
    with refuses("ROUNDS_FIXED"):
        validity.planned_rounds(15, override=2, reason="tempo", national=True)
    validity.check_start(10, unofficial=True)


def test_same_names() -> None:
    """AMB-25: equal names are a warning."""
    (same,) = reporting.same_names([("Anna", "Rossi"), ("Carla", "Conti"), (" anna ", "ROSSI")])
    assert (same.code, same.is_error, same.params["name"]) == ("SAME_NAME", False, "Anna Rossi")


SUNDAY = date(2009, 9, 20)


def test_report_deadline() -> None:
    """EX-41, REQ-604, AMB-16: the end of the seventh day after the final, Europe/Rome."""
    deadline = reporting.report_deadline(SUNDAY)
    assert deadline == datetime(2009, 9, 28, tzinfo=ROME)
    assert deadline.utcoffset() == timedelta(hours=2)
    assert reporting.report_deadline(date(2009, 10, 15)) == datetime(2009, 10, 23, tzinfo=ROME)
    assert reporting.report_deadline(date(2009, 10, 20)).utcoffset() == timedelta(hours=1)


COMPLETE = reporting.ReportFacts(reporting.SECTIONS, photos=1, forum_report="https://forum.example/2")


@pytest.mark.parametrize(
    ("facts", "item"),
    [
        pytest.param(replace(COMPLETE, photos=0), "photos", id="EX-42-photo"),
        pytest.param(replace(COMPLETE, forum_report=" "), "forum_report", id="EX-42-forum"),
        *(
            pytest.param(replace(COMPLETE, sections=set(reporting.SECTIONS) - {item}), item, id=f"REQ-601-{item}")
            for item in reporting.SECTIONS
        ),
    ],
)
def test_report_incomplete(facts: reporting.ReportFacts, item: str) -> None:
    """EX-42, REQ-601, REQ-602, REQ-603, REQ-606: an incomplete report cannot be submitted."""
    assert [finding.path for finding in reporting.missing(facts)] == [item]
    with refuses("REPORT_INCOMPLETE") as excinfo:
        reporting.check_complete(facts)
    assert excinfo.value.missing == (item,)


def test_report_complete() -> None:
    """REQ-601: two results, photos and the Forum's address."""
    reporting.check_complete(COMPLETE)
    assert {"ordinary_points", "multiplied_points"} <= set(reporting.SECTIONS)


def test_announcement() -> None:
    """REQ-302: the notice must not be dated after the start."""
    lifecycle.check_announcement(date(2009, 7, 1), date(2009, 7, 1), today=date(2009, 7, 1))
    with refuses("ANNOUNCED_LATE"):
        lifecycle.check_announcement(date(2009, 7, 2), date(2009, 7, 1), today=date(2009, 7, 2))
    with refuses("ANNOUNCED_IN_FUTURE"):
        lifecycle.check_announcement(date(2009, 6, 30), date(2009, 7, 1), today=date(2009, 6, 29))


def test_authorisation_in_time() -> None:
    """REQ-303: before the event, on its last day at the latest."""
    lifecycle.check_authorisation(date(2009, 7, 2), date(2009, 7, 2))
    with refuses("AUTHORISED_LATE"):
        lifecycle.check_authorisation(date(2009, 7, 3), date(2009, 7, 2))


def test_round_draw_preconditions() -> None:
    """EX-48, REQ-303, REQ-705: never before the authorisation, never twice, never before all tables are closed."""
    for state in (State.DRAFT, State.ANNOUNCED, State.CONCLUDED, State.HOMOLOGATED, State.VOID):
        with refuses("NOT_AUTHORISED"):
            lifecycle.check_round_draw(1, state=state, drawn=0, open_tables=())
    lifecycle.check_round_draw(1, state=State.AUTHORISED, drawn=0, open_tables=())
    with refuses("ROUND_ALREADY_DRAWN"):
        lifecycle.check_round_draw(1, state=State.RUNNING, drawn=1, open_tables=())
    with refuses("ROUND_NOT_COMPLETE") as excinfo:
        lifecycle.check_round_draw(2, state=State.RUNNING, drawn=1, open_tables=(2, 3))
    assert excinfo.value.tables == (2, 3)
    with refuses("ROUND_NOT_COMPLETE"):
        lifecycle.check_round_draw(3, state=State.RUNNING, drawn=1, open_tables=())
    lifecycle.check_round_draw(2, state=State.RUNNING, drawn=1, open_tables=())


def test_event_life_cycle() -> None:
    """REQ-303, REQ-605, REQ-606: the complete sequence of states; only the referent takes the referent's steps."""
    steps = {
        "event_announce": State.ANNOUNCED,
        "event_authorise": State.AUTHORISED,
        "event_open_check_in": State.CHECK_IN,
        "round_draw": State.RUNNING,
        "event_conclude": State.CONCLUDED,
        "report_submit": State.REPORTED,
        "homologate": State.HOMOLOGATED,
    }
    for state, (verb, to) in zip([State.DRAFT, *steps.values()], steps.items(), strict=False):
        lifecycle.check_transition(state, to, verb=verb, referent=True)
        if verb in ("event_authorise", "homologate"):
            with refuses("NOT_REFERENT"):
                lifecycle.check_transition(state, to, verb=verb)
    out_of_report = [step for (state, _), step in lifecycle.STEPS.items() if state is State.REPORTED]
    assert out_of_report
    assert all(step.who is Who.REFERENT for step in out_of_report)
    with refuses("TRANSITION_REFUSED"):
        lifecycle.check_transition(State.DRAFT, State.RUNNING, verb="round_draw", referent=True)
    with refuses("TRANSITION_REFUSED"):
        lifecycle.check_transition(State.AUTHORISED, State.RUNNING, verb="round_draw", referent=True)
    with refuses("TRANSITION_REFUSED"):
        lifecycle.check_transition(State.DRAFT, State.ANNOUNCED, verb="event_void", referent=True)
    assert [state for state in State if lifecycle.feeds_ranking(state)] == [State.HOMOLOGATED]


def test_exceptions_need_reason() -> None:
    """REQ-606, AMB-16, AMB-18: reopening, refusing and revoking are the referent's, with a reason."""
    for verb, state, to in (
        ("reopen", State.INVALIDATED, State.CONCLUDED),
        ("refuse", State.REPORTED, State.NOT_HOMOLOGATED),
        ("revoke", State.HOMOLOGATED, State.NOT_HOMOLOGATED),
    ):
        with refuses("REASON_MISSING"):
            lifecycle.check_transition(state, to, verb=verb, referent=True)
        lifecycle.check_transition(state, to, verb=verb, referent=True, reason="foto mancanti")


def test_disqualified_organiser() -> None:
    """EX-44, REQ-607, AMB-18: neither new nor reported events are admitted; homologated ones stand."""
    with refuses("ORGANISER_DISQUALIFIED"):
        lifecycle.check_organiser(disqualified=True)
    lifecycle.check_organiser(disqualified=False)
    assert lifecycle.feeds_ranking(State.HOMOLOGATED)
    assert not lifecycle.feeds_ranking(State.REPORTED)


def test_officials_who_play() -> None:
    """REQ-306, AMB-27: allowed and shown; the referent who homologates an event he won is shown too."""
    notes = reporting.notes(officials=["o", "r"], players=["a", "o"], winner="a", homologating="a")
    assert [finding.code for finding in notes] == ["ORGANISER_PLAYS", "REFERENT_WON"]
    assert not any(finding.is_error for finding in notes)
    assert reporting.notes(officials=["o"], players=["a"], winner="a", homologating="n") == []


def test_several_events_of_player() -> None:
    """REQ-301, AMB-26: any number; two on the same days are a warning."""
    days = [
        reporting.EventDays("A", date(2009, 7, 4), date(2009, 7, 5)),
        reporting.EventDays("B", date(2009, 7, 5), date(2009, 7, 5)),
        reporting.EventDays("C", date(2009, 7, 6), date(2009, 7, 6)),
    ]
    (overlap,) = reporting.overlaps("p1", days)
    assert (overlap.params["first"], overlap.params["second"], overlap.is_error) == ("A", "B", False)
