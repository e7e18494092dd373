"""Parts of the public page of an event, one shown at a time: standings, each round, entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Round
from tournament.pages.event import EventPage, RoundSection

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


#: From how many places on the list has two columns.
TWO_COLUMNS_FROM = 18


def place_columns(page: EventPage) -> list[list[dict[str, Any]]]:
    """Return the final places in one column, or in two if there are many."""
    rows = page.places
    if len(rows) < TWO_COLUMNS_FROM:
        return [rows]
    half = (len(rows) + 1) // 2
    return [rows[:half], rows[half:]]
