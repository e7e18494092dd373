"""Parts of the public page of an event, one shown at a time: standings, each round, entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Round
from tournament.pages.event import FINALISTS, EventPage, RoundSection

STANDINGS, FINAL, ENTRIES, CHART = "classifica", "finale", "iscritti", "andamento"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page.

    Arguments:
        slug: its value in the address.
        label: of its tab.
        section: the round that it shows, of the standings the round after which they are; None for the others.
        count: a number beside the label, None for no number.
    """

    slug: str
    label: str
    section: RoundSection | None = None
    count: int | None = None

    @property
    def is_round(self) -> bool:
        return self.slug not in (STANDINGS, ENTRIES, CHART)

    @property
    def tells_the_end(self) -> bool:
        """Return whether the winner and the final are shown above this part; another part begins at once."""
        return self.slug in (STANDINGS, FINAL)


@dataclass(frozen=True, slots=True)
class FinalistLine:
    """A finalist: the place in the standings before the final, and the place that the final gave."""

    name: str
    before: int
    after: int


def event_parts(page: EventPage) -> list[Part]:
    """Return the parts that the page has, in the order of their tabs."""
    parts = []
    standing = next((section for section in page.sections if section.standings), None)
    if page.places or standing:
        parts.append(Part(STANDINGS, _("Standings"), standing))
    for section in page.sections:
        number = section.round.number
        parts.append(Part(FINAL if section.round.is_final else f"turno-{number}", section.title, section))
    if page.chart is not None:
        parts.append(Part(CHART, _("Round by round")))
    parts.append(Part(ENTRIES, _("Entries"), count=len(page.entries)))
    return parts


def open_part(page: EventPage, parts: list[Part], slug: str) -> Part:
    """Return the part to show: the requested one, otherwise the round being played, the standings, or the entries."""
    requested = next((part for part in parts if part.slug == slug), None)
    if requested is not None:
        return requested
    played = next((part for part in parts if part.is_round), None)
    if played and played.section and played.section.round.state != Round.State.CLOSED:
        return played
    return parts[0] if page.places else played or parts[0]


#: Height of a finalist's line in the drawing, and from how many places on the list has two columns.
LINE_HEIGHT, TWO_COLUMNS_FROM = 40, 18


def place_columns(page: EventPage) -> list[list[dict[str, Any]]]:
    """Return the final places in one column, or in two if there are many."""
    rows = page.places
    if len(rows) < TWO_COLUMNS_FROM:
        return [rows]
    half = (len(rows) + 1) // 2
    return [rows[:half], rows[half:]]


def bracket_drawing(bracket: list[FinalistLine]) -> dict[str, Any]:
    """Return the lines from each row of the list before the final to the row of the list after it, and the height."""
    after = sorted(line.after for line in bracket)
    return {
        "bracket": bracket,
        "bracket_height": LINE_HEIGHT * max(1, len(bracket)),
        "bracket_lines": [
            {
                "start": LINE_HEIGHT * at + LINE_HEIGHT // 2,
                "end": LINE_HEIGHT * after.index(line.after) + LINE_HEIGHT // 2,
                "won": line.after == 1,
            }
            for at, line in enumerate(bracket)
        ],
    }


def final_bracket(page: EventPage) -> list[FinalistLine]:
    """Return the players of the final with their places before and after it; empty as long as it is not over.

    Source: art. 1.5: the standings choose the four, the final alone decides their places.
    """
    final = next((section for section in page.sections if section.round.is_final), None)
    if final is None or not page.places:
        return []
    before = {
        row.entry_id: row.position
        for section in page.sections
        if section.is_definitive
        for row in section.round.standing_rows.all()
    }
    names = {line["place"]: line["name"] for line in page.places[:FINALISTS]}
    seats = [seat for table in final.round.tables.all() for seat in table.seats.all()]
    return sorted(
        (
            FinalistLine(names[seat.place], before[seat.entry_id], seat.place)
            for seat in seats
            if seat.place is not None and seat.place in names and seat.entry_id in before
        ),
        key=lambda line: line.before,
    )
