"""Test the states of an event and the transitions between them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests import factories as make
from tests.refusals import refuses
from tournament.access import roles
from tournament.core.refusals import AlreadyDone
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.federation import services as organisers
from tournament.models import Draw, Entry, Event, EventRole
from tournament.regulation.refusal_codes import Code
from tournament.regulation.refusals import (
    OutsideSeason,
    TooFewPlayers,
)
from tournament.results import conclusion

pytestmark = pytest.mark.django_db

State = Event.State
REQUESTS_OPEN = datetime(2009, 7, 1, 18, tzinfo=UTC)


def _state(event: Event) -> str:
    return Event.objects.get(pk=event.pk).state


@pytest.mark.parametrize(
    ("first", "last", "inside"),
    [
        (date(2009, 5, 31), date(2009, 5, 31), False),
        (date(2009, 6, 1), date(2009, 6, 1), True),
        (date(2009, 10, 15), date(2009, 10, 15), True),
        (date(2009, 10, 14), date(2009, 10, 16), False),
    ],
)
def test_event_create_outside_the_season_is_refused(first: date, last: date, inside: bool) -> None:
    """EX-40, REQ-304, AMB-28: the complete event, both days included; a refused event leaves no row."""
    if inside:
        assert make.make_event(first_day=first, last_day=last).state == State.DRAFT
        return
    with pytest.raises(OutsideSeason):
        make.make_event(first_day=first, last_day=last)
    assert Event.objects.count() == 0


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        ({"fascia_declared": "II"}, "FASCIA_NOT_DECLARABLE"),
        ({"fascia_declared": "IV"}, "FIELD_WRONG"),
        ({"first_day": date(2009, 7, 5), "last_day": date(2009, 7, 4)}, "DAYS_REVERSED"),
        ({"rounds_override": 4, "rounds_reason": "perché sì"}, "ROUNDS_OUT_OF_RANGE"),
        ({"rounds_override": 1, "rounds_reason": "perché sì"}, "ROUNDS_OUT_OF_RANGE"),
        ({"rounds_override": 3}, "ROUNDS_CHOICE_REASON_MISSING"),
        ({"clock_minutes": 0}, "FIELD_WRONG"),
        ({"clock_minutes": 241, "clock_reason": "perché sì"}, "FIELD_WRONG"),
        ({"clock_minutes": 40}, "MINUTES_REASON_MISSING"),
        ({"clock_minutes": 40, "clock_reason": "  "}, "MINUTES_REASON_MISSING"),
        ({"final_has_clock": False}, "FINAL_CLOCK_REASON_MISSING"),
        ({"capacity": 2}, "FIELD_WRONG"),
        ({"payment_url": "http://paga.example/1"}, "FIELD_WRONG"),
        ({"requests_open_at": REQUESTS_OPEN, "requests_close_at": REQUESTS_OPEN}, "FIELD_WRONG"),
        ({"name": "  "}, "FIELD_WRONG"),
        ({"name": "x" * 121}, "FIELD_WRONG"),
        ({"venue": ""}, "FIELD_WRONG"),
        ({"colour": "red"}, "FIELD_WRONG"),
    ],
)
def test_event_create_impossible_data_is_refused(facts: dict, error: Code) -> None:
    """REQ-305, REQ-1001, AMB-01, AMB-14."""
    with refuses(error):
        make.make_event(**facts)
    assert Event.objects.count() == 0


def test_event_create_equal_names_get_different_slugs() -> None:
    season = make.make_season()
    slugs = {make.make_event(name="Torneo di Lucca", season=season).slug for _ in range(3)}
    assert slugs == {"torneo-di-lucca-2009", "torneo-di-lucca-2009-2", "torneo-di-lucca-2009-3"}


def test_event_create_makes_the_user_an_organiser() -> None:
    user = make.make_user()
    event = make.make_event(by=user)
    assert list(event.roles.values_list("user", "role")) == [(user.pk, EventRole.Role.ORGANISER)]


def test_event_announce_after_the_first_day_is_refused() -> None:
    """REQ-302: on the first day at the latest."""
    event = make.make_event()
    url = "https://forum.example/1"
    with refuses("ANNOUNCED_LATE"):
        lifecycle.event_announce(event=event, announcement_url=url, announced_on=date(2009, 7, 5), by=None)
    with refuses("FIELD_WRONG"):
        lifecycle.event_announce(event=event, announcement_url="nessuno", announced_on=date(2009, 7, 1), by=None)
    assert _state(event) == State.DRAFT
    lifecycle.event_announce(event=event, announcement_url=url, announced_on=date(2009, 7, 4), by=None)
    assert _state(event) == State.ANNOUNCED
    with pytest.raises(AlreadyDone):
        lifecycle.event_announce(event=event, announcement_url=url, announced_on=date(2009, 7, 4), by=None)


@pytest.mark.rule("EX-48")
def test_check_in_and_draw_before_the_authorisation_are_refused() -> None:
    """EX-48, REQ-303: neither the check-in nor round 1."""
    event = make.announced_event()
    with refuses("NOT_AUTHORISED"):
        lifecycle.event_open_check_in(event=event, by=None)
    with refuses("NOT_AUTHORISED"):
        make.draw_round(event)
    lifecycle.event_authorise(event=event, by=None, at=make.in_time(event))
    with refuses("EVENT_STATE_WRONG"):
        make.draw_round(event)
    assert Draw.objects.count() == 0


def test_event_refuse_authorisation_returns_to_draft_with_the_reason() -> None:
    event = make.announced_event()
    with refuses("DECISION_REASON_MISSING"):
        lifecycle.event_refuse_authorisation(event=event, by=None, reason=" ")
    lifecycle.event_refuse_authorisation(event=event, by=None, reason="Manca la sede")
    event.refresh_from_db()
    assert (event.state, event.state_reason) == (State.DRAFT, "Manca la sede")


def test_event_open_check_in_commits_the_draws_of_round_1() -> None:
    """REQ-809: the commitments are public before any check-in; the seeds are not."""
    event = make.authorised_event()
    lifecycle.event_open_check_in(event=event, by=None)
    draws = Draw.objects.filter(event=event)
    assert sorted((draw.purpose, draw.scope) for draw in draws) == [
        ("kingdom", "round-1"),
        ("seats", "round-1"),
        ("tables", "round-1"),
    ]
    assert all(len(draw.commitment) == 64 and draw.drawn_at is None for draw in draws)
    with pytest.raises(AlreadyDone):
        lifecycle.event_open_check_in(event=event, by=None)
    assert Draw.objects.filter(event=event).count() == 3


@pytest.mark.rule("EX-39")
def test_round_draw_eleven_present_of_twelve_is_refused() -> None:
    """EX-39, REQ-404, AMB-13: refused, unless the event is declared unofficial with a reason."""
    event = make.check_in_event(players=12, present=11)
    with pytest.raises(TooFewPlayers) as refusal:
        make.draw_round(event)
    assert (refusal.value.players, refusal.value.minimum) == (11, 12)
    assert _state(event) == State.CHECK_IN
    with refuses("DECISION_REASON_MISSING"):
        lifecycle.event_make_unofficial(event=event, reason="", by=None)
    lifecycle.event_make_unofficial(event=event, reason="Si gioca lo stesso", by=None)
    make.draw_round(event)
    event.refresh_from_db()
    assert (event.state, event.is_official, event.rounds) == (State.RUNNING, False, 2)
    absent = Entry.objects.filter(event=event, state=Entry.State.ABSENT)
    assert absent.count() == 1


@pytest.mark.rule("EX-34")
def test_round_draw_fascia_iii_with_fourteen_is_possible() -> None:
    """EX-34, REQ-503, AMB-14: drawn with 14 present, 2 rounds; with 11 refused."""
    event = make.drawn_event(players=14, fascia_declared="III")
    assert event.rounds == 2
    small = make.check_in_event(players=11, fascia_declared="III")
    with pytest.raises(TooFewPlayers):
        make.draw_round(small)


def test_organiser_disqualified_cannot_hold_new_events() -> None:
    """EX-44, REQ-607, AMB-18: no new event, no announcement, no authorisation."""
    organiser = make.make_organiser()
    draft, announced = make.make_event(organiser=organiser), make.announced_event(organiser=organiser)
    organisers.organiser_disqualify(organiser=organiser, reason="Risultati inventati", by=None)
    with pytest.raises(AlreadyDone):
        organisers.organiser_disqualify(organiser=organiser, reason="Ancora", by=None)
    with refuses("ORGANISER_DISQUALIFIED"):
        make.make_event(organiser=organiser)
    with refuses("ORGANISER_DISQUALIFIED"):
        lifecycle.event_announce(
            event=draft, announcement_url="https://forum.example/2", announced_on=date(2009, 7, 1), by=None
        )
    with refuses("ORGANISER_DISQUALIFIED"):
        lifecycle.event_authorise(event=announced, by=None)
    assert _state(announced) == State.ANNOUNCED


def test_event_update_after_authorisation_freezes_the_days() -> None:
    event = make.authorised_event()
    with refuses("FIELD_FROZEN"):
        lifecycle.event_update(event=event, by=None, first_day=date(2009, 7, 3))
    lifecycle.event_update(event=event, by=None, capacity=20, name=event.name)
    event.refresh_from_db()
    assert event.capacity == 20


def test_event_update_rounds_after_round_1_is_refused() -> None:
    """EX-16, REQ-1003, AMB-01: overridden with a reason; frozen by the draw."""
    event = make.check_in_event(players=15)
    lifecycle.event_update(event=event, by=None, rounds_override=3, rounds_reason="Abbiamo tempo")
    make.draw_round(event)
    event.refresh_from_db()
    assert event.rounds == 3
    with refuses("FIELD_FROZEN"):
        lifecycle.event_update(event=event, by=None, rounds_override=2)


def test_national_final_has_no_minimum_and_three_rounds() -> None:
    """EX-16, REQ-1004, AMB-36: outside the days of the season, with fewer than twelve."""
    season = make.make_season()
    event = lifecycle.event_create(
        organiser=make.make_organiser(),
        season=season,
        by=None,
        is_national_final=True,
        name="Finale nazionale",
        city="Lucca",
        venue="Palazzo",
        first_day=date(2009, 10, 31),
        last_day=date(2009, 10, 31),
    )
    lifecycle.event_announce(
        event=event, announcement_url="https://forum.example/f", announced_on=date(2009, 10, 1), by=None
    )
    lifecycle.event_authorise(event=event, by=None, at=make.in_time(event))
    lifecycle.event_open_check_in(event=event, by=None)
    for person in make.make_people(8):
        make.call_accepted(season, person)
        entries.entry_check_in(entry=entries.entry_add(event=event, person=person, by=None), by=None)
    make.draw_round(event)
    event.refresh_from_db()
    assert (event.rounds, event.is_official) == (3, False)


def test_event_void_stores_the_reason_and_is_final() -> None:
    event = make.drawn_event()
    lifecycle.event_void(event=event, reason="È saltata la corrente", by=None)
    with pytest.raises(AlreadyDone):
        lifecycle.event_void(event=event, reason="Di nuovo", by=None)
    event.refresh_from_db()
    assert (event.state, event.state_reason) == (State.VOID, "È saltata la corrente")
    with refuses("EVENT_STATE_WRONG"):
        lifecycle.event_void(event=make.concluded_event(), reason="Troppo tardi", by=None)


def _leave_all_but(event: Event, number: int) -> None:
    playing = Entry.objects.filter(event=event, state=Entry.State.PLAYING).order_by("-number")
    for entry in playing[: playing.count() - number]:
        entries.entry_leave(entry=entry, by=None)


def test_event_stop_with_five_left_after_one_round_is_refused() -> None:
    """AMB-12, REQ-706: tables of five are impossible, and the rounds are too few for the standings."""
    event = make.played_event(players=12)
    with refuses("TABLES_STILL_POSSIBLE"):
        conclusion.event_stop_with_standings(event=event, reason="Siamo stanchi", by=None)
    _leave_all_but(event, 5)
    with refuses("TOO_FEW_ROUNDS"):
        conclusion.event_stop_with_standings(event=event, reason="Siamo in cinque", by=None)


def test_event_stop_with_five_left_after_two_of_three_rounds() -> None:
    """AMB-12 a: the last standings become final, and the first four still play the final."""
    event = make.played_event(players=16, rounds_played=2)
    _leave_all_but(event, 5)
    conclusion.event_stop_with_standings(event=event, reason="Siamo in cinque", by=None)
    event.refresh_from_db()
    assert (event.rounds, event.state_reason) == (2, "Siamo in cinque")
    final = make.next_round(event)
    assert final.is_final
    assert final.tables.get().seats.count() == 4


def test_role_revoke_last_organiser_is_refused() -> None:
    user, other = make.make_user(), make.make_user()
    event = make.make_event(by=user)
    with refuses("FIELD_WRONG"):
        roles.role_revoke(event=event, user=user, role=EventRole.Role.ORGANISER, by=None)
    make.grant(event, other)
    assert make.grant(event, other).pk == make.grant(event, other).pk
    roles.role_revoke(event=event, user=user, role=EventRole.Role.ORGANISER, by=None)
    assert [role.user for role in event.roles.all()] == [other]
    with refuses("FIELD_WRONG"):
        roles.role_grant(event=event, user=user, role="king", by=None)
