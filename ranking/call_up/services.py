"""Services of the call-up to the national final (art. 1.7): list, lots across its line, answers, substitutes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from ranking.call_up.final import final_follow
from ranking.call_up.readiness import may_withdraw
from ranking.closing.services import check_over, season_closed
from ranking.models import CallUp
from ranking.national.selectors import canonical_person_ids, drawn_orders, season_totals
from ranking.refusals import RankingLotMissing
from ranking.rules import call_up as rules
from ranking.rules.national import Ranking
from tournament.core.audit import By, erase, record
from tournament.core.locks import locked_season
from tournament.delivery.call_up import call_up_notice, call_up_withdrawn_notice
from tournament.draws.services import draw_reveal, ranking_lots_commit
from tournament.models import Draw, Person, Season
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused

_TO_RULES = {
    CallUp.State.CALLED: rules.CallState.CALLED,
    CallUp.State.ACCEPTED: rules.CallState.ACCEPTED,
    CallUp.State.DECLINED: rules.CallState.DECLINED,
    CallUp.State.NO_ANSWER: rules.CallState.NO_ANSWER,
    CallUp.State.REPLACED: rules.CallState.REPLACED,
    CallUp.State.WITHDRAWN: rules.CallState.NOT_CALLED,
}
_FROM_RULES = {there: here for here, there in _TO_RULES.items()}


@transaction.atomic
def call_up_commit(*, season: Season, by: By, at: datetime | None = None) -> Draw | None:
    """Publish the commitment of the lots that the line requires, before a word is called out (art. 1.6).

    For a season that was opened before its lots were promised with it. Returns the draw, or None if the line divides no
    tie.
    """
    season = locked_season(season)
    if not _crossing(season, season.finalists):
        return None
    return ranking_lots_commit(season, now=at, by=by)


def _crossing(season: Season, line: int) -> list[int]:
    """Return the players tied across a line who have drawn no lots yet."""
    group = Ranking(season_totals(season).sums).across(line)
    return [] if any(set(group) <= set(order) for order in drawn_orders(season)) else group


def _draw_lots_at_line(season: Season, line: int, word: str, by: By) -> None:
    """Draw the lots among the players tied across a line, unless drawn already (art. 1.6, AMB-20, AMB-37).

    Raises RankingLotMissing.
    """
    group = _crossing(season, line)
    if not group:
        return
    if not word.strip():
        people = Person.objects.in_bulk(group)
        raise RankingLotMissing(players=tuple(str(people[pk]) for pk in group), group=group)
    # If the Ranking changed after a draw, its players keep their order, and the newly tied ones get the next draw.
    draw_reveal(draw=ranking_lots_commit(season, by=by), inputs=[str(pk) for pk in group], word=word, by=by)
    ranking_lots_commit(season, by=by)


def _order(season: Season) -> tuple[list[int], dict[int, tuple[int, int | None]]]:
    """Return the order of the call, and rank and lot per person; tied players are in the order of their lots."""
    rows = Ranking(season_totals(season).sums)
    order = [row.player for row in rows]
    ranks: dict[int, tuple[int, int | None]] = {row.player: (row.rank, None) for row in rows}
    for drawn in drawn_orders(season):
        group = [person for person in drawn if person in ranks]
        if len({ranks[person][0] for person in group}) != 1:
            continue
        slots = sorted(order.index(person) for person in group)
        for lot, (slot, person) in enumerate(zip(slots, group, strict=True), start=1):
            order[slot] = person
            ranks[person] = (ranks[person][0], lot)
    return order, ranks


@transaction.atomic
def call_up(
    *, season: Season, word: str = "", answer_by: date | None = None, by: By, at: datetime | None = None
) -> list[CallUp]:
    """Call the first players of the Ranking (art. 1.7, REQ-1501, REQ-1502).

    Lots are drawn only if a tie crosses the line (REQ-1406). The season must be over, and none of its events may be
    able to change the Ranking any more. The final Ranking is published with the call, unless it is already.

    Arguments:
        word: called out by somebody present; required only if lots are drawn.
        answer_by: last day for the answers. After it, and after a refusal, the next name is called by itself
            (``ranking.call_up.sweep``); without one that is the Referent's act.

    Raises ANSWER_DAY_WRONG, CALL_UP_DONE, SEASON_NOT_OVER, EVENTS_UNDECIDED, RANKING_EMPTY, RankingLotMissing,
    TOO_MANY_CALLED,
    NO_TABLES_FOR_CALLED.
    """
    season = locked_season(season)
    if CallUp.objects.filter(season=season).exists():
        raise Refused("CALL_UP_DONE", season=season.name)
    check_over(season, at)
    _check_answer_day(season, answer_by, at)
    rules.check_number(season.finalists, regulation=regulation.get(season.regulation))
    if not season_totals(season).sums:
        raise Refused("RANKING_EMPTY", season=season.name)
    _draw_lots_at_line(season, season.finalists, word, by)
    # Substitutes may need lots later.
    ranking_lots_commit(season, by=by)
    season_closed(season=season, by=by, at=at)
    order, ranks = _order(season)
    calls = rules.call_up(order, season.finalists, regulation=regulation.get(season.regulation))
    return _store(season, calls, ranks, by=by, verb="call_up", at=at, answer_by=answer_by)


def _check_answer_day(season: Season, answer_by: date | None, at: datetime | None) -> None:
    """Check that the last day for the answers lies after the call and before the final. Raises ANSWER_DAY_WRONG."""
    if answer_by is None:
        return
    is_late = season.final_day is not None and answer_by >= season.final_day
    if is_late or answer_by <= timezone.localdate(at):
        raise Refused("ANSWER_DAY_WRONG", day=answer_by.strftime("%d/%m/%Y"))


@transaction.atomic
def call_up_withdraw(*, season: Season, reason: str, by: By) -> int:
    """Withdraw the call-up before the first answer is recorded, and notify the called players by mail (art. 1.7).

    A new list is computed from the Ranking of that time; lots already drawn stay valid. The history keeps the withdrawn
    list.

    Returns how many players were on the list. Raises REASON_NEEDED, CALL_UP_MISSING, CALL_UP_ANSWERED.
    """
    clean_reason = reason.strip()
    if not clean_reason:
        raise Refused("REASON_NEEDED")
    season = locked_season(season)
    calls = list(CallUp.objects.filter(season=season).select_related("person").order_by("order"))
    if not calls:
        raise Refused("CALL_UP_MISSING", season=season.name)
    if not may_withdraw(season):
        raise Refused("CALL_UP_ANSWERED", season=season.name)
    path = reverse("ranking_season", args=[season.slug])
    for call in calls:
        if call.state == CallUp.State.CALLED:
            call_up_withdrawn_notice(
                season=season, person=call.person, reason=clean_reason, path=path, at=call.called_at
            )
        erase(call, verb="call_up_withdraw", by=by, reason=clean_reason)
    return len(calls)


@transaction.atomic
def call_answer(*, call: CallUp, state: str, by: By, note: str = "", at: datetime | None = None) -> CallUp:
    """Record the answer of a called player, or that no answer came (art. 1.7, REQ-1506).

    The entries of a final that is not drawn yet are synchronised. Raises BAD_CALL_UP, CALL_UP_FULL.
    """
    season = locked_season(call.season)
    calls = _calls(season)
    new_state = _TO_RULES.get(CallUp.State(state)) if state in CallUp.State.values else None
    player = canonical_person_ids().get(call.person_id, call.person_id)
    rules.answer(calls, player, new_state or rules.CallState.CALLED)
    coming = sum(other_call.coming for other_call in calls if other_call.player != player)
    if new_state is rules.CallState.ACCEPTED and coming >= season.finalists:
        raise Refused("CALL_UP_FULL", number=season.finalists)
    updated_call = CallUp.objects.get(pk=call.pk)
    record(
        updated_call,
        verb="call_answer",
        by=by,
        reason=note,
        state=state,
        answered_at=at or timezone.now(),
        note=note.strip() or updated_call.note,
    )
    final_follow(season=season, by=by)
    return updated_call


@transaction.atomic
def call_substitutes(*, season: Season, word: str = "", by: By, at: datetime | None = None) -> list[CallUp]:
    """Call the next players for those who declined or did not answer; the list keeps both (art. 1.7, REQ-1505).

    Returns the new calls. Raises CALL_UP_MISSING; RankingLotMissing if the next players are tied.
    """
    season = locked_season(season)
    calls = _calls(season)
    if not calls:
        raise Refused("CALL_UP_MISSING", season=season.name)
    substitutes_needed = sum(call.state in (rules.CallState.DECLINED, rules.CallState.NO_ANSWER) for call in calls)
    order, _ = _order(season)
    last_position = _line_after(order, calls, substitutes_needed)
    _draw_lots_at_line(season, last_position, word, by)
    order, ranks = _order(season)
    already_called = {call.player for call in calls}
    changed = rules.call_substitutes(calls, order)
    stored = _store(season, changed, ranks, by=by, verb="call_substitutes", at=at)
    return [call for call in stored if call.person_id not in already_called]


def _line_after(order: Sequence[int], calls: Sequence[rules.Call[int]], wanted: int) -> int:
    """Return the position of the last player who will have to be called."""
    already_called = {call.player for call in calls}
    next_positions = [position for position, person in enumerate(order, start=1) if person not in already_called]
    return next_positions[min(wanted, len(next_positions)) - 1] if wanted and next_positions else len(order)


@transaction.atomic
def season_finalists_set(
    *, season: Season, number: int, reason: str, by: By, word: str = "", at: datetime | None = None
) -> Season:
    """Change the number of players called, even to a lower one and after the call-up (art. 1.7, REQ-1502, AMB-21).

    Raises REASON_NEEDED, TOO_MANY_CALLED, NO_TABLES_FOR_CALLED, RankingLotMissing.
    """
    if not reason.strip():
        raise Refused("REASON_NEEDED")
    season = locked_season(season)
    version = regulation.get(season.regulation)
    rules.check_number(number, regulation=version)
    calls = _calls(season)
    if calls:
        _draw_lots_at_line(season, number, word, by)
        order, ranks = _order(season)
        # Players on the list who are no longer in the Ranking stay on the list, at its end.
        everybody = [*order, *(call.player for call in calls if call.player not in ranks)]
        changed = rules.resize(calls, everybody, number, regulation=version)
        _store(season, changed, ranks, by=by, verb="season_finalists_set", at=at)
    record(season, verb="season_finalists_set", by=by, reason=reason.strip(), finalists=number)
    final_follow(season=season, by=by)
    return season


def _calls(season: Season) -> list[rules.Call[int]]:
    rows, canonical_ids = CallUp.objects.filter(season=season).order_by("order"), canonical_person_ids()
    return [
        rules.Call(row.order, canonical_ids.get(row.person_id, row.person_id), _TO_RULES[CallUp.State(row.state)])
        for row in rows
    ]


def _store(
    season: Season,
    calls: Sequence[rules.Call[int]],
    ranks: dict[int, tuple[int, int | None]],
    *,
    by: By,
    verb: str,
    at: datetime | None,
    answer_by: date | None = None,
) -> list[CallUp]:
    """Store a changed list: changed rows get a history row, new ones are added at the end in their order.

    Arguments:
        answer_by: last day for the answers of the new calls; by default that of a substitute, if the list has one.
    """
    canonical_ids = canonical_person_ids()
    rows = {canonical_ids.get(row.person_id, row.person_id): row for row in CallUp.objects.filter(season=season)}
    taken_orders = {row.order for row in rows.values()}
    replaced = {call.substitute: rows[call.player] for call in calls if call.substitute is not None}
    answer_by = answer_by or _substitute_day(season, rows.values(), at)
    stored = []
    for call in calls:
        state = _FROM_RULES[call.state]
        row = rows.get(call.player)
        if row is None:
            order = call.order if call.order not in taken_orders else max(taken_orders) + 1
            taken_orders.add(order)
            rank, lot = ranks[call.player]
            row = CallUp(
                season=season,
                person_id=call.player,
                order=order,
                rank=rank,
                lot=lot,
                called_at=at or timezone.now(),
                answer_by=answer_by,
                instead_of=replaced.get(call.player),
            )
            record(row, verb=verb, by=by, state=state)
            _tell(row, season)
        elif row.state != state:
            record(row, verb=verb, by=by, state=state)
        stored.append(row)
    return stored


def _substitute_day(season: Season, rows: Iterable[CallUp], at: datetime | None) -> date | None:
    """Return the last day for the answer of players called after the first ones; None if those have none."""
    days = [row.answer_by for row in rows if row.answer_by is not None]
    if not days:
        return None
    return rules.substitute_answer_by(min(days), today=timezone.localdate(at), final_day=season.final_day)


def _tell(call: CallUp, season: Season) -> None:
    call_up_notice(
        season=season,
        person=call.person,
        rank=call.rank,
        path=reverse("ranking_season", args=[season.slug]),
        at=call.called_at,
        call=call.pk,
        answer_by=call.answer_by,
    )
