"""Sort names for pages and printed lists; done in Python, so that the order is the same on every database.

An accented letter stands with its plain letter (Č with C, as in an Italian telephone directory), whatever the capitals;
accents and capitals decide only between names that are otherwise equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

from django.db.models import Model, QuerySet

from tournament.regulation.names import folded

if TYPE_CHECKING:
    from tournament.models import Entry, Person

Row = TypeVar("Row", bound=Model)
Key = tuple[str, str, str]
NameKey = tuple[str, str, Key, Key]


def collation_key(text: str) -> Key:
    """Return the key by which a text is sorted."""
    return folded(text), text.casefold(), text


def name_order(last_name: str, first_name: str) -> NameKey:
    """Return the sort key of a name in a list: the surname, then the first name, then the accents."""
    last, first = collation_key(last_name), collation_key(first_name)
    return last[0], first[0], last, first


def person_key(person: Person) -> tuple[NameKey, Any]:
    """Return the sort key of a person; of two people with the same name the older record comes first."""
    return name_order(person.last_name, person.first_name), person.pk


def by_name(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of an event in the order of their people's names."""
    return sorted(entries, key=lambda entry: person_key(entry.person))


class SortedRows(Sequence[Row]):
    """Rows of a query in the order of some text fields, then of age.

    Reads these fields of all rows to sort them, but complete records only for the rows shown.
    """

    def __init__(self, rows: QuerySet[Row], *fields: str) -> None:
        self._rows, self._fields = rows.order_by(), fields

    @cached_property
    def _pks(self) -> list[int]:
        texts = self._rows.values_list(*self._fields, "pk")
        return [row[-1] for row in sorted(texts, key=lambda row: (_texts_key(row[:-1]), row[-1]))]

    def __len__(self) -> int:
        return len(self._pks)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, int):
            return self._rows.get(pk=self._pks[index])
        pks = self._pks[index]
        # SQLite limits the number of parameters; a page has few rows, an export has all of them.
        rows = self._rows if len(pks) > 500 else self._rows.filter(pk__in=pks)
        by_pk = {row.pk: row for row in rows}
        return [by_pk[pk] for pk in pks if pk in by_pk]

    def __iter__(self) -> Iterator[Row]:
        return iter(self[:])


def _texts_key(texts: Sequence[str]) -> tuple[Any, ...]:
    """Return the sort key of several texts: all plain letters in turn, then the accents."""
    keys = [collation_key(text) for text in texts]
    return (*(key[0] for key in keys), *keys)
