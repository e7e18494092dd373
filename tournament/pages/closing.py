"""Data of the page that closes a round: the standings to be, and what each lot decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.preconditions import regulation_of
from tournament.draws.selectors import round_scope
from tournament.models import Draw, Entry, LeaveWish, Round
from tournament.regulation import standings
from tournament.regulation.errors import ImpossibleTables
from tournament.regulation.parameters import TABLE_SIZE, AfterThirds, Regulation
from tournament.regulation.seating import table_sizes
from tournament.results.selectors import known_lots, players_of, standings_facts


@dataclass(frozen=True, slots=True)
class Tie:
    """Players equal on everything, whose order a lot decides.

    Arguments:
        first, last: the positions that they share; equal_on: what they have in common.
        decides: what the lot decides besides their order; empty if nothing.
    """

    first: int
    last: int
    names: list[str]
    equal_on: str
    decides: str


@dataclass(frozen=True, slots=True)
class Closing:
    """Consequences of the closing of a round.

    Arguments:
        ties: those without a lot, best first; lines: the standings to be, equals with the positions they share.
        fours, threes: how many tables of the next round are full, and short by one; 0 before the final.
        by_points: whether the points at the tables come before the lot.
    """

    ties: list[Tie]
    lines: list[dict[str, Any]]
    fours: int
    threes: int
    by_points: bool


def round_closing(round_: Round, leaving: Sequence[LeaveWish]) -> Closing:
    """Return what closing an ordinary round does. Three queries.

    Arguments:
        leaving: the requests to leave after the round.
    """
    event, rules = round_.event, regulation_of(round_.event)
    players = players_of(event)
    played = standings_facts(event, round_.number, players)
    groups = standings.tied_groups(**played)
    lots = known_lots(event, Draw.Purpose.STANDINGS_LOTS, round_scope(round_), groups)
    open_groups = [group for group in groups if not set(group) <= set(lots)]
    # Any order inside an open group: its rows share their positions below.
    assumed = lots | {player: rank for group in open_groups for rank, player in enumerate(group, start=1)}
    rows = standings.standings(**played, lots=assumed)
    departing = {wish.entry_id for wish in leaving}
    stays = [
        row.player
        for row in rows
        if players[row.player].state == Entry.State.PLAYING and players[row.player].pk not in departing
    ]
    is_last = round_.number >= (event.rounds or 0)
    places = _final_of(stays, rules) if is_last else _tables_of(stays)
    position_of = {row.player: row for row in rows}
    shared = {player: (position_of[group[0]].position, len(group)) for group in open_groups for player in group}
    ties = [
        Tie(
            first=position_of[group[0]].position,
            last=position_of[group[0]].position + len(group) - 1,
            names=[str(players[player].person) for player in group],
            equal_on=_places_words(position_of[group[0]]),
            decides=_decides([places[player] for player in group if player in places], is_last=is_last),
        )
        for group in open_groups
    ]
    lines = [_line(row, players[row.player], shared.get(row.player)) for row in rows]
    sizes = Counter([] if is_last else places.values())
    full = sum(size == TABLE_SIZE for size in sizes.values())
    by_points = rules.readings.after_thirds is AfterThirds.TABLE_POINTS
    return Closing(ties=ties, lines=lines, fours=full, threes=len(sizes) - full, by_points=by_points)


def _tables_of(order: Sequence[str]) -> dict[str, int]:
    """Return the table of each player in the next round; nothing if no tables can be formed."""
    try:
        sizes = table_sizes(len(order))
    except ImpossibleTables:
        return {}
    numbers = [number for number, size in enumerate(sizes, start=1) for _seat in range(size)]
    return dict(zip(order, numbers, strict=True))


def _final_of(order: Sequence[str], rules: Regulation) -> dict[str, int]:
    """Return 1 for each player of the final and 0 for the others."""
    return {player: int(position < rules.finalists) for position, player in enumerate(order)}


def _decides(places: Sequence[int], *, is_last: bool) -> str:
    """Return what a lot decides among players whose tables, or parts in the final, are these."""
    counted = Counter(places)
    if len(counted) < 2:
        return ""
    if is_last:
        return ngettext("%(n)s plays the final", "%(n)s play the final", counted[1]) % {"n": counted[1]}
    return ", ".join(
        _("%(n)s to table %(table)s") % {"n": count, "table": table} for table, count in sorted(counted.items())
    )


def _places_words(row: standings.StandingRow[str]) -> str:
    """Return "1 win, 2 third places": what equal players have in common."""
    parts = [
        ngettext("%(n)s win", "%(n)s wins", row.wins) % {"n": row.wins} if row.wins else "",
        ngettext("%(n)s second place", "%(n)s second places", row.seconds) % {"n": row.seconds} if row.seconds else "",
        ngettext("%(n)s third place", "%(n)s third places", row.thirds) % {"n": row.thirds} if row.thirds else "",
        "" if row.table_points is None else _("points at the tables: %(n)s") % {"n": row.table_points},
    ]
    return ", ".join(part for part in parts if part) or _("no place among the first three")


def _line(row: standings.StandingRow[str], entry: Entry, shared: tuple[int, int] | None) -> dict[str, Any]:
    """Return a row as the standings of the desk show it; equals without a lot share their positions."""
    place = str(row.position) if shared is None else f"{shared[0]}–{shared[0] + shared[1] - 1}"
    return {
        "place": place,
        "name": str(entry.person),
        "wins": row.wins,
        "seconds": row.seconds,
        "thirds": row.thirds,
        "table_points": row.table_points,
        "tie": (row.wins, row.seconds, row.thirds, row.table_points) if row.tied > 1 else None,
        "last": _("has left") if entry.left_after is not None else "",
    }
