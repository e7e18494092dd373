"""From a template to a PDF. Only the project's own static files and embedded drawings are ever read."""

from __future__ import annotations

import mimetypes
from io import BytesIO
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from pypdf import PdfReader, PdfWriter
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

#: What every address of a printed page is resolved against.
BASE = "file:///static/"


class StaticFiles(URLFetcher):
    """Reads static files by name, and drawings embedded in the page; nothing else, nothing from a network."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols={"data"})

    def fetch(self, url: str, headers: Any = None) -> Any:
        if url.startswith("data:"):
            return super().fetch(url, headers)
        name = url.removeprefix(BASE).split("?")[0].split("#")[0]
        found = finders.find(name) if url.startswith(BASE) else None
        if not found:
            raise FatalURLFetchingError(f"a printed page may not read {url}")
        # The address stays the static one, so that a style sheet's own addresses are resolved against it.
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return URLFetcherResponse(url, Path(found).read_bytes(), {"Content-Type": kind})


def pdf(template: str, context: dict[str, Any], language: str) -> bytes:
    """The PDF of one template.

    Arguments:
        template: its name; addresses in it are relative to the static files.
        language: of the paper, whatever the visitor's own.

    Errors:
        FatalURLFetchingError: the template names something that is not a static file.
    """
    with translation.override(language):
        html = render_to_string(template, {**context, "language": language})
    document = HTML(string=html, base_url=BASE, url_fetcher=StaticFiles())
    return document.write_pdf(font_config=FontConfiguration(), pdf_tags=True)


def joined(parts: list[bytes]) -> bytes:
    """Several PDFs as one, in order."""
    if len(parts) == 1:
        return parts[0]
    writer = PdfWriter()
    for part in parts:
        writer.append(PdfReader(BytesIO(part)))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
