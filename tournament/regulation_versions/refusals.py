"""Refusals of regulation versions: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "VERSION_NUMBER_TAKEN": ("1.1", gettext_noop("Version {number} exists already: choose another number.")),
    "VERSION_UNCHANGED": (
        "1.1",
        gettext_noop(
            "Version {number} has the same values as version {based_on}: change something before you publish it."
        ),
    ),
    "VERSION_PUBLISHED": (
        "1.1",
        gettext_noop("Version {number} is published and never changes: copy it to make another."),
    ),
    "VERSION_TOO_EARLY": (
        "1.1",
        gettext_noop(
            "The version would be in force from {day}, which is past (today is {today}): events of those days "
            "were announced by another one."
        ),
    ),
    "DOCUMENT_TOO_BIG": ("1.1", gettext_noop("The document is bigger than {most} MB: make it smaller and try again.")),
    "TEXT_TOO_LONG": ("1.1", gettext_noop("The text is longer than {most} KB: leave out what is not regulation.")),
    "DOCUMENT_UNREADABLE": (
        "1.1",
        gettext_noop("The file cannot be read: a PDF without a password, or a text in Markdown (UTF-8), is needed."),
    ),
    "DOCUMENT_ACTIVE": (
        "1.1",
        gettext_noop("The PDF has scripts, forms or files inside: print it to a new PDF and send that one."),
    ),
}
add_rows(ROWS)
