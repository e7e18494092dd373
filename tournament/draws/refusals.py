"""Refusals of draws: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Any, Final

from games.findings import Finding
from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "DRAW_BY_HAND_WRONG": ("1.5", gettext_noop("The draw made by hand is not possible: {reasons}")),
    "DRAW_ALREADY_MADE": ("1.5", gettext_noop("The draw “{scope}” has already been made: nothing is drawn twice.")),
    "DRAW_ANNULLED": ("1.5", gettext_noop("The draw “{scope}” was annulled: it stays as evidence only.")),
    "DRAW_OPEN": (
        "1.5",
        gettext_noop("A draw is open: it ends with the public number, with a word, or when you give it up."),
    ),
    "DRAW_NOT_OPEN": ("1.5", gettext_noop("This draw is no longer open.")),
    "WORD_TOO_EARLY": (
        "1.5",
        gettext_noop("The public number is still awaited: a word can be typed in a few seconds."),
    ),
    "STEP_CHANGED": (
        "1.5",
        gettext_noop("Players or results have changed since the draw was started: give it up, and draw again."),
    ),
    "WITNESSES_MISSING": ("1.5", gettext_noop("Write who watched the draw: two different people.")),
}
add_rows(ROWS)


class DrawByHandWrong(Caught):
    """A manual draw with an outcome that no draw can give."""

    code = "DRAW_BY_HAND_WRONG"

    def __init__(self, *, findings: list[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class DrawNotOpen(Caught):
    """The draw is finished already, or was given up."""

    code = "DRAW_NOT_OPEN"
