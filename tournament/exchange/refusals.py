"""Refusals of exchange: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.findings import Finding
from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "SEASON_OF_ANOTHER_GAME": (
        "1.3",
        gettext_noop("The season “{season}” is of {game}: choose a season of this event’s game."),
    ),
    "EVENT_NOT_CONCLUDED": (
        "1.4",
        gettext_noop("The event is not concluded: it is “{state}”. The file is made when the places are final."),
    ),
    "FILE_REFUSED": (
        "",
        ngettext_lazy(
            "The file cannot be imported: it holds {count} error. Nothing was saved.",
            "The file cannot be imported: it holds {count} errors. Nothing was saved.",
            "count",
        ),
    ),
    "FILE_ALREADY_HERE": (
        "",
        gettext_noop("The event “{name}” of {first_day} at {city} is already here: a file is imported once."),
    ),
    "FILE_ANONYMOUS": (
        "1.6",
        gettext_noop(
            "{path}: the name is missing. This is a public file, without the names of those who gave no "
            "consent: it can be verified, but only the organiser’s can be imported."
        ),
    ),
    "SEASON_MISSING": (
        "1.3",
        gettext_noop(
            "No season of {game} includes the days from {first_day} to {last_day}: ask the Referent to open one"
            " or say which."
        ),
    ),
    "ELSEWHERE_ONLY_OFFICIAL": (
        "1.3",
        gettext_noop(
            "Only an event that counts for the Ranking is played on a laptop and brought back: not practice, "
            "not one without points, not the national final."
        ),
    ),
    "COPY_ALREADY_HERE": (
        "",
        gettext_noop(
            "“{name}” was opened here already: it is among the events you run. Delete that copy to open the file again."
        ),
    ),
    "FILE_NOT_OF_EVENT": (
        "",
        gettext_noop(
            "This is not the file of an event to be played: save it on the event’s page “Without a network”, on"
            " its site."
        ),
    ),
    "FILE_TOO_LARGE": ("", gettext_noop("The file is larger than {most} MB, which no event is: choose the right one.")),
    "FILE_TOO_MANY_ITEMS": (
        "",
        gettext_noop("A list of the file has more than {most} items, which no event has: choose the right one."),
    ),
}
add_rows(ROWS)


class FileRefused(Caught):
    """The file breaks the rules; ``findings`` lists where."""

    code = "FILE_REFUSED"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)
