"""Errors raised by private links.

The tree::

    RuleError
        LinkRefused
            LinkUnknown, LinkRevoked, LinkExpired, RoundOver
            NotAtTable, SheetNotThere, ConfirmWithAccount, NoTableNow
            CodeUnknown, CodeOfTable, CodeOfAnotherEvent, CodeRevoked, CodeExpired

Each has a code and params; its message text is in :mod:`tournament.access.link_messages`.
"""

from __future__ import annotations

from games.wording import filled
from tournament.access.link_messages import SENTENCES
from tournament.regulation.errors import RuleError


class LinkRefused(RuleError):
    """Base of the errors of private links. Nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class LinkUnknown(LinkRefused):
    """No link has this token. Params: none."""

    code = "LINK_UNKNOWN"


class LinkRevoked(LinkRefused):
    """The organiser revoked the link. Params: none."""

    code = "LINK_REVOKED"


class LinkExpired(LinkRefused):
    """The link has expired. Params: none."""

    code = "LINK_EXPIRED"


class RoundOver(LinkRefused):
    """A table's link is valid only while its round is open. Params: round, table."""

    code = "ROUND_OVER"


class NotAtTable(LinkRefused):
    """Only a player seated at the table confirms its sheet. Params: player, table."""

    code = "NOT_AT_TABLE"


class SheetNotThere(LinkRefused):
    """The version to be confirmed is not the newest, or there is none. Params: table."""

    code = "SHEET_NOT_THERE"


class ConfirmWithAccount(LinkRefused):
    """A sheet with an error is closed by a referee who has an account. Params: table."""

    code = "CONFIRM_WITH_ACCOUNT"


class NoTableNow(LinkRefused):
    """The player sits at no table of an open round. Params: player."""

    code = "NO_TABLE_NOW"


class CodeUnknown(LinkRefused):
    """The code scanned at check-in is not a participant's code. Params: none."""

    code = "CODE_UNKNOWN"


class CodeOfTable(LinkRefused):
    """The code scanned at check-in is a table's. Params: none."""

    code = "CODE_OF_TABLE"


class CodeOfAnotherEvent(LinkRefused):
    """The code's holder is entered in another event. Params: player, event."""

    code = "CODE_OF_ANOTHER_EVENT"


class CodeRevoked(LinkRefused):
    """The code was revoked or replaced by a newer one. Params: player."""

    code = "CODE_REVOKED"


class CodeExpired(LinkRefused):
    """The code has expired. Params: player."""

    code = "CODE_EXPIRED"
