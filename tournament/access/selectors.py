"""Read the private links of an event."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import Prefetch, Q

from tournament.core.collation import by_name
from tournament.models import Entry, Event, PrivateLink


def participant_links(event: Event) -> list[tuple[Entry, PrivateLink | None]]:
    """Return every entry of the event, sorted by name, with its live link or None. Two queries."""
    live_links = PrivateLink.objects.filter(revoked_at=None, kind=PrivateLink.Kind.PARTICIPANT)
    entries = event.entries.select_related("person").prefetch_related(
        Prefetch("links", live_links, to_attr="live_links")
    )
    links_by_entry = {entry.pk: entry.live_links for entry in entries}
    return [(entry, next(iter(links_by_entry[entry.pk]), None)) for entry in by_name(entries)]


def is_held_by_desk(link: PrivateLink | None) -> bool:
    """Return whether somebody who runs the event can open a player's link: it was printed there, or mailed to them.

    Mailed to them means: an address that the player's record had when the link was mailed, or has had since, is one of
    an account with a part in the event, of the organiser's account, or of an account that wrote the record. At most
    three queries.
    """
    if link is None or link.entry is None:
        return False
    if link.printed_at is not None:
        return True
    person, event = link.entry.person, link.event
    versions = list(person.history.order_by("-history_date", "-history_id"))
    writers = {version.history_user_id for version in versions} - {person.user_id, None}
    desk = User.objects.filter(Q(event_roles__event=event) | Q(organisations=event.organiser_id) | Q(pk__in=writers))
    confirmed = EmailAddress.objects.filter(user__in=desk).values_list("email", flat=True)
    desk_mailboxes = {_mailbox(address) for address in (*desk.values_list("email", flat=True), *confirmed)}
    own_mailboxes = {_mailbox(person.email)}
    for version in versions:
        own_mailboxes.add(_mailbox(version.email))
        if link.mailed_at is None or version.history_date <= link.mailed_at:
            break
    return bool((desk_mailboxes & own_mailboxes) - {""})


def _mailbox(address: str) -> str:
    """Return the mailbox of an address: ``ada+torneo@example.org`` arrives at ``ada@example.org``."""
    name, _at, domain = address.strip().lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}" if name else ""
