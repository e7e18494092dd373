"""The printed Ranking."""

from __future__ import annotations

from collections.abc import Sequence

from ranking.closing.reading import FinalDocument
from ranking.national.selectors import RankingEntry
from ranking.web.tables import REASONS
from tournament.draws.selectors import promised_lots
from tournament.models import Season
from tournament.printing.render import pdf, printed_at

#: Digits of a commitment on the paper: 128 bits.
_DIGITS = 32


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
    context = {
        "season": season,
        "lines": lines,
        "lots": promised_lots(season)[:_DIGITS],
        "printed_at": printed_at(),
    }
    return pdf("print/ranking.html", context, language)


def final_ranking_paper(shown: FinalDocument, language: str) -> bytes:
    """Return a final Ranking as an A4 PDF with number, date, digest and signature.

    Arguments:
        shown: as the public sees it.
        language: ``"it"`` or ``"en"``.
    """
    document = shown.document
    context = {
        "shown": shown,
        "season": document.season,
        "reopening": getattr(document, "reopening", None),
        "printed_at": printed_at(),
    }
    return pdf("print/final_ranking.html", context, language)


def _reason(row: RankingEntry) -> object:
    return REASONS.get(row.decided_by, "")
