"""The final of an event as a table: places, points and turns, and for equals the reason in each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games import registry
from tournament.models import Entry
from tournament.pages.event import EventPage
from tournament.pages.reasons import tie_reasons

#: Values that are always shown: the first of the game's chain, in Dominion points and turns.
SHOWN_VALUES = 2


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A finalist.

    Arguments:
        values: of the columns, each with whether it decided between equals.
        reasons: why this row stands above or below one with equal points; none where points alone decided.
        by_lot: whether a lot is among the reasons.
    """

    place: int
    name: str
    values: Sequence[tuple[int | None, bool]]
    reasons: Sequence[str]
    by_lot: bool


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The final with the names of its columns."""

    columns: Sequence[str]
    rows: Sequence[FinalRow]


def final_table(page: EventPage, names: Callable[[Entry], str]) -> FinalTable | None:
    """Return the table of the final; None as long as it is not confirmed. Runs no query.

    Arguments:
        names: from an entry to the name shown.
    """
    section = next((section for section in page.sections if section.round.is_final), None)
    tables = list(section.round.tables.all()) if section is not None else []
    seats = [seat for table in tables for seat in table.seats.all() if seat.place is not None]
    if len(tables) != 1 or not seats or not page.places:
        return None
    seats.sort(key=lambda seat: seat.place or 0)
    reasons = tie_reasons(seats)
    deciding = {pk: {reason.criterion for reason in of_seat} for pk, of_seat in reasons.items()}
    chain = [criterion.name for criterion in registry.get(page.event.game).chain]
    decided = set().union(*deciding.values())
    columns = [name for at, name in enumerate(chain) if at < SHOWN_VALUES or name in decided]
    return FinalTable(
        columns,
        [
            FinalRow(
                seat.place or 0,
                names(seat.entry),
                [(seat.values.get(name), name in deciding[seat.pk]) for name in columns],
                [reason.words for reason in reasons[seat.pk]],
                "lot" in deciding[seat.pk],
            )
            for seat in seats
        ],
    )
