"""Print the complete text of a version of the regulation (art. 1.1)."""

from __future__ import annotations

from django.utils import translation

from tournament.pages.telling import tell
from tournament.printing.render import pdf
from tournament.regulation.parameters import Regulation
from tournament.regulation_versions.selectors import published_version, value_origins


def regulation_paper(regulation: Regulation, language: str) -> bytes:
    """Build the text of a version: both parts, readings and cards, in two columns, A4."""
    with translation.override(language):
        telling = tell(regulation, value_origins(regulation.version))
    row = published_version(regulation.version)
    context = {"numbers": regulation, "telling": telling, "since": row.effective_from if row else None}
    return pdf("print/regulation.html", context, language)
