"""AMB-25: write a person's name in one way, and tell whether two spellings can be the same name.

A name is stored as it was typed, without what nobody sees (:func:`clean_name`). Names are compared by one key
(:func:`name_key`): equal keys are a question to a person, never an answer. :func:`near_names` finds keys that differ by
a letter or by a missing second name.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

#: Letters that Unicode does not decompose into a plain letter and a mark.
_PLAIN: Final = str.maketrans(
    {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "ħ": "h", "ı": "i", "ŋ": "n", "æ": "ae", "œ": "oe", "þ": "th"}
)
#: What people and keyboards write for an apostrophe; NFKD would take some of them for a space and an accent.
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("’‘‛ʼʹʻʽˈ′＇`´‵´‚", "'"))
#: An apostrophe that ends a word of three letters or more with a vowel is an accent (Niccolo'); every other one belongs
#: to the letters on both sides, whatever the spaces (D' Angelo, O 'Neill, De' Medici).
_ACCENT: Final = re.compile(r"(?<=\w\w[aeiou])\s*'+(?=\s|$|-)")
#: A grave or acute accent that stands on nothing, as NFKC leaves «´».
_SPACING_ACCENT: Final = re.compile("\\s[\u0300\u0301]")
_ELISION: Final = re.compile(r"\s*'+\s*")
_NO_WORD: Final = re.compile(r"[\W_]+")
#: Columns that hold a key have this length: casefold and decomposition can make a name longer.
KEY_LENGTH: Final = 200

Id = TypeVar("Id")


def clean_name(text: str) -> str:
    """Return a text in NFC on one line, with single spaces and without invisible characters."""
    seen = (" " if unicodedata.category(letter) in ("Zs", "Zl", "Zp", "Cc") else letter for letter in text)
    return " ".join(unicodedata.normalize("NFC", "".join(seen).translate(_Invisible())).split())


class _Invisible(dict[int, int | None]):
    """Translate format characters (zero width, direction marks, soft hyphen) to nothing."""

    def __missing__(self, code: int) -> int | None:
        kept = None if unicodedata.category(chr(code)) == "Cf" else code
        self[code] = kept
        return kept


def folded(text: str) -> str:
    """Return a text to compare: small letters without accents, one kind of apostrophe, single spaces."""
    text = _SPACING_ACCENT.sub("'", text)
    parts = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES).casefold().translate(_PLAIN))
    return " ".join("".join(letter for letter in parts if not unicodedata.combining(letter)).split())


def name_words(*names: str) -> list[str]:
    """Return the plain words of names, in the order in which they are written."""
    text = " ".join(_ELISION.sub("'", _ACCENT.sub(" ", folded(clean_name(name)))) for name in names)
    return _NO_WORD.sub(" ", text.replace("'", "")).split()


def name_key(first_name: str, last_name: str = "") -> str:
    """Return the key by which people are compared: the plain words of the name in alphabetical order.

    Accents, capitals, apostrophes of every kind with the spaces round them, hyphens and the order of the words do not
    count. Empty for a name without a letter, which equals no other.
    """
    return " ".join(sorted(name_words(first_name, last_name)))[:KEY_LENGTH]


def are_told_apart(marks: Sequence[str]) -> bool:
    """Return whether a mark beside each of some equal names tells all of them apart."""
    keys = {folded(mark) for mark in marks}
    return "" not in keys and len(keys) == len(marks)


def is_near(key: str, other: str) -> bool:
    """Return whether two keys may be one name: a letter differs, two words are joined, or a second name is missing."""
    # The words of a key are sorted. Plain lists: a long list of people compares a million pairs.
    ours, theirs, shared = [], other.split(), 0
    for word in key.split():
        if word in theirs:
            theirs.remove(word)
            shared += 1
        else:
            ours.append(word)
    match (len(ours), len(theirs)):
        case (0, 0):
            return False
        case (0, _) | (_, 0):
            return shared >= 2
        case (1, 1):
            return _is_one_letter_off(ours[0], theirs[0])
        case (1, 2):
            return ours[0] in ("".join(theirs), "".join(reversed(theirs)))
        case (2, 1):
            return theirs[0] in ("".join(ours), "".join(reversed(ours)))
    return False


def _is_one_letter_off(key: str, other: str) -> bool:
    """Return whether one letter was added, left out, changed, or two neighbours changed places."""
    if abs(len(key) - len(other)) > 1:
        return False
    start = next((place for place, (a, b) in enumerate(zip(key, other, strict=False)) if a != b), None)
    if start is None:
        return len(key) != len(other)
    rest, rest_of_other = key[start:], other[start:]
    return (
        rest[1:] == rest_of_other
        or rest == rest_of_other[1:]
        or rest[1:] == rest_of_other[1:]
        or (rest[:2] == rest_of_other[1::-1] and rest[2:] == rest_of_other[2:])
    )


class NearNames(Mapping[str, list[Id]]):
    """Find, among many people, those whose key is near a given one, without comparing with each.

    Arguments:
        keys: of each person an id and the stored key.
    """

    def __init__(self, keys: Iterable[tuple[Id, str]]) -> None:
        self._people: dict[str, list[Id]] = defaultdict(list)
        self._by_part: dict[str, set[str]] = defaultdict(set)
        for pk, key in keys:
            self._people[key].append(pk)
        for key in self._people:
            for part in _parts(key):
                self._by_part[part].add(key)

    def __getitem__(self, key: str) -> list[Id]:
        """Return the ids of the people with a near key, in the order of the keys."""
        found: set[str] = set()
        for part in _parts(key):
            found |= self._by_part.get(part, set())
        return [pk for other in sorted(found) if is_near(key, other) for pk in self._people[other]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._people)

    def __len__(self) -> int:
        return len(self._people)


def _parts(key: str) -> set[str]:
    """Return what two near keys have in common at least one of: a word of three letters or more, or all letters."""
    return {word for word in key.split() if len(word) > 2} | {"".join(sorted(key.replace(" ", "")))}
