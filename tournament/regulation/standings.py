"""Art. 1.5: the standings of an event: wins, then second places, then third places, then a lot."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from tournament.regulation.errors import LotMissing, LotNotNeeded, LotsNotAPermutation, SamePlayerTwice, UnknownPlayer
from tournament.regulation.parameters import CURRENT, LastOfShortTable, Regulation

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tally:
    """Art. 1.5: the counts of a player's games; a win is one PV at a table of four and of three alike (REQ-1101).

    Arguments:
        wins: tables won, the final included (REQ-1305); ordinary_wins: those before the final.
        seconds, thirds: second and third places; the last of three is a third unless the version counts it as nothing,
            the last of four nothing (AMB-11).
    """

    wins: int = 0
    ordinary_wins: int = 0
    seconds: int = 0
    thirds: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins,
            self.ordinary_wins + other.ordinary_wins,
            self.seconds + other.seconds,
            self.thirds + other.thirds,
        )

    @property
    def chain(self) -> tuple[tuple[str, int], ...]:
        """Art. 1.5: return the criteria in order: wins, wins of the ordinary phase, seconds, thirds (REQ-1202, AMB-03).

        In the ordinary phase the first two are the same number (REQ-1203); the ranking uses the same chain (REQ-1406).
        """
        return (
            ("wins", self.wins),
            ("ordinary_wins", self.ordinary_wins),
            ("seconds", self.seconds),
            ("thirds", self.thirds),
        )

    @property
    def key(self) -> tuple[int, ...]:
        """Return the chain as a sort key, best first."""
        return (-self.wins, -self.ordinary_wins, -self.seconds, -self.thirds)


@dataclass(frozen=True, slots=True)
class StandingRow(Generic[P]):
    """One row of the standings.

    Arguments:
        position: from 1, unique.
        player: who.
        wins, seconds, thirds: places at tables so far.
        lot: the rank drawn inside the group of equals, 1 first; None for a row alone.
        decided_by: what separates this row from the next one; for the last row, from the previous one: ``"wins"``,
            ``"seconds"``, ``"thirds"`` or ``"lot"``; empty for a player alone.
        tied: how many are in the group of equals, 1 for a row alone.
    """

    position: int
    player: P
    wins: int
    seconds: int
    thirds: int
    lot: int | None
    decided_by: str
    tied: int


#: Places beyond the third do not count (art. 1.5); in the counts of a tally the index is the place.
_LAST_COUNTED = 3

#: A table's result: the place of each of its players, from 1.
TableResult: TypeAlias = Mapping[P, int]


def places_in_order(players: Iterable[P]) -> dict[P, int]:
    """Return the result of a table whose players are given in order of place."""
    return {player: place for place, player in enumerate(players, start=1)}


def tallies(
    rounds: Iterable[Iterable[TableResult[P]]],
    *,
    players: Collection[P] | None = None,
    final: TableResult[P] | None = None,
    regulation: Regulation = CURRENT,
) -> dict[P, Tally]:
    """Art. 1.5: return the counts of every player's games (REQ-1101, REQ-1305, AMB-43).

    Arguments:
        rounds: per ordinary round, the result of each table.
        players: all players of the event; by default those who sat at a table.
        final: the result of the final, if it is to be counted too (reports and ranking, never standings).
    Errors: SamePlayerTwice in one round; UnknownPlayer at a table but not among ``players``.
    """
    counts: dict[P, list[int]] = {player: [0, 0, 0, 0] for player in players or ()}
    last_counts = regulation.readings.last_of_short_table is LastOfShortTable.THIRD
    phases = [(tables, False) for tables in rounds]
    if final is not None:
        phases.append(([final], True))
    for tables, is_final in phases:
        seated: set[P] = set()
        for table in tables:
            is_short = len(table) < regulation.table_size
            for player, place in table.items():
                if player in seated:
                    raise SamePlayerTwice(player=str(player))
                if players is not None and player not in counts:
                    raise UnknownPlayer(player=str(player))
                seated.add(player)
                count = counts.setdefault(player, [0, 0, 0, 0])
                if place == 1:
                    count[0] += 1
                    count[1] += not is_final
                elif 1 < place <= _LAST_COUNTED and (last_counts or not is_short or place < len(table)):
                    count[place] += 1
    return {player: Tally(*count) for player, count in counts.items()}


def _groups(counted: Mapping[P, Tally]) -> list[tuple[Tally, list[P]]]:
    """Group players of equal tally, best first; inside a group sort by text, so that the input order never matters."""
    by_key: dict[tuple[int, ...], tuple[Tally, list[P]]] = {}
    for player, tally in counted.items():
        by_key.setdefault(tally.key, (tally, []))[1].append(player)
    return [(tally, sorted(group, key=str)) for _, (tally, group) in sorted(by_key.items(), key=lambda item: item[0])]


def tied_groups(
    rounds: Iterable[Iterable[TableResult[P]]],
    *,
    players: Collection[P] | None = None,
    regulation: Regulation = CURRENT,
) -> list[list[P]]:
    """Art. 1.5: return the groups of fully equal players, best first: each needs a lot drawn (REQ-1204, AMB-04).

    Arguments as :func:`standings`. Inside a group players stand in the order of their text: the draw's inputs.
    """
    counted = tallies(rounds, players=players, regulation=regulation)
    return [group for _, group in _groups(counted) if len(group) > 1]


def _by_lot(group: Sequence[P], lots: Mapping[P, int]) -> list[P]:
    group_lots = [lots.get(player) for player in group]
    if set(group_lots) != set(range(1, len(group) + 1)):
        raise LotsNotAPermutation(rows=tuple(group), who=tuple(group), lots=tuple(group_lots), size=len(group))
    return sorted(group, key=lambda player: lots[player])


def _decided(above: Tally, below: Tally) -> str:
    """Return the first criterion on which two tallies differ; ordinary wins are wins here (REQ-1203)."""
    if above is below:
        return "lot"
    pairs = zip(above.chain, below.chain, strict=True)
    return next((name for (name, above_count), (_, below_count) in pairs if above_count != below_count), "lot")


def standings(
    rounds: Iterable[Iterable[TableResult[P]]],
    *,
    lots: Mapping[P, int] | None = None,
    players: Collection[P] | None = None,
    regulation: Regulation = CURRENT,
) -> list[StandingRow[P]]:
    """Art. 1.5: return the standings after the given ordinary rounds (REQ-1201 to REQ-1204), in order of position.

    Independent of the order of tables and of players. Points, head-to-head and opponents are not used (AMB-04).

    Arguments:
        rounds: per ordinary round, the result of each table. The final is not among them (REQ-1305, AMB-43).
        lots: per player of a group of equals, the rank drawn inside it, 1 first.
        players: all players of the event, so that those who left or never won are included (AMB-12); by default those
            who sat at a table.
    Errors: LotMissing with the groups to be drawn; LotNotNeeded; LotsNotAPermutation (AMB-37); SamePlayerTwice;
        UnknownPlayer.
    """
    drawn_lots = {player: lot for player, lot in (lots or {}).items() if lot is not None}
    groups = _groups(tallies(rounds, players=players, regulation=regulation))
    undrawn = [group for _, group in groups if len(group) > 1 and not any(player in drawn_lots for player in group)]
    if undrawn:
        raise LotMissing(groups=tuple(map(tuple, undrawn)), who=tuple(map(tuple, undrawn)))
    tied = {player for _, group in groups if len(group) > 1 for player in group}
    idle = sorted((player for player in drawn_lots if player not in tied), key=str)
    if idle:
        raise LotNotNeeded(rows=tuple(idle), who=tuple(idle))
    ordered = [
        (player, tally, len(group))
        for tally, group in groups
        for player in (_by_lot(group, drawn_lots) if len(group) > 1 else group)
    ]
    between = [_decided(above[1], below[1]) for above, below in itertools.pairwise(ordered)]
    separators = [*between, between[-1] if between else ""]
    return [
        StandingRow(
            position=position,
            player=player,
            wins=tally.wins,
            seconds=tally.seconds,
            thirds=tally.thirds,
            lot=drawn_lots.get(player),
            decided_by=why,
            tied=tied_with,
        )
        for position, ((player, tally, tied_with), why) in enumerate(zip(ordered, separators, strict=True), start=1)
    ]
