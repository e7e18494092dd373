"""Refusals of access: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Refused, Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "LINK_UNKNOWN": ("", gettext_noop("This link opens nothing. Scan the code again, or ask at the organiser’s desk.")),
    "LINK_REVOKED": ("", gettext_noop("The organiser has revoked this link: ask for a new one at the desk.")),
    "LINK_EXPIRED": ("", gettext_noop("This link has expired: the results are on the event’s public page.")),
    "ROUND_OVER": (
        "",
        gettext_noop(
            "Round {round} is closed: the link of table {table} was good until then. Whoever finds a mistake "
            "tells the referee."
        ),
    ),
    "NOT_AT_TABLE": (
        "",
        gettext_noop("{player} does not sit at table {table}: a sheet is confirmed by those who played at that table."),
    ),
    "SHEET_NOT_THERE": (
        "",
        gettext_noop("Table {table} does not have this version, or there is a newer one: read it again, then confirm."),
    ),
    "CONFIRM_WITH_ACCOUNT": (
        "",
        gettext_noop(
            "The sheet of table {table} holds an error: only a referee who is signed in can close it like this."
            " Put the number right or call the referee."
        ),
    ),
    "NO_TABLE_NOW": ("", gettext_noop("{player} sits at no open table now.")),
    "CODE_UNKNOWN": ("", gettext_noop("This code is nobody’s. Scan it again, or look for the name among the entries.")),
    "CODE_OF_TABLE": (
        "",
        gettext_noop("This is the code of a table: at the door the personal code of whoever has come is needed."),
    ),
    "CODE_OF_ANOTHER_EVENT": (
        "",
        gettext_noop(
            "The code of {player} is of another event: {event}. Look for the name among the entries of this one."
        ),
    ),
    "CODE_REVOKED": (
        "",
        gettext_noop(
            "The code of {player} has been revoked. Ask for the name and check the player in from the list of entries."
        ),
    ),
    "CODE_EXPIRED": (
        "",
        gettext_noop(
            "The code of {player} has expired. Ask for the name and check the player in from the list of entries."
        ),
    ),
    "INVITATION_UNKNOWN": (
        "",
        gettext_noop(
            "This link opens nothing. Copy it whole from the mail, or ask whoever sent it for a new invitation."
        ),
    ),
    "INVITATION_WITHDRAWN": (
        "",
        gettext_noop("The invitation has been withdrawn: if you still want to help, ask whoever sent it."),
    ),
    "INVITATION_EXPIRED": ("", gettext_noop("The invitation has expired: ask whoever sent it for a new one.")),
    "INVITATION_USED": (
        "",
        gettext_noop("The invitation has already been accepted: sign in with the account that accepted it."),
    ),
    "INVITATION_OF_ANOTHER": (
        "",
        gettext_noop("The invitation is for {address}, an address that this account has not confirmed."),
    ),
    "TOO_MANY_INVITATIONS": ("", gettext_noop("You sent {most} invitations in the last hour: send the others later.")),
    "LAST_REFERENT": ("", gettext_noop("There is no other National Referent: invite another one first.")),
    "LAST_MEMBER": ("", gettext_noop("Nobody else acts for {name}: invite somebody first.")),
    "TOKEN_NAME_MISSING": (
        "",
        gettext_noop("The key has no name: write which program it is for, in at most {most} characters."),
    ),
    "TOKEN_DAYS_WRONG": ("", gettext_noop("A key is valid for 1 to {most} days, not {days}.")),
    "TOKEN_SCOPES_WRONG": ("", gettext_noop("Choose at least one thing that the program may do.")),
    "SCOPE_MISSING": ("", gettext_noop("This key was not made for that: it needs “{scope}”.")),
    "SECOND_FACTOR_NEEDED": (
        "",
        gettext_noop("The account of this key needs a second factor before its keys act: set one up in its settings."),
    ),
    "TOO_MANY_TOKENS": ("", gettext_noop("You already have {most} valid keys: revoke one that is no longer needed.")),
    "CONSENT_NO_ADDRESS": (
        "1.6",
        gettext_noop("We have no mail address of yours: sign the paper form at the desk, or write to the Referent."),
    ),
}
add_rows(ROWS)


class LinkRefused(Refused):
    """Base of the errors of private links. Nothing was written."""


class InvitationRefused(Refused):
    """Base of the errors of invitations. Nothing was written."""
