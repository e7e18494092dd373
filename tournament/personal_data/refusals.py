"""Refusals of personal data: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "PERSON_IN_EVENT": (
        "",
        gettext_noop("{person} is entered in “{event}”, which is not over: remove the entry, or wait for its end."),
    ),
    "ALREADY_ERASED": (
        "",
        gettext_noop("The data of this record have been erased already: the receipt is number {receipt}."),
    ),
    "NOT_ASKED": ("", gettext_noop("No request for erasure is waiting: nothing has changed.")),
}
add_rows(ROWS)
