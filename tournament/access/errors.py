"""Errors raised by private links.

The tree::

    RuleError
        LinkRefused
            LinkUnknown, LinkRevoked, LinkExpired, RoundOver
            NotAtTable, SheetNotThere, ConfirmWithAccount, NoTableNow
            CodeUnknown, CodeOfTable, CodeOfAnotherEvent, CodeRevoked, CodeExpired
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class LinkRefused(RuleError):
    """Base of the errors of private links. Nothing was written."""

    article = ""


class LinkUnknown(LinkRefused):
    """No link has this token. Params: none."""

    code = "LINK_UNKNOWN"
    message = gettext_noop("This link opens nothing. Scan the code again, or ask at the organiser’s desk.")


class LinkRevoked(LinkRefused):
    """The organiser revoked the link. Params: none."""

    code = "LINK_REVOKED"
    message = gettext_noop("The organiser has revoked this link: ask for a new one at the desk.")


class LinkExpired(LinkRefused):
    """The link has expired. Params: none."""

    code = "LINK_EXPIRED"
    message = gettext_noop("This link has expired: the results are on the event’s public page.")


class RoundOver(LinkRefused):
    """A table's link is valid only while its round is open. Params: round, table."""

    code = "ROUND_OVER"
    message = gettext_noop(
        "Round {round} is closed: the link of table {table} was good until then. Whoever finds a mistake tells the "
        "referee."
    )


class NotAtTable(LinkRefused):
    """Only a player seated at the table confirms its sheet. Params: player, table."""

    code = "NOT_AT_TABLE"
    message = gettext_noop(
        "{player} does not sit at table {table}: a sheet is confirmed by those who played at that table."
    )


class SheetNotThere(LinkRefused):
    """The version to be confirmed is not the newest, or there is none. Params: table."""

    code = "SHEET_NOT_THERE"
    message = gettext_noop(
        "Table {table} does not have this version, or there is a newer one: read it again, then confirm."
    )


class ConfirmWithAccount(LinkRefused):
    """A sheet with an error is closed by a referee who has an account. Params: table."""

    code = "CONFIRM_WITH_ACCOUNT"
    message = gettext_noop(
        "The sheet of table {table} holds an error: only a referee who is signed in can close it like this. Put "
        "the number right or call the referee."
    )


class NoTableNow(LinkRefused):
    """The player sits at no table of an open round. Params: player."""

    code = "NO_TABLE_NOW"
    message = gettext_noop("{player} sits at no open table now.")


class CodeUnknown(LinkRefused):
    """The code scanned at check-in is not a participant's code. Params: none."""

    code = "CODE_UNKNOWN"
    message = gettext_noop("This code is nobody’s. Scan it again, or look for the name among the entries.")


class CodeOfTable(LinkRefused):
    """The code scanned at check-in is a table's. Params: none."""

    code = "CODE_OF_TABLE"
    message = gettext_noop("This is the code of a table: at the door the personal code of whoever has come is needed.")


class CodeOfAnotherEvent(LinkRefused):
    """The code's holder is entered in another event. Params: player, event."""

    code = "CODE_OF_ANOTHER_EVENT"
    message = gettext_noop(
        "The code of {player} is of another event: {event}. Look for the name among the entries of this one."
    )


class CodeRevoked(LinkRefused):
    """The code was revoked or replaced by a newer one. Params: player."""

    code = "CODE_REVOKED"
    message = gettext_noop(
        "The code of {player} has been revoked. Ask for the name and check the player in from the list of entries."
    )


class CodeExpired(LinkRefused):
    """The code has expired. Params: player."""

    code = "CODE_EXPIRED"
    message = gettext_noop(
        "The code of {player} has expired. Ask for the name and check the player in from the list of entries."
    )
