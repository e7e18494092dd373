"""Cache of printed papers, keyed by content; one paper is built at a time per process.

The key is the page before it is printed, so a change of a name, a consent, a result, the language or a style sheet
gives another key, and no explicit invalidation is needed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache as once
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.cache import cache

#: Seconds for which a paper is cached, and for which a visitor waits for the one being built.
CACHE_SECONDS = 24 * 3600
WAIT_SECONDS = 20.0
#: Files that determine the look of a paper, besides its page.
STYLES = ("fossato/css/print-fonts.css", "fossato/css/print.css", "fossato/css/print-look.css", "fossato/css/form.css")

_build_lock = threading.Lock()


class PrinterBusy(Exception):
    """Too many papers are being built for this one to wait; the request should be repeated."""


@contextmanager
def build_slot() -> Iterator[None]:
    """Wait until no other paper is being built in this process. Errors: PrinterBusy."""
    if not _build_lock.acquire(timeout=WAIT_SECONDS):
        raise PrinterBusy
    try:
        yield
    finally:
        _build_lock.release()


def get_or_build_pdf(page: str, make: Callable[[], bytes]) -> bytes:
    """Return the paper of a page, built unless it is cached.

    Arguments:
        page: the rendered page, without the moment of printing.
        make: builds the PDF.

    Errors: PrinterBusy.
    """
    key = "paper:" + sha256(f"{_style_hash()}\n{os.environ.get('SOURCE_DATE_EPOCH', '')}\n{page}".encode()).hexdigest()
    cached_pdf: bytes | None = cache.get(key)
    if cached_pdf is not None:
        return cached_pdf
    with build_slot():
        # Another thread may have built it during the wait.
        cached_pdf = cache.get(key)
        if cached_pdf is None:
            cached_pdf = make()
            cache.set(key, cached_pdf, CACHE_SECONDS)
    return cached_pdf


@once
def _style_hash() -> str:
    """Return a hash of the papers' style sheets, so that a new version of the program builds new papers."""
    contents = [Path(str(finders.find(name))).read_bytes() for name in STYLES]
    return sha256(b"".join(contents)).hexdigest()
