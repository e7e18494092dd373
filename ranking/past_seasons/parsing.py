"""Read the list of a past season: one row a place of its Ranking or of its final; Italian or English column names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.models import PastPlace
from tournament.core.lists.headings import CARD, CITY, CONSENT, NAMES, Meaning
from tournament.core.lists.reading import Layout, ListKind, ListRow, ReadList, read_list
from tournament.core.lists.tables import MOST_ROWS, Cell
from tournament.core.lists.values import CellWrong, read_half_points, read_yes
from tournament.regulation.names import folded

PAST_SEASON: Final = ListKind(
    (
        Meaning("place", gettext_lazy("place"), (r"posto|posizione|pos|place|rank|posizione classifica",)),
        *NAMES,
        Meaning("points", gettext_lazy("points"), (r"(?:.* )?(?:punti|punteggio|points|pt|pts)(?: .*)?",)),
        Meaning("list", gettext_lazy("list"), (r"classifica|list|elenco",)),
        CARD,
        CITY,
        CONSENT,
    ),
    needed=("place",),
    surname_only=True,
)
_LISTS: Final = {
    **dict.fromkeys(("", "ranking"), PastPlace.List.RANKING),
    **dict.fromkeys(("finale", "final"), PastPlace.List.FINAL),
}

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PastRow:
    """A place as the list has it; ``half_points`` None without points, ``name`` empty without consent."""

    line: int
    list: str
    place: int
    name: str
    city: str
    card: str
    half_points: int | None


@dataclass(frozen=True, slots=True)
class PastFile:
    """The rows of a list, and what is wrong with them: the line and a sentence."""

    rows: list[PastRow] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)


def past_list(content: bytes, layout: Layout | None = None) -> ReadList:
    """Return the list of a file, CSV or XLSX. Errors: ListFileWrong, ListUnclear."""
    return read_list(content, PAST_SEASON, layout)


def parse(read: ReadList) -> PastFile:
    """Return the rows of a list with every problem at once."""
    result = PastFile()
    for row in read.rows:
        _read_row(row, result)
    return result


def _read_row(row: ListRow, result: PastFile) -> None:
    """Add a row, or what is wrong with it."""
    problems = list(row.problems)
    place = row.text("place").rstrip(".°º")
    if not (place.isascii() and place.isdecimal() and 1 <= int(place[:6]) <= MOST_ROWS):
        problems.append(_("place “%(value)s”: write a whole number from 1") % {"value": place[:40]})
    which = folded(row.text("list"))
    if which not in _LISTS:
        problems.append(_("list “%(value)s”: write ranking or finale") % {"value": which[:40]})
    half_points = _value(read_half_points, row.values.get("points"), problems)
    consent = _value(read_yes, row.values.get("consent"), problems)
    if problems:
        result.problems.extend((row.number, words) for words in problems)
        return
    name = f"{row.text('first_name')} {row.text('last_name')}".strip()
    result.rows.append(
        PastRow(
            line=row.number,
            list=_LISTS[which],
            place=int(place),
            name=name[:160] if consent else "",
            city=row.text("city")[:80] if consent else "",
            card=row.text("card_number"),
            half_points=half_points,
        )
    )


def _value(read: Callable[[Cell], Value | None], cell: Cell, problems: list[str]) -> Value | None:
    try:
        return read(cell)
    except CellWrong as wrong:
        problems.append(str(wrong))
        return None
