"""What private links refuse.

The tree::

    RuleError
        LinkRefused
            LinkUnknown, LinkRevoked, LinkExpired, RoundOver
            NotAtTable, SheetNotThere, ConfirmWithAccount, NoTableNow
            CodeUnknown, CodeOfTable, CodeOfAnotherEvent, CodeRevoked, CodeExpired

Each carries its code and params; its sentence stands in :mod:`tournament.access.link_messages`.
"""

from __future__ import annotations

from games.wording import filled
from tournament.access.link_messages import SENTENCES
from tournament.regulation.errors import RuleError


class LinkRefused(RuleError):
    """A private link refuses, and nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """What is wrong and what would be right, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class LinkUnknown(LinkRefused):
    """No link has this token. Params: none."""

    code = "LINK_UNKNOWN"


class LinkRevoked(LinkRefused):
    """The organiser took the link back. Params: none."""

    code = "LINK_REVOKED"


class LinkExpired(LinkRefused):
    """The link's days are over. Params: none."""

    code = "LINK_EXPIRED"


class RoundOver(LinkRefused):
    """A table's link is good for its round only. Params: round, table."""

    code = "ROUND_OVER"


class NotAtTable(LinkRefused):
    """Only who sits at a table confirms its sheet. Params: player, table."""

    code = "NOT_AT_TABLE"


class SheetNotThere(LinkRefused):
    """The version to be confirmed is not the newest, or there is none. Params: table."""

    code = "SHEET_NOT_THERE"


class ConfirmWithAccount(LinkRefused):
    """A sheet against which an error speaks is closed by a referee with an account. Params: table."""

    code = "CONFIRM_WITH_ACCOUNT"


class NoTableNow(LinkRefused):
    """The player sits at no table of an open round. Params: player."""

    code = "NO_TABLE_NOW"


class CodeUnknown(LinkRefused):
    """What was scanned at the door is no participant's code. Params: none."""

    code = "CODE_UNKNOWN"


class CodeOfTable(LinkRefused):
    """A table's code was scanned at the door. Params: none."""

    code = "CODE_OF_TABLE"


class CodeOfAnotherEvent(LinkRefused):
    """The code's holder is entered in another event. Params: player, event."""

    code = "CODE_OF_ANOTHER_EVENT"


class CodeRevoked(LinkRefused):
    """The code was revoked, or has a successor. Params: player."""

    code = "CODE_REVOKED"


class CodeExpired(LinkRefused):
    """The code's days are over. Params: player."""

    code = "CODE_EXPIRED"
