"""Sort names for pages and printed lists; done in Python, so that the order is the same on every database.

An accented letter stands with its plain letter (Č with C, as in an Italian telephone directory), whatever the capitals;
accents and capitals decide only between names that are otherwise equal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.models import Entry, Person

#: Letters that Unicode does not decompose into a plain letter and a mark.
_PLAIN = str.maketrans(
    {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "ħ": "h", "ı": "i", "ŋ": "n", "æ": "ae", "œ": "oe", "þ": "th", "’": "'"}
)

Key = tuple[str, str, str]
NameKey = tuple[str, str, Key, Key]


def collation_key(text: str) -> Key:
    """Return the key by which a text is sorted."""
    folded = text.casefold()
    parts = unicodedata.normalize("NFKD", folded.translate(_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)), folded, text


def name_key(last_name: str, first_name: str) -> NameKey:
    """Return the sort key of a name in a list: the surname, then the first name, then the accents."""
    last, first = collation_key(last_name), collation_key(first_name)
    return last[0], first[0], last, first


def person_key(person: Person) -> tuple[NameKey, Any]:
    """Return the sort key of a person; of two people with the same name the older record comes first."""
    return name_key(person.last_name, person.first_name), person.pk


def by_name(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of an event in the order of their people's names."""
    return sorted(entries, key=lambda entry: person_key(entry.person))
