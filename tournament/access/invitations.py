"""Invite people to a role by mail: send, send again, withdraw, accept.

The sender learns nothing about accounts: the address is looked up only when its owner opens the link.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.access.refusals import InvitationRefused
from tournament.access.roles import member_add, referent_group, role_grant
from tournament.core.audit import By, record
from tournament.core.dates import date_words
from tournament.core.locks import locked
from tournament.core.refusals import AlreadyDone
from tournament.core.tokens import TOKEN_LENGTH, derived_token, hashed, token_of
from tournament.delivery.jobs import job_enqueue
from tournament.delivery.mail import mail_text
from tournament.delivery.notices import DAY
from tournament.delivery.roles import role_facts, role_notice
from tournament.models import Event, Invitation, Job, Organiser
from tournament.models.accounts import account_name
from tournament.people.accounts import confirmed_addresses, find_account
from tournament.people.languages import chosen_language

KIND = "invitation_mail"
#: Days in which an invitation can be accepted, from its last mail on.
VALID_DAYS = 14
#: Invitations that one account sends within an hour.
MOST_PER_HOUR = 30
#: Shortest interval between two mails of one invitation.
_MAILED_EVERY = timedelta(minutes=10)

Grant = Invitation.Grant


@transaction.atomic
def invite(
    *,
    address: str,
    grant: str,
    by: By,
    event: Event | None = None,
    organiser: Organiser | None = None,
    language: str = "it",
) -> Invitation:
    """Offer a role to the owner of an address, by mail.

    An open invitation of the same address to the same role is sent again instead, at most every ten minutes.

    Arguments:
        grant: a value of ``Invitation.Grant``; event, organiser: of the role, both None for a National Referent.
        by: who invites; None for the operator of the server.
        language: of the mail; a language chosen by the reader's account takes precedence.
    Errors: TOO_MANY_INVITATIONS; AlreadyDone if its mail was sent just now.
    """
    scope = {"event": locked(event) if event is not None else None, "organiser": organiser}
    if organiser is not None:
        Organiser.objects.select_for_update().get(pk=organiser.pk)
    elif event is None:
        referent_group()
    clean_address, now = address.strip().lower(), timezone.now()
    same = Invitation.objects.filter(address=clean_address, grant=grant, **scope)
    earlier = same.filter(accepted_at=None, revoked_at=None, expires_at__gt=now).first()
    if earlier is not None:
        return invitation_resend(invitation=earlier, by=by)
    if by is not None:
        sent = Invitation.objects.filter(invited_by=by, made_at__gt=now - timedelta(hours=1)).count()
        if sent >= MOST_PER_HOUR:
            raise InvitationRefused("TOO_MANY_INVITATIONS", most=MOST_PER_HOUR)
    invitation = Invitation(address=clean_address, grant=grant, invited_by=by, language=language, **scope)
    _mail(invitation, verb="invitation_make", by=by)
    return invitation


def _mail(invitation: Invitation, *, verb: str, by: By) -> None:
    """Save an invitation with a token that this server can derive, valid from now on, and queue its mail."""
    now = timezone.now()
    if not invitation.salt or derived_token(invitation.salt, invitation.token_sha256) is None:
        invitation.salt = secrets.token_urlsafe(16)
        invitation.token_sha256 = hashed(token_of(invitation.salt))
    record(invitation, verb=verb, by=by, mailed_at=now, expires_at=now + timedelta(days=VALID_DAYS))
    key = f"{KIND}:{invitation.pk}:{now.isoformat()}"
    job_enqueue(kind=KIND, key=key, args={"invitation": invitation.pk}, event=invitation.event, by=by)


def _require_unanswered(invitation: Invitation) -> None:
    """Errors: INVITATION_USED, INVITATION_WITHDRAWN."""
    if invitation.accepted_at is not None:
        raise InvitationRefused("INVITATION_USED")
    if invitation.revoked_at is not None:
        raise InvitationRefused("INVITATION_WITHDRAWN")


def _require_open(invitation: Invitation) -> None:
    """Errors: INVITATION_USED, INVITATION_WITHDRAWN, INVITATION_EXPIRED."""
    _require_unanswered(invitation)
    if invitation.expires_at <= timezone.now():
        raise InvitationRefused("INVITATION_EXPIRED")


def _locked_invitation(invitation: Invitation) -> Invitation:
    """Return the invitation as it is now, locked. Errors: INVITATION_UNKNOWN if it was deleted concurrently."""
    fresh = Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
    if fresh is None:
        raise InvitationRefused("INVITATION_UNKNOWN")
    return fresh


@transaction.atomic
def invitation_resend(*, invitation: Invitation, by: By) -> Invitation:
    """Mail an invitation again; it is valid for fourteen more days, also if it had expired.

    Errors: INVITATION_USED, INVITATION_WITHDRAWN; AlreadyDone if its mail was sent just now.
    """
    fresh = _locked_invitation(invitation)
    _require_unanswered(fresh)
    if timezone.now() - fresh.mailed_at < _MAILED_EVERY:
        raise AlreadyDone(what=_("the mail is on its way"))
    _mail(fresh, verb="invitation_mail", by=by)
    return fresh


@transaction.atomic
def invitation_withdraw(*, invitation: Invitation, by: By) -> Invitation:
    """Withdraw an invitation: its link opens no more. Idempotent. Errors: INVITATION_USED."""
    fresh = _locked_invitation(invitation)
    if fresh.accepted_at is not None:
        raise InvitationRefused("INVITATION_USED")
    if fresh.revoked_at is None:
        record(fresh, verb="invitation_withdraw", by=by, revoked_at=timezone.now())
    return fresh


def invitation_resolve(token: str) -> Invitation:
    """Return the open invitation of a token.

    Errors: INVITATION_UNKNOWN, INVITATION_USED, INVITATION_WITHDRAWN, INVITATION_EXPIRED.
    """
    if len(token) != TOKEN_LENGTH:
        raise InvitationRefused("INVITATION_UNKNOWN")
    matching = Invitation.objects.filter(token_sha256=hashed(token)).select_related("event", "organiser", "invited_by")
    invitation = matching.first()
    if invitation is None or derived_token(invitation.salt, invitation.token_sha256) is None:
        raise InvitationRefused("INVITATION_UNKNOWN")
    _require_open(invitation)
    return invitation


def is_for(invitation: Invitation, user: Any) -> bool:
    """Return whether the account has confirmed the address to which the invitation was sent."""
    return invitation.address in confirmed_addresses(user)


@transaction.atomic
def invitation_accept(*, invitation: Invitation, user: User) -> Invitation:
    """Give the role to the account that accepts, and tell its owner by mail.

    Errors: INVITATION_USED, INVITATION_WITHDRAWN, INVITATION_EXPIRED, INVITATION_OF_ANOTHER.
    """
    if invitation.event_id is not None:
        # The order of locks of every service: first the event.
        locked(invitation.event_id)
    fresh = _locked_invitation(invitation)
    _require_open(fresh)
    if not is_for(fresh, user):
        raise InvitationRefused("INVITATION_OF_ANOTHER", address=fresh.address)
    if fresh.event is not None:
        role_grant(event=fresh.event, user=user, role=fresh.grant, by=fresh.invited_by or user)
    elif fresh.organiser is not None:
        member_add(organiser=fresh.organiser, user=user, by=fresh.invited_by or user)
    else:
        user.groups.add(referent_group())
    record(fresh, verb="invitation_accept", by=user, address="", accepted_by=user, accepted_at=timezone.now())
    key = f"invitation-{fresh.pk}-accepted"
    role_notice(
        user=user,
        grant=fresh.grant,
        event=fresh.event,
        organiser=fresh.organiser,
        given=True,
        key=key,
    )
    return fresh


def send_invitation_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the mail of an invitation that is still open; its token is derived only now."""
    invitations = Invitation.objects.select_related("event", "organiser", "invited_by")
    invitation = invitations.filter(pk=job.args["invitation"]).first()
    if invitation is None or not invitation.is_open(timezone.now()):
        return b"", ""
    token = derived_token(invitation.salt, invitation.token_sha256)
    if token is None:
        return b"", ""
    reader = find_account(invitation.address)
    language = chosen_language(reader) or invitation.language
    with translation.override(language):
        facts = role_facts(invitation.grant, invitation.event, invitation.organiser)
        until = date_words(timezone.localtime(invitation.expires_at), DAY)
    context = {
        **facts,
        "inviter": account_name(invitation.invited_by) if invitation.invited_by is not None else "",
        "address": settings.FOSSATO_SITE_URL.rstrip("/") + reverse("invitation", args=[token]),
        "until": until,
    }
    mail_text(name="invitation", to=invitation.address, context=context, language=language)
    return b"", ""
