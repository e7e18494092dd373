"""Errors raised by the services about reports and files.

The tree::

    RuleError
        ReportRefused
            PhotoTooBig, PhotoTooLarge, PhotoNotImage, PhotoTwice, PhotosEnough, PhotosEnoughOfEvent, DiskFull
            ForumAddressWrong
            NotOfficial, EventNotConcluded
            FileRefused (with its findings), FileAlreadyHere, FileAnonymous, SeasonMissing
            PlayersFileWrong, PlayersRowsWrong, EntriesChanged

Each has a code, article and params; its message text is in :mod:`tournament.core.report_messages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from games.wording import filled
from tournament.core.report_messages import SENTENCES
from tournament.regulation.errors import RuleError


def _shown(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(item) for item in value)
    return "" if value is None else str(value)


class ReportRefused(RuleError):
    """Base of the errors about reports and files. Nothing was written."""

    article = "1.4"

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], {name: _shown(value) for name, value in self.params.items()})


class PhotoTooBig(ReportRefused):
    """The file is too big. Params: size, most (megabytes)."""

    code, article = "PHOTO_TOO_BIG", ""


class PhotoTooLarge(ReportRefused):
    """The photo has more pixels than are decoded. Params: most (megapixels)."""

    code, article = "PHOTO_TOO_LARGE", ""


class PhotoNotImage(ReportRefused):
    """The file cannot be decoded as a photo. Params: none."""

    code, article = "PHOTO_NOT_IMAGE", ""


class PhotoTwice(ReportRefused):
    """The same picture was already uploaded. Params: none."""

    code, article = "PHOTO_TWICE", ""


class PhotosEnough(ReportRefused):
    """The table has the maximum number of photos. Params: most, table."""

    code, article = "PHOTOS_ENOUGH", ""


class PhotosEnoughOfEvent(ReportRefused):
    """The event has the maximum number of photos. Params: most."""

    code, article = "PHOTOS_ENOUGH_OF_EVENT", ""


class DiskFull(ReportRefused):
    """The server has no space for a file; nothing was changed. Params: none."""

    code, article = "DISK_FULL", ""


class ForumAddressWrong(ReportRefused):
    """Art. 1.2: the final part is published on the Forum. Params: address."""

    code, article = "FORUM_ADDRESS_WRONG", "1.2"


class NotOfficial(ReportRefused):
    """Art. 1.3: the event was played below the minimum, outside the championship (AMB-13). Params: none."""

    code, article = "NOT_OFFICIAL", "1.3"


class EventNotConcluded(ReportRefused):
    """Art. 1.4: an event file requires a concluded event. Params: state."""

    code = "EVENT_NOT_CONCLUDED"


class FileRefused(ReportRefused):
    """The file breaks the rules; ``findings`` lists where. Params: count."""

    code, article = "FILE_REFUSED", ""

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class FileAlreadyHere(ReportRefused):
    """The event was already imported. Params: name, first_day, city."""

    code, article = "FILE_ALREADY_HERE", ""


class FileAnonymous(ReportRefused):
    """The file is the public version, without the names of players who gave no consent. Params: path."""

    code, article = "FILE_ANONYMOUS", "1.6"


class SeasonMissing(ReportRefused):
    """Art. 1.3: an event lies inside a season of its game. Params: game, first_day, last_day."""

    code, article = "SEASON_MISSING", "1.3"


class PlayersFileWrong(ReportRefused):
    """The file of players cannot be read. Params: problem, columns."""

    code, article = "PLAYERS_FILE_WRONG", ""


class PlayersRowsWrong(ReportRefused):
    """Some rows cannot be imported. Params: count, rows (numbers as a spreadsheet counts them)."""

    code, article = "PLAYERS_ROWS_WRONG", ""


class EntriesChanged(ReportRefused):
    """An entry was added since the list was previewed, or it was sent twice. Params: count (of entries now)."""

    code, article = "ENTRIES_CHANGED", ""
