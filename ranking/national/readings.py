"""Readings of the regulation that decided something in a Ranking, each with what it decided (art. 1.6)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ranking.national.rank_history import CountedEvent
from ranking.national.rows import RankingLine
from tournament.pages.deciding_readings import DecidingReading
from tournament.regulation import parameters as regulation
from tournament.regulation.parameters import LeaversPoints


def ranking_readings(
    lines: Sequence[RankingLine], *, events: Sequence[CountedEvent], has_lot: bool, version: str
) -> list[DecidingReading]:
    """Return the readings that decided something in the rows of a page, without a query.

    Arguments:
        lines: the rows that are shown. events: those that count.
        has_lot: whether a lot divides, or will divide, players who are equal on everything. version: of the season.
    """
    found = [*_separated(lines, "wins", "AMB-20"), *_separated(lines, "ordinary_wins", "AMB-03")]
    if has_lot:
        found.append(("AMB-04", _("A lot decides between players who are equal in everything.")))
    if any(line.entry.anonymous for line in lines):
        found.append(("AMB-19", _("Players without consent keep their row, with points and place.")))
    if any(event.was_left for event in events):
        if regulation.get(version).readings.leavers_points is LeaversPoints.NONE:
            found.append(("AMB-31", _("Whoever left an event before its end got no points there.")))
        else:
            found.append(("AMB-31", _("Whoever left an event before its end got the points of the place there.")))
    return [DecidingReading(reading, sentence) for reading, sentence in found]


def _separated(lines: Sequence[RankingLine], figure: str, reading: str) -> list[tuple[str, str]]:
    """Name the first two players whose order a figure decided between equal points."""
    words = {
        "wins": _("%(above)s is before %(below)s with equal points: tables won in a final count as victories too."),
        "ordinary_wins": _("%(above)s is before %(below)s with as many victories, more of them before the final."),
    }
    for line in lines:
        if line.decision is not None and line.decision.figure == figure:
            names = (line.entry.name or _("No name"), line.decision.next_name or _("No name"))
            return [(reading, words[figure] % dict(zip(("above", "below"), names, strict=True)))]
    return []
