"""The readings of the unclear places of the rulebook that a set-up or a sheet could choose once: all are decided.

The numbers are those of docs/rules/megalomania.md, sections 9 and 13; the reasons are in its section 14.
"""

from __future__ import annotations

from typing import Final

from ..decided_readings import Decided

DECIDED: Final = {
    "four_colours": Decided("together", "9.5"),
    "tied_tricks": Decided("nobody", "9.6"),
    "scroll_3": Decided("gains", "9.23"),
    "scroll_10": Decided("winner_leads", "9.13"),
    "scroll_11": Decided("optional", "13.14"),
    "scroll_12": Decided("set", "9.11, 13.15"),
    "scroll_14": Decided("following", "9.14"),
    "scroll_15": Decided("sum", "9.10"),
    "colour_of_14": Decided("scroll", "9.22"),
    "first_colour": Decided("before_tricks", "13.16"),
    "drawn_card": Decided("after_powers", "13.17"),
    "dwarf_tie": Decided("later", "9.18"),
    "scrolls_held": Decided("once", "9.24"),
    "equal_scrolls": Decided("all_without", "13.21"),
}
