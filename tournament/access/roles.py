"""Give and end the roles of an event, and that of National Referent."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access.refusals import InvitationRefused
from tournament.core.audit import By, erase, record, require_reason
from tournament.core.locks import locked
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.core.tokens import hashed
from tournament.delivery.roles import role_notice
from tournament.models import Event, EventRole, Invitation, Organiser, OrganiserMember
from tournament.models.accounts import account_name
from tournament.regulation.refused import Refused


@transaction.atomic
def role_grant(*, event: Event, user: User, role: str, by: By) -> EventRole:
    """Make a user organiser or referee of an event. Idempotent. Errors: FIELD_WRONG."""
    if role not in EventRole.Role.values:
        raise Refused("FIELD_WRONG", field=_("role"), value=role, right=", ".join(EventRole.Role.values))
    fresh = locked(event)
    existing_role = EventRole.objects.filter(event=fresh, user=user, role=role).first()
    if existing_role is not None:
        return existing_role
    granted = EventRole(event=fresh, user=user, role=role)
    record(granted, verb="role_grant", by=by)
    return granted


@transaction.atomic
def role_revoke(*, event: Event, user: User, role: str, by: By) -> None:
    """End a role and tell its holder by mail; an event keeps at least one organiser. Errors: FIELD_WRONG."""
    fresh = locked(event)
    roles = list(EventRole.objects.filter(event=fresh, role=role))
    own_role = next((role_row for role_row in roles if role_row.user_id == user.pk), None)
    if own_role is None:
        return
    if role == EventRole.Role.ORGANISER and len(roles) == 1:
        raise Refused(
            "FIELD_WRONG", field=_("role"), value=account_name(user), right=_("an event keeps at least one organiser")
        )
    key = f"role-{own_role.pk}-ended"
    erase(own_role, verb="role_revoke", by=by)
    role_notice(user=user, grant=role, event=fresh, given=False, key=key)


@transaction.atomic
def member_add(*, organiser: Organiser, user: User, by: By) -> None:
    """Let an account act for an organiser: as the responsible one where there is none, else as a member. Idempotent."""
    fresh = Organiser.objects.select_for_update().get(pk=organiser.pk)
    if fresh.user_id is None:
        record(fresh, verb="member_add", by=by, user=user)
    elif fresh.user_id != user.pk and not fresh.members.filter(user=user).exists():
        record(OrganiserMember(organiser=fresh, user=user), verb="member_add", by=by)


#: States of an event in which its desk is still at work.
_AT_WORK = (
    Event.State.DRAFT,
    Event.State.ANNOUNCED,
    Event.State.AUTHORISED,
    Event.State.CHECK_IN,
    Event.State.RUNNING,
)


@transaction.atomic
def member_end(*, organiser: Organiser, user: User, by: By) -> None:
    """End that an account acts for an organiser, and tell its owner. Does nothing if it does not.

    Its organiser's role ends in the events that are not over, except where nobody else has it. The next member becomes
    responsible in place of the one who was.

    Errors: LAST_MEMBER.
    """
    roles = EventRole.objects.filter(user=user, role=EventRole.Role.ORGANISER, event__organiser=organiser)
    at_work = Event.objects.filter(pk__in=roles.values("event"), state__in=_AT_WORK)
    # The order of locks of every service: first the events, then the organiser.
    events = list(at_work.order_by("pk").select_for_update())
    fresh = Organiser.objects.select_for_update().get(pk=organiser.pk)
    members = list(fresh.members.select_related("user").order_by("pk"))
    own = next((member for member in members if member.user_id == user.pk), None)
    is_responsible = fresh.user_id == user.pk
    if own is None and not is_responsible:
        return
    successor = next((member for member in members if member.user_id != user.pk), None)
    if is_responsible and successor is None:
        raise InvitationRefused("LAST_MEMBER", name=fresh.name)
    for row in (own, successor if is_responsible else None):
        if row is not None:
            erase(row, verb="member_end", by=by)
    if is_responsible and successor is not None:
        record(fresh, verb="member_end", by=by, user=successor.user)
    for role in roles.filter(event__in=events).select_related("event"):
        if EventRole.objects.filter(event=role.event, role=role.role).exclude(user=user).exists():
            erase(role, verb="role_revoke", by=by)
    key = f"member-{fresh.pk}-{user.pk}-{timezone.now().isoformat()}"
    role_notice(user=user, grant=Invitation.Grant.MEMBER, organiser=fresh, given=False, key=key)


def referent_group() -> Group:
    """Return the group of the National Referents, locked until the transaction ends."""
    Group.objects.get_or_create(name=NATIONAL_REFERENT)
    return Group.objects.select_for_update().get(name=NATIONAL_REFERENT)


@transaction.atomic
def referent_end(*, user: User, by: By, reason: str) -> None:
    """End that an account is a National Referent, and tell its owner by mail. Does nothing if it is none.

    The invitation that they accepted keeps who ended the role, when and why; a Referent made on the server gets one for
    it.

    Errors: DECISION_REASON_MISSING; LAST_REFERENT.
    """
    why = require_reason(reason)
    group = referent_group()
    if not user.groups.filter(pk=group.pk).exists():
        return
    if not User.objects.filter(groups=group, is_active=True).exclude(pk=user.pk).exists():
        raise InvitationRefused("LAST_REFERENT")
    now, grant = timezone.now(), Invitation.Grant.REFERENT
    user.groups.remove(group)
    accepted = list(Invitation.objects.filter(grant=grant, accepted_by=user, revoked_at=None))
    for invitation in accepted or [_unsent_invitation(user)]:
        record(invitation, verb="referent_end", by=by, reason=why, revoked_at=now)
    role_notice(user=user, grant=grant, given=False, reason=why, key=f"{grant}-{user.pk}-{now.isoformat()}")


def _unsent_invitation(user: User) -> Invitation:
    """Return an invitation that no link opens, for a Referent who was made without one."""
    now = timezone.now()
    unknown_token = hashed(secrets.token_urlsafe(32))
    return Invitation(
        grant=Invitation.Grant.REFERENT, accepted_by=user, mailed_at=now, expires_at=now, token_sha256=unknown_token
    )
