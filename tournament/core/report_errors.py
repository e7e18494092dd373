"""Errors raised by the services about reports and files.

The tree::

    RuleError
        ReportRefused
            PhotoNotAgreed, PhotoRefused
            PhotoTooBig, PhotoTooLarge, PhotoNotImage, PhotoTwice, PhotosEnough, PhotosEnoughOfEvent, DiskFull
            ForumAddressWrong
            NotOfficial, EventNotConcluded
            FileRefused (with its findings), FileAlreadyHere, FileAnonymous, SeasonMissing
            ListFileWrong, PlayersRowsWrong, EntriesChanged
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

#: Error numbers of the operating system for a full disk.
DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class ReportRefused(RuleError):
    """Base of the errors about reports and files. Nothing was written."""

    article = "1.4"


class PhotoTooBig(ReportRefused):
    """The file is too big. Params: size, most (megabytes)."""

    code, article = "PHOTO_TOO_BIG", ""
    message = gettext_noop("The photo is {size} MB: the maximum is {most} MB. Make it smaller and try again.")


class PhotoTooLarge(ReportRefused):
    """The photo has more pixels than are decoded. Params: most (megapixels)."""

    code, article = "PHOTO_TOO_LARGE", ""
    message = gettext_noop(
        "The photo has too many pixels: the maximum, in this format, is {most} megapixels. Make it smaller and try "
        "again."
    )


class PhotoNotImage(ReportRefused):
    """The file cannot be decoded as a photo. Params: none."""

    code, article = "PHOTO_NOT_IMAGE", ""
    message = gettext_noop("The file is not a readable photo: JPEG, PNG or WebP are needed.")


class PhotoNotAgreed(ReportRefused):
    """A photo is to be shown to everybody without the agreement of those in it. Params: none."""

    code, article = "PHOTO_NOT_AGREED", ""
    message = gettext_noop("Ask everybody in the photo first, then tick that they agreed.")


class PhotoRefused(ReportRefused):
    """The winner, or a person who had photos taken down, does not want it. Params: none."""

    code, article = "PHOTO_REFUSED", ""
    message = gettext_noop("A player does not want to be in photos: the photo is not shown to everybody.")


class PhotoTwice(ReportRefused):
    """The same picture was already uploaded. Params: none."""

    code, article = "PHOTO_TWICE", ""
    message = gettext_noop("This photo is already there.")


class PhotosEnough(ReportRefused):
    """The table has the maximum number of photos. Params: most, table."""

    code, article = "PHOTOS_ENOUGH", ""
    message = gettext_noop(
        "Table {table} has {most} photos already, which is the maximum. If another is needed, the organiser removes "
        "one on the page of the report."
    )


class PhotosEnoughOfEvent(ReportRefused):
    """The event has the maximum number of photos. Params: most."""

    code, article = "PHOTOS_ENOUGH_OF_EVENT", ""
    message = gettext_noop(
        "The event has {most} photos already: beyond these only the first of each table is kept. If another is "
        "needed, the organiser removes one on the page of the report."
    )


class DiskFull(ReportRefused):
    """The server has no space for a file; nothing was changed. Params: none."""

    code, article = "DISK_FULL", ""
    message = gettext_noop(
        "The server’s disk is full: the file was not saved, everything else was. Tell whoever runs the server and "
        "try again."
    )


class ForumAddressWrong(ReportRefused):
    """Art. 1.2: the final part is published on the Forum. Params: address."""

    code, article = "FORUM_ADDRESS_WRONG", "1.2"
    message = gettext_noop("“{address}” is not an address on the Forum: it must begin with http:// or https://.")


class NotOfficial(ReportRefused):
    """Art. 1.3: the event was played below the minimum, outside the championship (AMB-13). Params: none."""

    code, article = "NOT_OFFICIAL", "1.3"
    message = gettext_noop("The event is not official: no report is sent and it gives no points.")


class EventNotConcluded(ReportRefused):
    """Art. 1.4: an event file requires a concluded event. Params: state."""

    code = "EVENT_NOT_CONCLUDED"
    message = gettext_noop("The event is not concluded: it is “{state}”. The file is made when the places are final.")


class FileRefused(ReportRefused):
    """The file breaks the rules; ``findings`` lists where. Params: count."""

    code, article = "FILE_REFUSED", ""
    message = ngettext_lazy(
        "The file cannot be imported: it holds {count} error. Nothing was saved.",
        "The file cannot be imported: it holds {count} errors. Nothing was saved.",
        "count",
    )

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class FileAlreadyHere(ReportRefused):
    """The event was already imported. Params: name, first_day, city."""

    code, article = "FILE_ALREADY_HERE", ""
    message = gettext_noop("The event “{name}” of {first_day} at {city} is already here: a file is imported once.")


class FileAnonymous(ReportRefused):
    """The file is the public version, without the names of players who gave no consent. Params: path."""

    code, article = "FILE_ANONYMOUS", "1.6"
    message = gettext_noop(
        "{path}: the name is missing. This is a public file, without the names of those who gave no consent: it "
        "can be verified, but only the organiser’s can be imported."
    )


class SeasonMissing(ReportRefused):
    """Art. 1.3: an event lies inside a season of its game. Params: game, first_day, last_day."""

    code, article = "SEASON_MISSING", "1.3"
    message = gettext_noop(
        "No season of {game} includes the days from {first_day} to {last_day}: ask the Referent to open one or say "
        "which."
    )


class ListFileWrong(ReportRefused):
    """The file of a list cannot be read. Params: problem."""

    code, article = "LIST_FILE_WRONG", ""
    message = gettext_noop("The file cannot be read: {problem}.")


class PlayersRowsWrong(ReportRefused):
    """Some rows cannot be imported. Params: count, rows (numbers as a spreadsheet counts them)."""

    code, article = "PLAYERS_ROWS_WRONG", ""
    message = ngettext_lazy(
        "The file of players has {count} row to be put right: {rows}. Nothing was saved.",
        "The file of players has {count} rows to be put right: {rows}. Nothing was saved.",
        "count",
    )


class EntriesChanged(ReportRefused):
    """An entry was added since the list was previewed, or it was sent twice. Params: count (of entries now)."""

    code, article = "ENTRIES_CHANGED", ""
    message = ngettext_lazy(
        "Since you looked at the list the entries have changed: there is {count} now. Look at it again before you "
        "confirm: nothing was saved.",
        "Since you looked at the list the entries have changed: they are {count} now. Look at it again before you "
        "confirm: nothing was saved.",
        "count",
    )
