"""Render templates to PDF, and join PDFs."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from tournament.printing.cache import build_slot, get_or_build_pdf

#: Densities of a paper: 0 is as designed, the others give more space to long names.
DENSITIES = 4
_NO_MOMENT = datetime(2009, 1, 1, tzinfo=UTC)


def printed_at() -> datetime:
    """Return the printing time shown on a paper: now, or SOURCE_DATE_EPOCH, which makes the bytes reproducible.

    Source: https://reproducible-builds.org/specs/source-date-epoch/, which WeasyPrint follows too.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    return timezone.localtime(datetime.fromtimestamp(int(epoch), UTC) if epoch else None)


def pdf(
    template: str, context: dict[str, Any], language: str, *, pages: int | None = None, secret: bool = False
) -> bytes:
    """Render one template to PDF; unchanged content comes from the cache (:mod:`tournament.printing.cache`).

    Arguments:
        template: its name; URLs in it are relative to the static files.
        context: ``printed_at`` in it does not count as content.
        language: of the paper, whatever the visitor's own.
        pages: maximum number of pages: ``density`` in the context is increased until the paper fits.
        secret: whether it contains private links: it is then built each time and not cached.

    Errors:
        FatalURLFetchingError: the template names something that is not a static file.
        PrinterBusy: too many papers are being built.
    """

    def make() -> bytes:
        # WeasyPrint loads libraries for half a second, in processes that print nothing too.
        from tournament.printing.layout import lay_out

        for density in range(DENSITIES):
            document = lay_out(_page(template, {**context, "density": density}, language))
            if pages is None or len(document.pages) <= pages:
                break
        content: bytes = document.write_pdf()
        return content

    if secret:
        with build_slot():
            return make()
    return get_or_build_pdf(_page(template, {**context, "density": 0, "printed_at": _NO_MOMENT}, language), make)


def _page(template: str, context: dict[str, Any], language: str) -> str:
    with translation.override(language):
        return render_to_string(template, {**context, "language": language})


def merge_pdfs(parts: list[bytes]) -> bytes:
    """Return several PDFs joined into one, in order."""
    if len(parts) == 1:
        return parts[0]
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for part in parts:
        writer.append(PdfReader(BytesIO(part)))
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
