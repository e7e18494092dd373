"""Art. 1.5: the standings of an event: wins, second places, third places, the points at tables if so chosen, a lot."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from tournament.regulation.parameters import CURRENT, TABLE_SIZE, AfterThirds, LastOfShortTable, Regulation
from tournament.regulation.refusals import LotMissing
from tournament.regulation.refused import Refused

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
            ``"seconds"``, ``"thirds"``, ``"table_points"`` or ``"lot"``; empty for a player alone.
        tied: how many are in the group of equals, 1 for a row alone.
        table_points: the sum of the points at tables; None where the version does not order by it (AMB-04).
    """

    position: int
    player: P
    wins: int
    seconds: int
    thirds: int
    lot: int | None
    decided_by: str
    tied: int
    table_points: int | None = None


#: Places beyond the third do not count (art. 1.5); in the counts of a tally the index is the place.
_LAST_COUNTED = 3

#: A table's result: the place of each of its players, from 1.
TableResult: TypeAlias = Mapping[P, int]
#: The points at tables where the version does not order by them.
NO_POINTS: Final[Mapping[Any, int]] = {}


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
    Errors: SAME_PLAYER_TWICE in one round; UNKNOWN_PLAYER at a table but not among ``players``.
    """
    counts: dict[P, list[int]] = {player: [0, 0, 0, 0] for player in players or ()}
    last_counts = regulation.readings.last_of_short_table is LastOfShortTable.THIRD
    phases = [(tables, False) for tables in rounds]
    if final is not None:
        phases.append(([final], True))
    for tables, is_final in phases:
        seated: set[P] = set()
        for table in tables:
            is_short = len(table) < TABLE_SIZE
            for player, place in table.items():
                if player in seated:
                    raise Refused("SAME_PLAYER_TWICE", player=str(player))
                if players is not None and player not in counts:
                    raise Refused("UNKNOWN_PLAYER", player=str(player))
                seated.add(player)
                count = counts.setdefault(player, [0, 0, 0, 0])
                if place == 1:
                    count[0] += 1
                    count[1] += not is_final
                elif 1 < place <= _LAST_COUNTED and (last_counts or not is_short or place < len(table)):
                    count[place] += 1
    return {player: Tally(*count) for player, count in counts.items()}


@dataclass(frozen=True, slots=True)
class _Group(Generic[P]):
    """Players equal on everything that comes before the lot, in the order of their text.

    So the order of the input never matters. ``table_points`` as in :class:`StandingRow`.
    """

    tally: Tally
    table_points: int | None
    players: list[P]


def _groups(
    rounds: Iterable[Iterable[TableResult[P]]],
    players: Collection[P] | None,
    regulation: Regulation,
    points: Mapping[P, int],
) -> list[_Group[P]]:
    """Return the groups of equals, best first (AMB-04)."""
    by_points = regulation.readings.after_thirds is AfterThirds.TABLE_POINTS
    by_key: dict[tuple[int, ...], _Group[P]] = {}
    for player, tally in tallies(rounds, players=players, regulation=regulation).items():
        total = points.get(player, 0) if by_points else None
        by_key.setdefault((*tally.key, -(total or 0)), _Group(tally, total, [])).players.append(player)
    for group in by_key.values():
        group.players.sort(key=str)
    return [group for _, group in sorted(by_key.items(), key=lambda item: item[0])]


def tied_groups(
    rounds: Iterable[Iterable[TableResult[P]]],
    *,
    players: Collection[P] | None = None,
    regulation: Regulation = CURRENT,
    points: Mapping[P, int] = NO_POINTS,
) -> list[list[P]]:
    """Art. 1.5: return the groups of fully equal players, best first: each needs a lot drawn (REQ-1204, AMB-04).

    Arguments as :func:`standings`. Inside a group players stand in the order of their text: the draw's inputs.
    """
    groups = _groups(rounds, players, regulation, points)
    return [group.players for group in groups if len(group.players) > 1]


def _by_lot(group: Sequence[P], lots: Mapping[P, int]) -> list[P]:
    group_lots = [lots.get(player) for player in group]
    if set(group_lots) != set(range(1, len(group) + 1)):
        raise Refused("LOTS_NOT_A_PERMUTATION", who=tuple(group), lots=tuple(group_lots), size=len(group))
    return sorted(group, key=lambda player: lots[player])


def _decided(above: _Group[P], below: _Group[P]) -> str:
    """Return the first criterion on which two groups differ; ordinary wins are wins here (REQ-1203)."""
    if above is below:
        return "lot"
    chains = zip(above.tally.chain, below.tally.chain, strict=True)
    counted = (name for (name, above_count), (_, below_count) in chains if above_count != below_count)
    return next(counted, "table_points")


def standings(
    rounds: Iterable[Iterable[TableResult[P]]],
    *,
    lots: Mapping[P, int] | None = None,
    players: Collection[P] | None = None,
    regulation: Regulation = CURRENT,
    points: Mapping[P, int] = NO_POINTS,
) -> list[StandingRow[P]]:
    """Art. 1.5: return the standings after the given ordinary rounds (REQ-1201 to REQ-1204), in order of position.

    Independent of the order of tables and of players. Head-to-head and opponents are not used (AMB-04), the points at
    the tables only where the version says so (AMB-04).

    Arguments:
        rounds: per ordinary round, the result of each table. The final is not among them (REQ-1305, AMB-43).
        lots: per player of a group of equals, the rank drawn inside it, 1 first.
        players: all players of the event, so that those who left or never won are included (AMB-12); by default those
            who sat at a table.
        points: the sum of each player's points at the tables of these rounds.
    Errors: LotMissing with the groups to be drawn; LOT_NOT_NEEDED; LOTS_NOT_A_PERMUTATION (AMB-37); SAME_PLAYER_TWICE;
        UNKNOWN_PLAYER.
    """
    drawn_lots = {player: lot for player, lot in (lots or {}).items() if lot is not None}
    groups = _groups(rounds, players, regulation, points)
    of_equals = [group.players for group in groups if len(group.players) > 1]
    undrawn = [equals for equals in of_equals if not any(player in drawn_lots for player in equals)]
    if undrawn:
        raise LotMissing(groups=tuple(map(tuple, undrawn)), who=tuple(map(tuple, undrawn)))
    tied = {player for equals in of_equals for player in equals}
    idle = sorted((player for player in drawn_lots if player not in tied), key=str)
    if idle:
        raise Refused("LOT_NOT_NEEDED", who=tuple(idle))
    ordered = [
        (player, group)
        for group in groups
        for player in (_by_lot(group.players, drawn_lots) if len(group.players) > 1 else group.players)
    ]
    between = [_decided(above[1], below[1]) for above, below in itertools.pairwise(ordered)]
    separators = [*between, between[-1] if between else ""]
    return [
        StandingRow(
            position=position,
            player=player,
            wins=group.tally.wins,
            seconds=group.tally.seconds,
            thirds=group.tally.thirds,
            lot=drawn_lots.get(player),
            decided_by=why,
            tied=len(group.players),
            table_points=group.table_points,
        )
        for position, ((player, group), why) in enumerate(zip(ordered, separators, strict=True), start=1)
    ]
