"""Refusals about events that are played on another installation.

The tree::

    ReportRefused
        ElsewhereOnlyOfficial, CopyAlreadyHere, FileNotOfEvent, FileTooLarge, FileTooManyItems
"""

from __future__ import annotations

from tournament.core.report_errors import ReportRefused
from tournament.regulation.translatable import gettext_noop


class ElsewhereOnlyOfficial(ReportRefused):
    """Only an event that counts for the Ranking leaves as a file, and comes back as one. Params: none."""

    code, article = "ELSEWHERE_ONLY_OFFICIAL", "1.3"
    message = gettext_noop(
        "Only an event that counts for the Ranking is played on a laptop and brought back: not practice, not one "
        "without points, not the national final."
    )


class CopyAlreadyHere(ReportRefused):
    """The file was opened here before. Params: name."""

    code, article = "COPY_ALREADY_HERE", ""
    message = gettext_noop(
        "“{name}” was opened here already: it is among the events you run. Delete that copy to open the file again."
    )


class FileNotOfEvent(ReportRefused):
    """The file is not one that the page of an event makes for a laptop. Params: none."""

    code, article = "FILE_NOT_OF_EVENT", ""
    message = gettext_noop(
        "This is not the file of an event to be played: save it on the event’s page “Without a network”, on its site."
    )


class FileTooLarge(ReportRefused):
    """The file is larger than any event. Params: most (megabytes)."""

    code, article = "FILE_TOO_LARGE", ""
    message = gettext_noop("The file is larger than {most} MB, which no event is: choose the right one.")


class FileTooManyItems(ReportRefused):
    """A list or object of the file holds more than any event has. Params: most."""

    code, article = "FILE_TOO_MANY_ITEMS", ""
    message = gettext_noop("A list of the file has more than {most} items, which no event has: choose the right one.")
