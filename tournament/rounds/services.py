"""Draw, publish, undo and close rounds, and form the final (art. 1.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.card_packs.selectors import round_setup
from tournament.core.audit import By, erase, record, record_all, require_reason
from tournament.core.locks import locked, locked_round
from tournament.core.preconditions import regulation_of, require_event_state, require_round_state
from tournament.core.refusals import AlreadyDone
from tournament.core.standings import entries_in_order, entries_playing, finalist_entries
from tournament.core.transitions import event_transition
from tournament.delivery.notices import tables_notice
from tournament.draws import services as draws
from tournament.draws.selectors import relative_order, require_no_open_draw, round_scope
from tournament.models import Draw, Entry, Event, Round, Seat, Sheet, Table
from tournament.people.selectors import player_id
from tournament.regulation import lifecycle, validity
from tournament.regulation import seating as tables
from tournament.regulation.kingdom import has_kingdom
from tournament.regulation.refused import Refused
from tournament.regulation.validity import draws_kingdom
from tournament.results.standings import standings_store
from tournament.rounds.clock import clock_extend, clock_pause, clock_resume, clock_start
from tournament.rounds.confirmations import leave_wishes_apply
from tournament.rounds.selectors import open_tables

__all__ = [
    "clock_extend",
    "clock_pause",
    "clock_resume",
    "clock_start",
    "final_draw",
    "round_close",
    "round_draw",
    "round_undo",
]

State = Round.State
Purpose = Draw.Purpose
#: Manually drawn tables: per table, its entries (for seats: in playing order).
ByHand = Sequence[Sequence[Entry]]
Witnesses = Sequence[Mapping[str, str]]


def _check_previous(event: Event) -> Round | None:
    """Return the round before the one to be drawn; None before round 1.

    Errors: NOT_AUTHORISED, EVENT_STATE_WRONG, ROUND_ALREADY_DRAWN, ROUND_NOT_COMPLETE.
    """
    if event.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
        lifecycle.check_round_draw(1, state=lifecycle.State(event.state), drawn=0, open_tables=())
    require_event_state(event, Event.State.CHECK_IN, Event.State.RUNNING)
    require_no_open_draw(event)
    last = Round.objects.last_round(event)
    if last is None:
        return None
    if last.state == State.PUBLISHED:
        raise Refused("ROUND_ALREADY_DRAWN", round=last.number)
    if last.state != State.CLOSED:
        raise Refused("ROUND_NOT_COMPLETE", round=last.number, tables=tuple(open_tables(last)))
    return last


def _start(event: Event, entries: list[Entry], by: By) -> None:
    """Art. 1.3, 1.5: freeze attendance and the number of rounds when round 1 is drawn (AMB-01, AMB-13)."""
    rules = regulation_of(event)
    validity.check_start(len(entries), unofficial=not event.needs_least_players, regulation=rules)
    plan = validity.planned_rounds(
        len(entries),
        override=event.rounds_override,
        reason=event.rounds_reason,
        national=event.is_national_final,
        regulation=rules,
    )
    others = Entry.objects.filter(event=event).exclude(state__in=(Entry.State.PLAYING, Entry.State.CHECKED_IN))
    record_all(entries, verb="round_draw", by=by, state=Entry.State.PLAYING)
    record_all(list(others), verb="round_draw", by=by, state=Entry.State.ABSENT)
    event_transition(event, Event.State.RUNNING, verb="round_draw", by=by, rounds=plan.rounds)


@transaction.atomic
def round_draw(
    *,
    event: Event,
    word: str = "",
    by: By,
    tables_by_hand: ByHand | None = None,
    kingdom_by_hand: Mapping[str, Any] | Sequence[str] | None = None,
    seats_by_hand: ByHand | None = None,
    dates_reason: str = "",
    witnesses: Witnesses = (),
    at: datetime | None = None,
) -> Round:
    """Draw the next ordinary round, and publish it at once.

    Round 1 is drawn by lot, the later ones follow the standings (REQ-701, REQ-703); seats and kingdom are drawn for
    each round. Commits to the lots that this round may need and to seats and kingdom of the next one.

    Arguments:
        word: called out by a person present; needed unless everything was drawn manually.
        tables_by_hand: round 1 only, the tables as drawn with slips of paper.
        seats_by_hand: per table, in the order of the tables, its players in playing order; in a later round the players
            must be those that the standings give.
        kingdom_by_hand: ten cards in order of extraction, or ``{"drawn": ..., "rejected": ...}``.
        dates_reason: why it is drawn outside the event's days, needed there and ignored elsewhere.
        witnesses: who watched what was drawn manually, as ``Draw.witnesses``.
        at: when it was drawn; now by default.
    Errors: NOT_AUTHORISED, EVENT_STATE_WRONG, TooFewPlayers, ImpossibleTables, ROUND_ALREADY_DRAWN, ROUND_NOT_COMPLETE,
        ALL_ROUNDS_DRAWN, WORD_MISSING, BadWord, TABLES_BY_HAND_WRONG, DrawByHandWrong, RoundsReasonMissing,
        DRAW_DAY_REASON_MISSING.
    """
    fresh = locked(event)
    previous = _check_previous(fresh)
    number = previous.number + 1 if previous else 1
    if previous is None:
        entries = list(Entry.objects.filter(event=fresh, state=Entry.State.CHECKED_IN).order_by("number"))
        _start(fresh, entries, by)
        groups = _tables_of_round_1(fresh, entries, word, tables_by_hand, by, witnesses)
    else:
        if number > (fresh.rounds or 0):
            raise Refused("ALL_ROUNDS_DRAWN", rounds=fresh.rounds)
        groups = tables.swiss_tables(entries_playing(entries_in_order(previous)))
        if tables_by_hand is not None:
            _same_tables(groups, tables_by_hand)
    return _form(
        _new_round(fresh, number, False, at, dates_reason),
        groups,
        word=word,
        seats_by_hand=seats_by_hand,
        kingdom_by_hand=kingdom_by_hand,
        by=by,
        witnesses=witnesses,
    )


def _new_round(event: Event, number: int, is_final: bool, at: datetime | None, dates_reason: str) -> Round:
    """Return a round, not yet stored, drawn at a moment or now. Errors: DRAW_DAY_REASON_MISSING."""
    now = timezone.now()
    drawn_at, why = at or now, dates_reason.strip()
    day, event_days = timezone.localdate(drawn_at), {"first_day": event.first_day, "last_day": event.last_day}
    validity.check_draw_day(day, why, **event_days)
    return Round(
        event=event,
        number=number,
        is_final=is_final,
        drawn_at=drawn_at,
        dates_reason=why if validity.is_outside_days(day, **event_days) else "",
        published_at=now,
    )


def _tables_of_round_1(
    event: Event, entries: list[Entry], word: str, by_hand: ByHand | None, by: By, witnesses: Witnesses
) -> list[list[Entry]]:
    """Art. 1.5: return the players present in tables of 4 and 3, by lot (REQ-701, REQ-704)."""
    everybody = {player_id(entry): entry for entry in entries}
    if by_hand is not None:
        sizes = tables.table_sizes(len(entries))
        given_sizes = [len(table) for table in by_hand]
        if given_sizes != sizes:
            raise Refused("TABLES_BY_HAND_WRONG", expected=_sizes(sizes), found=_sizes(given_sizes))
    order = draws.drawn_or_by_hand(
        event=event,
        purpose=Purpose.TABLES,
        scope="round-1",
        inputs=list(everybody),
        word=word,
        by_hand=None if by_hand is None else [player_id(entry) for table in by_hand for entry in table],
        by=by,
        witnesses=witnesses,
    )
    return tables.swiss_tables([everybody[player] for player in order])


def _sizes(sizes: Sequence[int]) -> str:
    return _("tables of %s") % "+".join(map(str, sizes)) if sizes else _("no tables")


def _same_tables(expected: list[list[Entry]], found: ByHand) -> None:
    """Require that manual tables seat exactly the expected players. Errors: TABLES_BY_HAND_WRONG."""
    for index in range(max(len(expected), len(found))):
        right = expected[index] if index < len(expected) else []
        given_entries = list(found[index]) if index < len(found) else []
        if sorted(entry.pk for entry in right) != sorted(entry.pk for entry in given_entries):
            raise Refused("TABLES_BY_HAND_WRONG", expected=_names(index, right), found=_names(index, given_entries))


def _names(index: int, table: Sequence[Entry]) -> str:
    people = ", ".join(str(entry) for entry in table) or _("nobody")
    return _("table %(number)s: %(people)s") % {"number": index + 1, "people": people}


def _form(
    round_: Round,
    groups: list[list[Entry]],
    *,
    word: str,
    seats_by_hand: ByHand | None,
    kingdom_by_hand: Mapping[str, Any] | Sequence[str] | None,
    by: By,
    witnesses: Witnesses,
) -> Round:
    """Form a new round: draw seats and kingdom, store it, commit to the next draws, and notify everybody."""
    now = timezone.now()
    event, number, is_final = round_.event, round_.number, round_.is_final
    scope = round_scope(round_)
    if seats_by_hand is not None:
        _same_tables(groups, seats_by_hand)
    everybody = {player_id(entry): entry for table in groups for entry in table}
    hand = None if seats_by_hand is None else [player_id(entry) for table in seats_by_hand for entry in table]
    facts: dict[str, Any] = {"event": event, "scope": scope, "word": word, "by": by, "witnesses": witnesses}
    order = draws.drawn_or_by_hand(purpose=Purpose.SEATS, inputs=list(everybody), by_hand=hand, **facts)
    if draws_kingdom(event.game, number, regulation=regulation_of(event)):
        round_.setup = draws.drawn_or_by_hand(purpose=Purpose.KINGDOM, inputs=(), by_hand=kingdom_by_hand, **facts)
    elif kingdom_by_hand is not None:
        raise Refused("KINGDOM_OF_THE_DAY")
    elif has_kingdom(event.game):
        round_.setup = event.round_set.get(number=1).setup
    else:
        round_.setup = round_setup(event)
    record(round_, verb="final_draw" if is_final else "round_draw", by=by)
    seated = relative_order([[player_id(entry) for entry in table] for table in groups], order)
    new_tables = [Table(round=round_, number=table_number) for table_number in range(1, len(seated) + 1)]
    record_all(new_tables, verb="round_draw", by=by)
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, entry=everybody[player], position=position)
        for table, players in zip(new_tables, seated, strict=True)
        for position, player in enumerate(players, start=1)
    )
    draws.commit_results(event=event, number=number, is_final=is_final, now=now, by=by, tables=len(groups))
    if not is_final:
        last = number == event.rounds
        draws.commit_round(event=event, number=number + 1, is_final=last, now=now, by=by)
    tables_notice(round_)
    return round_


@transaction.atomic
def final_draw(
    *,
    event: Event,
    word: str = "",
    by: By,
    kingdom_by_hand: Mapping[str, Any] | Sequence[str] | None = None,
    seats_by_hand: Sequence[Entry] | None = None,
    dates_reason: str = "",
    witnesses: Witnesses = (),
    at: datetime | None = None,
) -> Round:
    """Form the final: the first four of the definitive standings still present (REQ-1301, AMB-32, AMB-33).

    Arguments: as round_draw; ``seats_by_hand`` is the one table in playing order.
    Errors: ROUNDS_TO_PLAY, ROUND_ALREADY_DRAWN, ROUND_NOT_COMPLETE, NO_FINAL, WORD_MISSING, DrawByHandWrong,
    TABLES_BY_HAND_WRONG,
        DRAW_DAY_REASON_MISSING.
    """
    fresh = locked(event)
    require_event_state(fresh, Event.State.RUNNING)
    previous = _check_previous(fresh)
    final = Round.objects.filter(event=fresh, is_final=True).first()
    if final is not None:
        raise Refused("ROUND_ALREADY_DRAWN", round=final.number)
    if previous is None or previous.number != fresh.rounds:
        raise Refused("ROUNDS_TO_PLAY", played=previous.number if previous else 0, rounds=fresh.rounds)
    order = entries_in_order(previous)
    players = finalist_entries(fresh, order)
    if not players:
        raise Refused("NO_FINAL", players=len(entries_playing(order)))
    return _form(
        _new_round(fresh, previous.number + 1, True, at, dates_reason),
        [players],
        word=word,
        seats_by_hand=None if seats_by_hand is None else [list(seats_by_hand)],
        kingdom_by_hand=kingdom_by_hand,
        by=by,
        witnesses=witnesses,
    )


def _round_draws(event: Event, round_: Round) -> list[Draw]:
    """Return the draws that belong to a round: its own, its lots, and the commitments to the next round."""
    scope = round_scope(round_)
    live_draws = Draw.objects.filter(event=event, annulled_at__isnull=True)
    round_draws = [
        candidate for candidate in live_draws if candidate.scope == scope or candidate.scope.startswith(f"{scope}/")
    ]
    if round_.is_final:
        return round_draws
    next_scopes = {f"round-{round_.number + 1}", "final"}
    return round_draws + [
        candidate for candidate in live_draws if candidate.scope in next_scopes and candidate.drawn_at is None
    ]


@transaction.atomic
def round_undo(*, round: Round, reason: str, by: By) -> Event:
    """Undo the draw of the last round while it has no sheet; its draws are annulled and kept as evidence.

    New seeds are committed to at once, so that the next draw is as unpredictable as the first. Everybody can read the
    reason; a practice event needs none.

    Errors: DECISION_REASON_MISSING; AlreadyDone; ROUND_STATE_WRONG; ROUND_HAS_SHEETS.
    """
    event = locked(round.event_id)
    why = reason.strip() if event.is_practice else require_reason(reason)
    fresh = Round.objects.filter(pk=round.pk).first()
    if fresh is None:
        raise AlreadyDone(what=_("the draw of the round is undone"))
    require_event_state(event, Event.State.RUNNING)
    require_round_state(fresh, State.PUBLISHED, State.RUNNING)
    with_sheets = Sheet.objects.filter(table__round=fresh).order_by("table__number")
    numbers = tuple(dict.fromkeys(with_sheets.values_list("table__number", flat=True)))
    if numbers:
        raise Refused("ROUND_HAS_SHEETS", round=fresh.number, tables=numbers)
    for draw in _round_draws(event, fresh):
        draws.draw_annul(draw=draw, reason=why, by=by)
    number, is_final = fresh.number, fresh.is_final
    erase(fresh, verb="round_undo", by=by, reason=why)
    for entry in Entry.objects.filter(event=event, state=Entry.State.LEFT, left_after=number):
        record(entry, verb="round_undo", by=by, reason=why, left_after=number - 1)
    if number == 1:
        _back_to_check_in(event, by, why)
    draws.commit_round(event=event, number=number, is_final=is_final, now=timezone.now(), by=by)
    return event


def _back_to_check_in(event: Event, by: By, reason: str) -> None:
    back = {
        Entry.State.PLAYING: Entry.State.CHECKED_IN,
        Entry.State.ABSENT: Entry.State.REGISTERED,
        Entry.State.LEFT: Entry.State.REGISTERED,
    }
    moved: dict[str, list[Entry]] = {}
    for entry in Entry.objects.filter(event=event, state__in=back):
        moved.setdefault(back[Entry.State(entry.state)], []).append(entry)
    for state, entries in moved.items():
        record_all(entries, verb="round_undo", by=by, reason=reason, state=state, left_after=None, is_late=False)
    event_transition(event, Event.State.CHECK_IN, verb="round_undo", by=by, reason=reason, rounds=None)


@transaction.atomic
def round_close(
    *,
    round: Round,
    word: str = "",
    by: By,
) -> Round:
    """Close a round: freeze the standings, draw lots for players equal on everything (REQ-1205, AMB-04).

    After the final no standings are computed: they are definitive already (AMB-43).

    Arguments:
        word: called out; needed if lots must be drawn, see ``rounds.selectors.lots_needed``.
    Errors: ROUND_NOT_COMPLETE; ROUND_STATE_WRONG; AlreadyDone; WORD_MISSING.
    """
    fresh = locked_round(round)
    if fresh.state == State.CLOSED:
        raise AlreadyDone(what=_("the round is closed"))
    require_event_state(fresh.event, Event.State.RUNNING)
    require_no_open_draw(fresh.event)
    require_round_state(fresh, State.PUBLISHED, State.RUNNING)
    open_numbers = open_tables(fresh)
    if open_numbers:
        raise Refused("ROUND_NOT_COMPLETE", round=fresh.number, tables=tuple(open_numbers))
    if not fresh.is_final:
        standings_store(round_=fresh, word=word, by=by, verb="round_close")
    record(
        fresh,
        verb="round_close",
        by=by,
        state=State.CLOSED,
        closed_at=timezone.now(),
        clock_ends_at=None,
        clock_left=None,
    )
    leave_wishes_apply(round_=fresh, by=by)
    return fresh
