"""Refusals of results: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "FINAL_NOT_PLAYED": ("1.5", gettext_noop("The final is not closed yet: it decides the first places.")),
    # The event goes on: tables can be formed (AMB-12).
    "TABLES_STILL_POSSIBLE": (
        "1.5",
        ngettext_lazy(
            "{players} player can be seated: the event goes on.",
            "{players} players can be seated: the event goes on.",
            "players",
        ),
    ),
    # Standings become definitive after at least two rounds (AMB-12).
    "TOO_FEW_ROUNDS": (
        "1.5",
        ngettext_lazy(
            "{played} round has been played: standings become definitive after at least {minimum}. The event "
            "can only be declared void.",
            "{played} rounds have been played: standings become definitive after at least {minimum}. The event "
            "can only be declared void.",
            "played",
        ),
    ),
}
add_rows(ROWS)
