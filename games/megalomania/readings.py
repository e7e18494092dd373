"""Readings of the unclear places of the rulebook that an event can choose, with the recommended one as the default.

The numbers are those of docs/rules/megalomania.md, sections 9 and 13. docs/megalomania.md says which others there are,
and why none of them is an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .. import rule_readings
from ..rule_readings import Value


@dataclass(frozen=True, slots=True)
class Readings:
    """One value per reading; the first of :data:`CHOICES` is the default."""

    #: 9.5: missions 2 and 8 want the four colours in all tricks together, or in one trick.
    four_colours: str = "together"
    #: 9.6: who scores missions 15, 20, 21 and 22 on a tie.
    tied_tricks: str = "nobody"
    #: 9.23: whether scroll 3 doubles losses, too.
    scroll_3: str = "gains"
    #: 9.13: who leads after a trick that scroll 10 took away.
    scroll_10: str = "winner_leads"
    #: 13.14: whether the owner of scroll 11 may leave the number of tricks as it is.
    scroll_11: str = "optional"
    #: 9.11, 13.15: scroll 12 sets the number of tricks to five, or adds five.
    scroll_12: str = "set"
    #: 9.14: whether the owner of scroll 14 may wait when it is their lead.
    scroll_14: str = "following"
    #: 9.10: whether a combination that several others took counts for each of them with scroll 15.
    scroll_15: str = "sum"
    #: 9.22: what decides the colour in mission 14 when scroll 1 is played.
    colour_of_14: str = "scroll"
    #: 13.16: when the first card of mission 14 is turned up.
    first_colour: str = "before_tricks"
    #: 13.17: when the table cards of missions 18 and 19 come into the hand.
    drawn_card: str = "after_powers"
    #: 9.18: which of two equal lowest cards wins under a Dwarf.
    dwarf_tie: str = "later"
    #: 9.24: the bonus for scrolls held, once or for each.
    scrolls_held: str = "once"
    #: 13.21: which players the third criterion puts first when several of those tied hold no scroll.
    equal_scrolls: str = "all_without"


#: Every value of every reading, the default first.
CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "four_colours": ("together", "one_trick"),
    "tied_tricks": ("nobody", "all"),
    "scroll_3": ("gains", "losses_too"),
    "scroll_10": ("winner_leads", "owner_leads"),
    "scroll_11": ("optional", "compulsory"),
    "scroll_12": ("set", "added"),
    "scroll_14": ("following", "leading"),
    "scroll_15": ("sum", "each_once"),
    "colour_of_14": ("scroll", "mission"),
    "first_colour": ("before_tricks", "with_mission"),
    "drawn_card": ("after_powers", "before_powers"),
    "dwarf_tie": ("later", "earlier"),
    "scrolls_held": ("once", "each"),
    "equal_scrolls": ("all_without", "one_without"),
}

RECOMMENDED: Final = Readings()


def read_readings(given: object) -> Readings:
    """Parse readings from ``{"name": value}``; omitted ones take the recommended value.

    Raises:
        BadSetup: an unknown name or value; says what would be valid.
    """
    return Readings(**rule_readings.parse(given, CHOICES))


def readings_data(readings: Readings) -> dict[str, Value]:
    """Return the readings that differ from the recommended ones."""
    return rule_readings.unusual(readings, CHOICES)
