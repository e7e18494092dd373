"""Lay out pages with WeasyPrint. Only the project's own static files and embedded drawings are ever read."""

from __future__ import annotations

import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from weasyprint import CSS, HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

#: Base URL that every URL of a printed page is resolved against.
BASE = "file:///static/"
_LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)">')


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


@cache
def _fonts() -> FontConfiguration:
    """Return the fonts of this process's papers: to load them takes longer than to lay out a form."""
    return FontConfiguration()


@cache
def _style_sheet(name: str) -> CSS:
    return CSS(url=BASE + name, url_fetcher=StaticFiles(), font_config=_fonts())


def lay_out(page: str) -> Document:
    """Lay out an HTML page. Papers of one process share their fonts and style sheets, which are read once.

    Errors:
        FatalURLFetchingError: the page names something that is not a static file.
    """
    sheets = [_style_sheet(name) for name in _LINK.findall(page)]
    html = HTML(string=_LINK.sub("", page), base_url=BASE, url_fetcher=StaticFiles())
    document: Document = html.render(font_config=_fonts(), stylesheets=sheets, pdf_tags=True)
    return document
