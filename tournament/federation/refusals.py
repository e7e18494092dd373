"""Refusals of federation: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "ORGANISER_REQUEST_OPEN": (
        "1.2",
        gettext_noop("Your request for “{name}” is still open: change it instead of sending another one."),
    ),
    "ORGANISER_REQUEST_ANSWERED": ("1.2", gettext_noop("The request of “{name}” is no longer open: {state}.")),
    "ORGANISER_QUESTION_MISSING": ("1.2", gettext_noop("Write what you want to know: whoever asked reads it.")),
}
add_rows(ROWS)
