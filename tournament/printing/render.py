"""Render a template to PDF. Only the project's own static files and embedded drawings are ever read."""

from __future__ import annotations

import mimetypes
import os
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import timezone, translation
from pypdf import PdfReader, PdfWriter
from weasyprint import HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from tournament.printing.cache import build_slot, get_or_build_pdf

#: Base URL that every URL of a printed page is resolved against.
BASE = "file:///static/"
#: Densities of a paper: 0 is as designed, the others give more space to long names.
DENSITIES = 4
_NO_MOMENT = datetime(2009, 1, 1, tzinfo=UTC)


def printed_at() -> datetime:
    """Return the printing time shown on a paper: now, or SOURCE_DATE_EPOCH, which makes the bytes reproducible.

    Source: https://reproducible-builds.org/specs/source-date-epoch/, which WeasyPrint follows too.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    return timezone.localtime(datetime.fromtimestamp(int(epoch), UTC) if epoch else None)


class StaticFiles(URLFetcher):
    """URL fetcher for static files by name and drawings embedded in the page; it never accesses a network."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols={"data"})  # type: ignore[no-untyped-call]  # WeasyPrint has no annotations

    def fetch(self, url: str, headers: Any = None) -> Any:
        if url.startswith("data:"):
            return super().fetch(url, headers)  # type: ignore[no-untyped-call]  # WeasyPrint has no annotations
        name = url.removeprefix(BASE).split("?")[0].split("#")[0]
        file_path = finders.find(name) if url.startswith(BASE) and ".." not in Path(name).parts else None
        if not file_path:
            raise FatalURLFetchingError(f"a printed page may not read {url}")
        # The URL stays the static one, so that a style sheet's own URLs are resolved against it.
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return URLFetcherResponse(url, Path(file_path).read_bytes(), {"Content-Type": kind})


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
        for density in range(DENSITIES):
            document = _document(_page(template, {**context, "density": density}, language))
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


def _document(page: str) -> Document:
    html = HTML(string=page, base_url=BASE, url_fetcher=StaticFiles())
    document: Document = html.render(font_config=FontConfiguration(), pdf_tags=True)
    return document


def merge_pdfs(parts: list[bytes]) -> bytes:
    """Return several PDFs joined into one, in order."""
    if len(parts) == 1:
        return parts[0]
    writer = PdfWriter()
    for part in parts:
        writer.append(PdfReader(BytesIO(part)))
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
