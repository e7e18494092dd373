"""Art. 1.5: the places of one table, by points and the tie-break chain a-e.

The chain is lexicographic over the whole table (REQ-1107, AMB-05), so every place is unique and a victory is never
shared (REQ-1108, AMB-24). A row is a mapping, or any object with the chain's fields, the player's numbers at the end of
the game (REQ-1110): points, possibly negative (REQ-1109), completed turns (AMB-40), Gold cards, value of all treasures
(AMB-38), Actions. ``lot`` is the rank drawn inside a group equal on everything else, 1 first; ``abandoned`` whether the
player left during the game (AMB-35). A missing one is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.game import Criterion
from tournament.regulation.refusals import CriterionMissing, LotMissing
from tournament.regulation.refused import Refused

#: Art. 1.5 a-d (REQ-1101 to REQ-1105); the lot (e) always closes a chain.
DOMINION_CHAIN: tuple[Criterion, ...] = (
    Criterion("points"),
    Criterion("turns", fewer_is_better=True),
    Criterion("gold"),
    Criterion("coins"),
    Criterion("actions"),
)

LOT = "lot"
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a table.

    Arguments:
        index: which of the given rows, from 0.
        place: from 1, unique.
        decided_by: the criterion that separates this row from the next one; for the last row, from the previous one:
            a name of the chain, ``"lot"`` or ``"abandoned"``; empty for a row alone.
    """

    index: int
    place: int
    decided_by: str


Row = Any
Groups = list[list[int]]


def _value(row: Row, name: str) -> Any:
    if isinstance(row, Mapping):
        return row.get(name)
    return getattr(row, name, None)


def _shown(rows: Iterable[int]) -> tuple[int, ...]:
    """Return row numbers for display, from 1."""
    return tuple(row + 1 for row in rows)


def _split(rows: Sequence[Row], group: list[int], criterion: Criterion) -> Groups:
    """Split a group of equal rows by one criterion, best first."""
    if len(group) == 1:
        return [group]
    by_value: dict[int, list[int]] = {}
    for index in group:
        value = _value(rows[index], criterion.name)
        if value is None:
            raise CriterionMissing(row=index, who=index + 1, criterion=criterion.name)
        by_value.setdefault(value, []).append(index)
    return [by_value[value] for value in sorted(by_value, reverse=not criterion.fewer_is_better)]


def _before_lots(rows: Sequence[Row], chain: Sequence[Criterion]) -> tuple[Groups, dict[int, str]]:
    """Return the groups in order of place, and per row but the first what separates its group from the one before."""
    present = [index for index, row in enumerate(rows) if not _value(row, ABANDONED)]
    abandoned = [index for index, row in enumerate(rows) if _value(row, ABANDONED)]
    groups = [group for group in (present, abandoned) if group]
    separated = {group[0]: ABANDONED for group in groups[1:]}
    for criterion in chain:
        if criterion.name == LOT:
            continue
        finer: Groups = []
        for group in groups:
            parts = _split(rows, group, criterion)
            first = separated.pop(group[0], None)
            if first is not None:
                separated[parts[0][0]] = first
            for part in parts[1:]:
                separated[part[0]] = criterion.name
            finer.extend(parts)
        groups = finer
    return groups, separated


def tied_groups(rows: Sequence[Row], chain: Sequence[Criterion] = DOMINION_CHAIN) -> Groups:
    """Art. 1.5 e: return the groups of row indices equal on everything, in order of place; each needs a lot (REQ-1106).

    Errors: CriterionMissing if two rows are equal so far and one lacks the next criterion.
    """
    return [group for group in _before_lots(rows, chain)[0] if len(group) > 1]


def _ordered_by_lot(rows: Sequence[Row], group: list[int]) -> list[int]:
    lots = {index: _value(rows[index], LOT) for index in group}
    if set(lots.values()) != set(range(1, len(group) + 1)):
        raise Refused("LOTS_NOT_A_PERMUTATION", who=_shown(group), lots=tuple(lots.values()), size=len(group))
    return sorted(group, key=lambda index: lots[index])


def rank_table(rows: Sequence[Row], chain: Sequence[Criterion] = DOMINION_CHAIN) -> list[Place]:
    """Art. 1.5: return the places of a table (REQ-1101 to REQ-1109), in order of place.

    Most points first; then a) fewer turns, b) more Gold, c) greater value of coins, d) more Actions, e) lot, for every
    place (AMB-05). A player who abandoned comes last (AMB-35).

    Arguments:
        rows: one per player, in any order.
        chain: the game's criteria in order; the lot need not be among them.
    Errors: LotMissing with the groups still tied; LOT_NOT_NEEDED with the rows whose lot decides nothing;
        LOTS_NOT_A_PERMUTATION if the lots of a group are partial, repeated or out of range (AMB-37); CriterionMissing.
    """
    groups, separated = _before_lots(rows, chain)
    tied = [group for group in groups if len(group) > 1]
    undrawn = [group for group in tied if all(_value(rows[index], LOT) is None for index in group)]
    if undrawn:
        raise LotMissing(groups=tuple(map(tuple, undrawn)), who=tuple(map(_shown, undrawn)))
    untied_rows = [group[0] for group in groups if len(group) == 1]
    idle = tuple(index for index in untied_rows if _value(rows[index], LOT) is not None)
    if idle:
        raise Refused("LOT_NOT_NEEDED", who=_shown(idle))
    order: list[int] = []
    between: list[str] = []  # what separates each row from the one before it
    for group in groups:
        inside = _ordered_by_lot(rows, group) if len(group) > 1 else group
        between.extend([separated.get(group[0], ""), *[LOT] * (len(group) - 1)])
        order.extend(inside)
    separators = [*between[1:], *between[-1:]]
    return [Place(index, place, why) for place, (index, why) in enumerate(zip(order, separators, strict=True), start=1)]
