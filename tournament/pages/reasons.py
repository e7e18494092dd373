"""Why a seat has its place and not that of the next: the word of a reason belongs to the row in which it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from tournament.models import Seat
from tournament.pages.labels import decided_words, lost_words

#: What decides without a word: points differ, or nobody is beside; who dropped out is said beside the name.
_SILENT = ("", "points", "abandoned")


@dataclass(frozen=True, slots=True)
class Reason:
    """A criterion that put a seat above or below one that was equal so far, in the words of that seat."""

    criterion: str
    words: str


def tie_reasons(seats: Iterable[Seat]) -> dict[int, list[Reason]]:
    """Return the reasons of each seat of a table by its key; none where points alone decided.

    Who lost the tie reads why they lost ("2 turns more"), who won it why they won ("fewer turns").

    Arguments:
        seats: of one table, with their places; ``decided_by`` was stored with them.
    """
    rows = sorted((seat for seat in seats if seat.place is not None), key=lambda seat: seat.place or 0)
    reasons: dict[int, list[Reason]] = {seat.pk: [] for seat in rows}
    for upper, lower in pairwise(rows):
        name = upper.decided_by
        if name not in _SILENT:
            _add(reasons[upper.pk], Reason(name, decided_words(name)))
            _add(reasons[lower.pk], Reason(name, lost_words(name, _difference(upper, lower, name))))
    return reasons


def _add(reasons: list[Reason], reason: Reason) -> None:
    """Add a reason that is not there yet: a lot among three is one."""
    if reason not in reasons:
        reasons.append(reason)


def _difference(upper: Seat, lower: Seat, name: str) -> int:
    difference: int = (lower.values.get(name) or 0) - (upper.values.get(name) or 0)
    return abs(difference)
