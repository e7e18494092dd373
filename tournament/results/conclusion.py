"""Conclude an event: final placing, or the last standings if no more tables can be formed (art. 1.5)."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked
from tournament.core.preconditions import regulation_of, require_event_state
from tournament.core.refusals import AlreadyDone
from tournament.core.transitions import event_transition, need_source
from tournament.draws import services as draws
from tournament.models import Draw, Entry, Event, FinalPlace, Round, Seat, StandingRow
from tournament.people.selectors import player_id
from tournament.regulation import final as final_rules
from tournament.regulation import standings as standing_rules
from tournament.regulation import validity
from tournament.regulation.refusals import FinalistsMismatch
from tournament.regulation.refused import Refused
from tournament.results.selectors import ordinary_results, players_of

State = Event.State


def _closed_round_count(event: Event) -> int:
    return Round.objects.filter(event=event, is_final=False, state=Round.State.CLOSED).count()


def _final_result(event: Event) -> dict[str, int] | None:
    """Return the place by player id in the closed final; None if no final was drawn. Errors: FINAL_NOT_PLAYED."""
    final = Round.objects.filter(event=event, is_final=True).first()
    if final is None:
        return None
    if final.state != Round.State.CLOSED:
        raise Refused("FINAL_NOT_PLAYED")
    seats = Seat.objects.filter(round=final).select_related("entry").order_by("place")
    return {player_id(seat.entry): cast("int", seat.place) for seat in seats}


def _definitive_standings(event: Event) -> list[StandingRow]:
    rows = StandingRow.objects.filter(round__event=event, round__number=event.rounds or 0).select_related("entry")
    return list(rows.order_by("position"))


def _players_who_left(event: Event, final: dict[str, int] | None) -> set[str]:
    entries_left = Entry.objects.filter(event=event, state=Entry.State.LEFT)
    return {player_id(entry) for entry in entries_left} - set(final or ())


def _compute_placing(event: Event, standings: list[str], final: dict[str, int] | None) -> list[str]:
    """Art. 1.5: return the final placing (REQ-1303, REQ-1304).

    A correction accepted after the final was drawn may give other finalists: the final that was played still decides
    its places, and the report shows the difference.
    """
    played = sorted(final or {}, key=lambda finalist: (final or {})[finalist])
    left, rules = _players_who_left(event, final), regulation_of(event)
    try:
        return final_rules.final_places(standings, played, left=left, regulation=rules)
    except FinalistsMismatch:
        if final is None:
            raise Refused("FINAL_NOT_PLAYED") from None
        return final_rules.places_as_played(standings, played, left=left, regulation=rules)


def _write_places(event: Event) -> list[FinalPlace]:
    final = _final_result(event)
    rows = {player_id(row.entry): row for row in _definitive_standings(event)}
    players = players_of(event)
    counted = standing_rules.tallies(
        ordinary_results(event, event.rounds or 0),
        players=list(players),
        final=final,
        regulation=regulation_of(event),
    )
    FinalPlace.objects.filter(event=event).delete()
    return FinalPlace.objects.bulk_create(
        FinalPlace(
            event=event,
            entry=players[player],
            place=place,
            decided_by="final" if final and player in final else rows[player].decided_by,
            wins=counted[player].wins,
            ordinary_wins=counted[player].ordinary_wins,
            seconds=counted[player].seconds,
            thirds=counted[player].thirds,
        )
        for place, player in enumerate(_compute_placing(event, list(rows), final), start=1)
    )


@transaction.atomic
def event_conclude(*, event: Event, by: By, at: datetime | None = None) -> list[FinalPlace]:
    """Conclude the event: places 1 to 4 from the final, the others from the definitive standings (AMB-02, AMB-33).

    Returns: the final places in order.
    Errors: EVENT_STATE_WRONG, AlreadyDone, ROUNDS_TO_PLAY, FINAL_NOT_PLAYED.
    """
    fresh = locked(event)
    if fresh.state == State.CONCLUDED:
        raise AlreadyDone(what=_("the event is concluded"))
    need_source(fresh, "event_conclude")
    played = _closed_round_count(fresh)
    if played != fresh.rounds:
        raise Refused("ROUNDS_TO_PLAY", played=played, rounds=fresh.rounds)
    places = _write_places(fresh)
    event_transition(fresh, State.CONCLUDED, verb="event_conclude", by=by, concluded_at=at or timezone.now())
    return places


def places_refresh(event: Event, *, by: By, reason: str) -> list[FinalPlace]:
    """Recompute the final places after a correction, inside the caller's transaction."""
    places = _write_places(event)
    record(event, verb="places_refresh", by=by, reason=reason)
    return places


@transaction.atomic
def event_stop_with_standings(*, event: Event, reason: str, by: By) -> Event:
    """Make the last standings definitive if too few are left for another round (AMB-12 a); the final may follow.

    Errors: DECISION_REASON_MISSING, EVENT_STATE_WRONG, ROUND_NOT_COMPLETE, ALL_ROUNDS_DRAWN, TABLES_STILL_POSSIBLE,
    TOO_FEW_ROUNDS.
    """
    why = require_reason(reason)
    fresh = locked(event)
    require_event_state(fresh, State.RUNNING)
    rounds = Round.objects.filter(event=fresh)
    open_round = rounds.exclude(state=Round.State.CLOSED).first()
    if open_round is not None:
        raise Refused("ROUND_NOT_COMPLETE", round=open_round.number, tables=())
    played, present = _closed_round_count(fresh), Entry.objects.filter(event=fresh, state=Entry.State.PLAYING).count()
    if played == fresh.rounds:
        raise Refused("ALL_ROUNDS_DRAWN", rounds=played)
    continuation = validity.continuation(present, played, regulation=regulation_of(fresh))
    if continuation is validity.Continuation.NEXT_ROUND:
        raise Refused("TABLES_STILL_POSSIBLE", players=present)
    if continuation is validity.Continuation.VOID:
        raise Refused("TOO_FEW_ROUNDS", played=played, minimum=regulation_of(fresh).rounds_minimum)
    needless = Draw.objects.filter(event=fresh, scope=f"round-{played + 1}", annulled_at__isnull=True)
    for draw in needless:
        draws.draw_annul(draw=draw, reason=why, by=by)
    record(
        fresh,
        verb="event_stop_with_standings",
        by=by,
        reason=why,
        rounds=played,
        rounds_reason=fresh.rounds_reason or why,
        state_reason=why,
    )
    draws.commit_round(event=fresh, number=played + 1, is_final=True, now=timezone.now(), by=by)
    return fresh
