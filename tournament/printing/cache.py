"""A paper is made once for what it shows: who asks again gets the same file, and a process makes one at a time.

What a paper shows is its page before it is printed, so a name, a consent, a result, the language or a style sheet that
changes makes another paper, and nothing has to be told which papers a change touches.
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

#: Seconds for which a paper is kept, and for which a visitor waits for the one being made.
KEPT_SECONDS = 24 * 3600
WAIT_SECONDS = 20.0
#: What the look of a paper comes from, beside its page.
STYLES = ("fossato/css/print-fonts.css", "fossato/css/print.css", "fossato/css/form.css")

_turn = threading.Lock()


class PrinterBusy(Exception):
    """So many papers are being made that this one would have to wait too long: it is worth asking again."""


@contextmanager
def turn() -> Iterator[None]:
    """Waits until no other paper is made in this process. Errors: PrinterBusy."""
    if not _turn.acquire(timeout=WAIT_SECONDS):
        raise PrinterBusy
    try:
        yield
    finally:
        _turn.release()


def kept(page: str, make: Callable[[], bytes]) -> bytes:
    """The paper of a page, made unless it was made before.

    Arguments:
        page: all that the paper shows, without the moment of printing.
        make: makes the PDF.

    Errors: PrinterBusy.
    """
    key = "paper:" + sha256(f"{_look()}\n{os.environ.get('SOURCE_DATE_EPOCH', '')}\n{page}".encode()).hexdigest()
    found: bytes | None = cache.get(key)
    if found is not None:
        return found
    with turn():
        # Another may have made it while this one waited.
        found = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, KEPT_SECONDS)
    return found


@once
def _look() -> str:
    """Names the style sheets of the papers: a new version of the program makes new papers."""
    contents = [Path(str(finders.find(name))).read_bytes() for name in STYLES]
    return sha256(b"".join(contents)).hexdigest()
