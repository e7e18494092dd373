"""The printed Ranking."""

from __future__ import annotations

from collections.abc import Sequence

from ranking.national.selectors import RankingEntry
from ranking.web.tables import REASONS
from tournament.models import Season
from tournament.printing.render import pdf, printed_at


def ranking_paper(season: Season, rows: Sequence[RankingEntry], language: str) -> bytes:
    """Return the Ranking as an A4 PDF, black on white, with the nameless rows (art. 1.6).

    Arguments:
        rows: as the public sees them.
        language: ``"it"`` or ``"en"``.
    """
    lines = [
        {"row": row, "cut": row.called and index < len(rows) and not rows[index].called, "reason": _reason(row)}
        for index, row in enumerate(rows, start=1)
    ]
    return pdf("print/ranking.html", {"season": season, "lines": lines, "printed_at": printed_at()}, language)


def _reason(row: RankingEntry) -> object:
    return REASONS.get(row.decided_by, "")
