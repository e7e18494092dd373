"""Compute frozen standings from confirmed sheets: seats' places, lots, rows (art. 1.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.core.audit import By, erase, record_all
from tournament.draws.selectors import lots_of, round_scope
from tournament.draws.services import draw_by_hand, draw_commit, draw_reveal
from tournament.models import Draw, Entry, Event, Round, StandingRow
from tournament.regulation import standings as rules
from tournament.regulation.refusals import LotMissing
from tournament.results.selectors import known_lots, players_of, standings_facts


def next_draw(event: Event, purpose: str, scope: str, by: By) -> Draw:
    """Return the draw of the scope still to be made; after one that left a player out, an additional one.

    The one after it is promised now, before anybody knows that it will be needed.
    """
    draw = draw_commit(event=event, purpose=purpose, scope=scope, by=by)
    number = 2
    while draw.drawn_at is not None:
        draw = draw_commit(event=event, purpose=purpose, scope=f"{scope}/again-{number}", by=by)
        number += 1
    draw_commit(event=event, purpose=purpose, scope=f"{scope}/again-{number}", by=by)
    return draw


def lots_draw_or_reuse(
    *,
    event: Event,
    purpose: str,
    scope: str,
    groups: Sequence[Sequence[str]],
    everybody: Sequence[str],
    word: str,
    by_hand: Mapping[str, int] | None,
    by: By,
    witnesses: Sequence[Mapping[str, str]] = (),
) -> dict[str, int]:
    """Return the lots of groups of equals: lots already drawn stay, the others are drawn or recorded now, never twice.

    Arguments:
        everybody: the inputs of a new draw, in order: all who could ever be equal there.
        by_hand: lots drawn with slips of paper, by player; None to draw with the word. witnesses: who watched them.
    Errors: WORD_MISSING; DrawByHandWrong; LotMissing if manual lots leave a group out.
    """
    lots = known_lots(event, purpose, scope, groups)
    undrawn_groups = [list(group) for group in groups if not set(group) <= set(lots)]
    if not undrawn_groups:
        return lots
    draw = next_draw(event, purpose, scope, by)
    if by_hand is None:
        order = draw_reveal(draw=draw, inputs=list(everybody), word=word, by=by)
        return lots | lots_of(undrawn_groups, order)
    undrawn = tuple(tuple(group) for group in undrawn_groups if any(by_hand.get(player) is None for player in group))
    if undrawn:
        entries = players_of(event)
        names = tuple(tuple(str(entries[player]) for player in group) for group in undrawn)
        raise LotMissing(groups=undrawn, who=names)
    inputs = [player for group in undrawn_groups for player in group]
    order = [player for group in undrawn_groups for player in sorted(group, key=lambda player: by_hand[player])]
    draw_by_hand(draw=draw, inputs=inputs, outcome=order, by=by, witnesses=witnesses)
    return lots | {player: by_hand[player] for player in inputs}


def standings_store(*, round_: Round, word: str, by: By, verb: str, reason: str = "") -> bool:
    """Compute the standings after a round and store them; a correction's changes stay in the rows' history.

    Returns: whether any row changed.
    Errors: those of lots_draw_or_reuse and of ``tournament.regulation.standings``.
    """
    event, players = round_.event, players_of(round_.event)
    played = standings_facts(event, round_.number, players)
    groups = rules.tied_groups(**played)
    lots: dict[str, int] = {}
    if groups:
        lots = lots_draw_or_reuse(
            event=event,
            purpose=Draw.Purpose.STANDINGS_LOTS,
            scope=round_scope(round_),
            groups=groups,
            everybody=list(players),
            word=word,
            by_hand=None,
            by=by,
        )
    rows = rules.standings(**played, lots=lots)
    fresh = [_row_facts(row, players) for row in rows]
    return _store(round_, fresh, by=by, verb=verb, reason=reason)


_FIELDS = ("entry_id", "position", "wins", "seconds", "thirds", "lot", "decided_by", "tied", "table_points")


def _row_facts(row: rules.StandingRow[str], players: Mapping[str, Entry]) -> dict[str, Any]:
    return {
        "entry_id": players[row.player].pk,
        "position": row.position,
        "wins": row.wins,
        "seconds": row.seconds,
        "thirds": row.thirds,
        "lot": row.lot,
        "decided_by": row.decided_by,
        "tied": row.tied,
        "table_points": row.table_points,
    }


def _store(round_: Round, fresh: list[dict[str, Any]], *, by: By, verb: str, reason: str) -> bool:
    old = {row.entry_id: row for row in StandingRow.objects.filter(round=round_)}
    new = {facts["entry_id"]: facts for facts in fresh}
    same = {pk for pk, row in old.items() if pk in new and all(getattr(row, name) == new[pk][name] for name in _FIELDS)}
    if len(same) == len(old) == len(new):
        return False
    # Positions are unique and checked row by row, so the changed rows are deleted before they are inserted again.
    for pk, row in old.items():
        if pk not in same:
            erase(row, verb=verb, by=by, reason=reason)
    changed = [StandingRow(round=round_, **facts) for pk, facts in new.items() if pk not in same]
    record_all(changed, verb=verb, by=by, reason=reason)
    return True
