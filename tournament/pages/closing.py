"""Data of the page that closes a round: the standings to be, who stops, and what the lot decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.formatting import ordinal
from tournament.core.preconditions import regulation_of
from tournament.draws.selectors import round_scope
from tournament.models import Draw, Entry, Round
from tournament.regulation import final, standings
from tournament.regulation.parameters import TABLE_SIZE, AfterThirds, Regulation
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.seating import table_sizes
from tournament.results.selectors import known_lots, players_of, standings_facts

#: Most tables that the sentence about a lot names one by one.
_NAMED_TABLES = 3


@dataclass(frozen=True, slots=True)
class Closing:
    """Consequences of closing a round while some of its players stop.

    Arguments:
        lines: the standings to be; equals without a lot show the positions they share. ``entry`` is 0 for a player who
            has left already.
        lots: a sentence for each lot that moves somebody to another table, or into the final.
        needs_lots: whether equals are left whose order a lot decides.
        staying: how many play on; stopping: the names of those who stop, best first.
        fours, threes: how many tables of the next round are full, and short by one; 0 before the final.
        finalists: how many play the final; 0 before another round.
        by_points: whether the points at the tables come before the lot.
    """

    lines: list[dict[str, Any]]
    lots: list[str]
    needs_lots: bool
    staying: int
    stopping: list[str]
    fours: int
    threes: int
    finalists: int
    by_points: bool

    @property
    def can_follow(self) -> bool:
        """Return whether the next round, or the final, can be drawn with those who stay."""
        return bool(self.fours or self.threes or self.finalists)


def round_closing(round_: Round, stops: Collection[int]) -> Closing:
    """Return what closing an ordinary round does. Three queries.

    Arguments:
        stops: the entries that stop after the round.
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
    playing = [row.player for row in rows if players[row.player].state == Entry.State.PLAYING]
    stays = [player for player in playing if players[player].pk not in stops]
    is_last = round_.number >= (event.rounds or 0)
    finalists = _finalists([row.player for row in rows], stays, rules) if is_last else []
    places = {player: int(player in finalists) for player in stays} if is_last else _tables_of(stays)
    row_of = {row.player: row for row in rows}
    shared = {player: (row_of[group[0]].position, len(group)) for group in open_groups for player in group}
    decided = [_decided(group, row_of[group[0]], players, places, finalists=len(finalists)) for group in open_groups]
    sizes = Counter([] if is_last else places.values())
    full = sum(size == TABLE_SIZE for size in sizes.values())
    return Closing(
        lines=[_line(row, players[row.player], shared.get(row.player), stops) for row in rows],
        lots=[words for words in decided if words],
        needs_lots=bool(open_groups),
        staying=len(stays),
        stopping=[str(players[player]) for player in playing if players[player].pk in stops],
        fours=full,
        threes=len(sizes) - full,
        finalists=len(finalists),
        by_points=rules.readings.after_thirds is AfterThirds.TABLE_POINTS,
    )


def _tables_of(order: Sequence[str]) -> dict[str, int]:
    """Return the table of each player in the next round; nothing if no tables can be formed."""
    try:
        sizes = table_sizes(len(order))
    except ImpossibleTables:
        return {}
    numbers = [number for number, size in enumerate(sizes, start=1) for _seat in range(size)]
    return dict(zip(order, numbers, strict=True))


def _finalists(order: Sequence[str], stays: Sequence[str], rules: Regulation) -> list[str]:
    """Return who plays the final, of all players in the order of the standings; nobody if there is none."""
    return final.finalists(order, left=set(order) - set(stays), regulation=rules)


def _decided(
    group: Sequence[str],
    best: standings.StandingRow[str],
    players: dict[str, Entry],
    places: dict[str, int],
    *,
    finalists: int,
) -> str:
    """Return what a lot decides among equals as a sentence; empty if it moves nobody.

    Arguments:
        best: the first row of the group; places: the next table of each who stays, or the part in the final.
        finalists: how many the final has; 0 before another round.
    """
    staying = [player for player in group if player in places]
    counted = Counter(places[player] for player in staying)
    if len(counted) < 2:
        return ""
    if finalists:
        names = ", ".join(str(players[player]) for player in staying)
        facts = {"place": ordinal(finalists), "n": counted[1], "all": len(staying), "names": names}
        if counted[1] == 1:
            return _("The %(place)s seat of the final goes by lot to one of %(all)s: %(names)s.") % facts
        return (
            ngettext(
                "%(n)s seat of the final goes by lot among %(all)s: %(names)s.",
                "%(n)s seats of the final go by lot among %(all)s: %(names)s.",
                counted[1],
            )
            % facts
        )
    span = f"{ordinal(best.position)}–{ordinal(best.position + len(group) - 1)}"
    facts = {"span": span, "n": len(staying), "equal": _places_words(best), "tables": _split(counted)}
    return _("%(span)s, %(n)s equal with %(equal)s: %(tables)s.") % facts


def _split(counted: Counter[int]) -> str:
    """Return "1 to table 1, 3 to table 2"; of many tables only the first and the last."""
    if len(counted) > _NAMED_TABLES:
        return _("they go to tables %(first)s to %(last)s") % {"first": min(counted), "last": max(counted)}
    return ", ".join(
        ngettext("%(n)s goes to table %(table)s", "%(n)s go to table %(table)s", count) % {"n": count, "table": table}
        for table, count in sorted(counted.items())
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


def _line(
    row: standings.StandingRow[str], entry: Entry, shared: tuple[int, int] | None, stops: Collection[int]
) -> dict[str, Any]:
    """Return a row as the standings of the desk show it; equals without a lot share their positions."""
    place = str(row.position) if shared is None else f"{shared[0]}–{shared[0] + shared[1] - 1}"
    return {
        "entry": entry.pk if entry.state == Entry.State.PLAYING else 0,
        "stops": entry.pk in stops,
        "place": place,
        "name": str(entry),
        "wins": row.wins,
        "seconds": row.seconds,
        "thirds": row.thirds,
        "table_points": row.table_points,
        "tie": (row.wins, row.seconds, row.thirds, row.table_points) if row.tied > 1 else None,
    }
