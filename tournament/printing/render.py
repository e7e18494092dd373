"""Render templates to PDF, and join PDFs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from tournament.printing.cache import build_slot, get_or_build_pdf

if TYPE_CHECKING:
    from weasyprint.document import Document

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
        document, _density = _fitted(template, context, language, pages)
        content: bytes = document.write_pdf()
        return content

    if secret:
        with build_slot():
            return make()
    return get_or_build_pdf(_page(template, {**context, "density": 0, "printed_at": _NO_MOMENT}, language), make)


def secret_pages(
    template: str,
    contexts: Sequence[dict[str, Any]],
    language: str,
    progress: Callable[[int], object] = lambda _number: None,
) -> bytes:
    """Render a template to one PDF with a page for each context, never cached: the pages hold private links.

    Arguments:
        contexts: of each page, which is as dense as its own words need.
        progress: called with the number of pages that are laid out.

    Errors:
        PrinterBusy: too many papers are being built.
    """
    with build_slot():
        pages: list[Any] = []
        densities: list[int] = []
        for number, context in enumerate(contexts, start=1):
            # No page is less dense than the emptiest: to try costs as much as to lay it out.
            document, density = _fitted(template, context, language, 1, min(densities, default=0))
            densities.append(density)
            pages += document.pages
            progress(number)
        content: bytes = document.copy(pages).write_pdf()
        return content


def _fitted(
    template: str, context: dict[str, Any], language: str, pages: int | None, least: int = 0
) -> tuple[Document, int]:
    """Lay out a template in the lowest density, from ``least``, in which it has so many pages, else in the highest."""
    # WeasyPrint loads libraries for half a second, in processes that print nothing too.
    from tournament.printing.layout import lay_out

    for density in range(least, DENSITIES):
        document = lay_out(_page(template, {**context, "density": density}, language))
        if pages is None or len(document.pages) <= pages:
            break
    return document, density


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
