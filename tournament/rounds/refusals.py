"""Refusals of rounds: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "ROUND_HAS_SHEETS": (
        "1.5",
        gettext_noop("Round {round} already has results at tables {tables}: its draw can no longer be undone."),
    ),
    "ALL_ROUNDS_DRAWN": ("1.5", gettext_noop("All {rounds} rounds have been played: the final comes next.")),
    "ROUNDS_TO_PLAY": (
        "1.5",
        ngettext_lazy(
            "{played} of {rounds} round has been played: the final comes after the last.",
            "{played} of {rounds} rounds have been played: the final comes after the last.",
            "rounds",
        ),
    ),
    # Fewer than three finalists present: the definitive standings are the result (AMB-33).
    "NO_FINAL": (
        "1.5",
        ngettext_lazy(
            "{players} finalist is left: the final takes at least 3. The definitive standings are the result: "
            "conclude the event.",
            "{players} finalists are left: the final takes at least 3. The definitive standings are the result:"
            " conclude the event.",
            "players",
        ),
    ),
    "TABLES_BY_HAND_WRONG": (
        "1.5",
        gettext_noop("The tables written by hand are not right: {expected} are needed, {found} were written."),
    ),
    # A kingdom is written for a round of an event with one kingdom for the whole day (AMB-07).
    "KINGDOM_OF_THE_DAY": (
        "1.5",
        gettext_noop("This event plays the kingdom of round 1 all day: no other can be drawn or entered."),
    ),
    "CLOCK_WRONG": ("1.5", gettext_noop("The clock is “{clock}”: this cannot be done now.")),
    # Nobody is taken off the final (AMB-45).
    "NO_SHOW_IN_FINAL": (
        "1.5",
        gettext_noop(
            "{player} plays the final: nobody is replaced there. On the sheet of the table, record that the "
            "player dropped out."
        ),
    ),
    "NO_SHOW_HAS_SHEET": (
        "1.5",
        gettext_noop("Table {table} has delivered a sheet with {player}: record there that the player dropped out."),
    ),
    # Nobody is taken off a table of two (AMB-45).
    "NO_SHOW_TWO_LEFT": (
        "1.5",
        gettext_noop(
            "At table {table} only two are left: on its sheet, record that {player} dropped out, and the other wins."
        ),
    ),
}
add_rows(ROWS)
