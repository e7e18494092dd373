"""Turn the bytes of a text file into letters: by its mark, as UTF-8, else as one of the old code pages."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

#: Marks at the beginning of a file; UTF-32's begins like UTF-16's and comes first.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: What a list may be written in, where nothing in the file says it: Windows' Latin letters and those of old Macs.
CODE_PAGES: Final = ("cp1252", "mac_roman")
#: What Italian lists hold beside plain letters, and what neighbouring languages add.
_ITALIAN: Final = frozenset("àèéìòùÀÈÉÌÒÙ’")
_LATIN: Final = frozenset("áâäåãæçêëíîïñóôöõøœßúûüýÿÁÂÄÅÃÆÇÊËÍÎÏÑÓÔÖÕØŒÚÛÜÝŠšŽž‘“”«»–—°€ªº")


class NotText(Exception):
    """The bytes are not those of a text."""


@dataclass(frozen=True, slots=True)
class EncodingUnclear(Exception):
    """A file can be read with several code pages.

    Arguments:
        samples: of each code page the first words of the file with letters beyond ASCII, the likelier page first.
    """

    samples: tuple[tuple[str, str], ...]


def decode(content: bytes, encoding: str = "") -> str:
    """Return the text of a file without its mark.

    Arguments:
        encoding: of CODE_PAGES, if somebody said it.

    Errors: NotText; EncodingUnclear if it may be Mac's letters and nobody said it.
    """
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _strict(content, name)
    if b"\0" in content:
        return _without_mark(content)
    if encoding in CODE_PAGES:
        return content.decode(encoding, errors="replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _by_code_page(content)


def _strict(content: bytes, name: str) -> str:
    try:
        return content.decode(name).removeprefix("\ufeff")
    except UnicodeDecodeError as wrong:
        raise NotText from wrong


def _without_mark(content: bytes) -> str:
    """Return a UTF-16 text without a mark: of Latin letters every second byte is zero. Errors: NotText."""
    start = content[:4096]
    low, high = start[1::2].count(0), start[::2].count(0)
    if max(low, high) * 4 < len(start) or min(low, high) * 4 > max(low, high):
        raise NotText
    text = _strict(content, "utf-16-le" if low > high else "utf-16-be")
    if "\0" in text:
        raise NotText
    return text


def _by_code_page(content: bytes) -> str:
    """Return the text by Windows' code page, unless Mac's explains the letters better. Errors: EncodingUnclear."""
    windows, mac = (content.decode(name, errors="replace") for name in CODE_PAGES)
    if _likelihood(windows) >= max(_likelihood(mac), 1):
        return windows
    raise EncodingUnclear((("mac_roman", _sample(mac)), ("cp1252", _sample(windows))))


def _likelihood(text: str) -> int:
    """Return how much the letters beyond ASCII look like those of names: each for it or against it."""
    score = 0
    before = " "
    for letter in text:
        if letter > "\x7f":
            score += _weight(letter, before)
        before = letter
    return score


def _weight(letter: str, before: str) -> int:
    if letter.isupper() and before.islower():
        return -3
    if letter in _ITALIAN:
        return 3
    return 1 if letter in _LATIN else -3


def _sample(text: str) -> str:
    """Return the first words with letters beyond ASCII."""
    words = (word for word in re.findall(r"[^\s;,|\"]+", text) if any(letter > "\x7f" for letter in word))
    return " ".join(dict.fromkeys(islice(words, 40)))[:120]
