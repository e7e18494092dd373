"""Refusals of core: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

import errno
from typing import Final

from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop

#: Error numbers of the operating system for a full disk.
DISK_FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

ROWS: Final[Rows] = {
    "ALREADY_DONE": ("", gettext_noop("It has already been done: {what}.")),
    "FIELD_WRONG": ("", gettext_noop("The field “{field}” is not right (“{value}”): {right}.")),
    "DECISION_REASON_MISSING": ("", gettext_noop("This decision needs a written reason.")),
    "WORD_MISSING": ("1.5", gettext_noop("The word called out by somebody present is needed: it goes into the draw.")),
    "EVENT_STATE_WRONG": ("1.2", gettext_noop("The event is “{state}”: this is possible only when it is “{needed}”.")),
    "EVENT_FROZEN": (
        "1.4",
        gettext_noop("The event is “{state}”: results are not changed without the National Referent."),
    ),
    "ENTRY_STATE_WRONG": (
        "1.5",
        gettext_noop("{player} is “{state}”: this is possible only for a player who is “{needed}”."),
    ),
    "ROUND_STATE_WRONG": (
        "1.5",
        gettext_noop("Round {round} is “{state}”: this is possible only when it is “{needed}”."),
    ),
    "ROUND_UNDONE": (
        "1.5",
        gettext_noop("The draw of round {round} was undone meanwhile: its tables no longer count."),
    ),
    "ENTRY_GONE": ("1.5", gettext_noop("{player} is no longer entered: the name was removed from the list meanwhile.")),
    "DISK_FULL": (
        "",
        gettext_noop(
            "The server’s disk is full: the file was not saved, everything else was. Tell whoever runs the "
            "server and try again."
        ),
    ),
    "LIST_FILE_WRONG": ("", gettext_noop("The file cannot be read: {problem}.")),
}
add_rows(ROWS)


class AlreadyDone(Caught):
    """The operation was already performed; pages show it as information, not as an error."""

    code = "ALREADY_DONE"


class DiskFull(Caught):
    """The server has no space for a file; nothing was changed."""

    code = "DISK_FULL"


class ListFileWrong(Caught):
    """The file of a list cannot be read."""

    code = "LIST_FILE_WRONG"
