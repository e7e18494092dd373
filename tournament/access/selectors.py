"""Read the private links of an event, the open invitations and the National Referents."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from tournament.core.collation import by_name, collation_key
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.core.tokens import link_path, link_token
from tournament.models import Entry, Event, Invitation, Organiser, PrivateLink
from tournament.models.accounts import account_name


def participant_links(event: Event) -> list[tuple[Entry, PrivateLink | None]]:
    """Return every entry of the event, sorted by name, with its live link or None. Two queries."""
    live_links = PrivateLink.objects.filter(revoked_at=None, kind=PrivateLink.Kind.PARTICIPANT)
    entries = event.entries.select_related("person").prefetch_related(
        Prefetch("links", live_links, to_attr="live_links")
    )
    links_by_entry = {entry.pk: entry.live_links for entry in entries}
    return [(entry, next(iter(links_by_entry[entry.pk]), None)) for entry in by_name(entries)]


def own_page_paths(entries: Collection[Entry]) -> dict[int, str]:
    """Return the paths of the players' own pages by the key of the entry, where a private link opens one. One query."""
    links = PrivateLink.objects.filter(
        entry__in=entries, kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None, expires_at__gt=timezone.now()
    )
    tokens = {link.entry_id: link_token(link) for link in links.order_by("pk")}
    return {
        entry: link_path(PrivateLink.Kind.PARTICIPANT, token)
        for entry, token in tokens.items()
        if entry is not None and token is not None
    }


def _mailbox(address: str) -> str:
    """Return the mailbox of an address: ``ada+torneo@example.org`` arrives at ``ada@example.org``."""
    name, _at, domain = address.strip().lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}" if name else ""


def open_invitations(*, event: Event | None = None, organiser: Organiser | None = None) -> QuerySet[Invitation]:
    """Return the invitations that wait for an answer, also those that expired, newest first. One query.

    Arguments:
        event, organiser: of the roles; both None for the federation.
    """
    waiting = Invitation.objects.filter(event=event, organiser=organiser, accepted_by=None, revoked_at=None)
    return waiting.select_related("invited_by")


def referent_list() -> list[User]:
    """Return the National Referents in order of name. One query."""
    users = User.objects.filter(groups__name=NATIONAL_REFERENT, is_active=True)
    return sorted(users, key=lambda user: collation_key(account_name(user)))


@dataclass(frozen=True, slots=True)
class ReferentChange:
    """An account that became a National Referent, or no longer is one: time, name, actor, reason."""

    at: datetime
    name: str
    is_begin: bool
    by: str
    reason: str


def referent_log(limit: int = 20) -> list[ReferentChange]:
    """Return who became a National Referent and who no longer is, newest first. One query."""
    rows = Invitation.history.filter(grant=Invitation.Grant.REFERENT, accepted_by__isnull=False)
    rows = rows.filter(history_verb__in=("invitation_accept", "referent_end"))
    rows = rows.select_related("accepted_by", "invited_by", "history_user").order_by("-history_date", "-history_id")
    log = []
    for row in rows[:limit]:
        is_begin = row.history_verb == "invitation_accept"
        author = row.invited_by if is_begin else row.history_user
        log.append(
            ReferentChange(
                row.history_date,
                account_name(row.accepted_by),
                is_begin,
                account_name(author) if author is not None else "",
                row.history_change_reason or "",
            )
        )
    return log
