"""Errors raised by invitations and by the end of a role.

The tree::

    RuleError
        InvitationRefused
            InvitationUnknown, InvitationWithdrawn, InvitationExpired, InvitationUsed, InvitationOfAnother
            TooManyInvitations, LastReferent, LastMember
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class InvitationRefused(RuleError):
    """Base of the errors of invitations. Nothing was written."""

    article = ""


class InvitationUnknown(InvitationRefused):
    """No invitation has this token. Params: none."""

    code = "INVITATION_UNKNOWN"
    message = gettext_noop(
        "This link opens nothing. Copy it whole from the mail, or ask whoever sent it for a new invitation."
    )


class InvitationWithdrawn(InvitationRefused):
    """The invitation was withdrawn by its sender. Params: none."""

    code = "INVITATION_WITHDRAWN"
    message = gettext_noop("The invitation has been withdrawn: if you still want to help, ask whoever sent it.")


class InvitationExpired(InvitationRefused):
    """The invitation was not accepted in time. Params: none."""

    code = "INVITATION_EXPIRED"
    message = gettext_noop("The invitation has expired: ask whoever sent it for a new one.")


class InvitationUsed(InvitationRefused):
    """The invitation was already accepted. Params: none."""

    code = "INVITATION_USED"
    message = gettext_noop("The invitation has already been accepted: sign in with the account that accepted it.")


class InvitationOfAnother(InvitationRefused):
    """The account has not confirmed the address to which the invitation was sent. Params: address."""

    code = "INVITATION_OF_ANOTHER"
    message = gettext_noop("The invitation is for {address}, an address that this account has not confirmed.")


class TooManyInvitations(InvitationRefused):
    """The account sent the maximum number of invitations within an hour. Params: most."""

    code = "TOO_MANY_INVITATIONS"
    message = gettext_noop("You sent {most} invitations in the last hour: send the others later.")


class LastReferent(InvitationRefused):
    """The championship keeps at least one National Referent. Params: none."""

    code = "LAST_REFERENT"
    message = gettext_noop("There is no other National Referent: invite another one first.")


class LastMember(InvitationRefused):
    """An organiser keeps at least one account that acts for it. Params: name."""

    code = "LAST_MEMBER"
    message = gettext_noop("Nobody else acts for {name}: invite somebody first.")
