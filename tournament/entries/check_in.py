"""Check-in by code, and of everybody entered in one act with its undo."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.access.refusals import LinkRefused
from tournament.core.audit import By, record_all
from tournament.core.locks import locked
from tournament.core.tokens import code_token, hashed, link_token
from tournament.entries.services import entry_check_in, need_check_in
from tournament.events.finalists import accepted_people
from tournament.models import Entry, Event, PrivateLink


@dataclass(frozen=True, slots=True)
class CheckInResult:
    """The entry of a scanned code; ``again``: whether it was already present."""

    entry: Entry
    already_checked_in: bool


def code_entry(*, event: Event, text: str) -> Entry:
    """Return the entry of a participant's code. Does not update the link's last-used time.

    Errors: CODE_UNKNOWN, CODE_OF_TABLE, CODE_OF_ANOTHER_EVENT, CODE_REVOKED, CODE_EXPIRED.
    """
    token = code_token(text)
    matching_links = PrivateLink.objects.filter(token_sha256=hashed(token)) if token else PrivateLink.objects.none()
    link = matching_links.select_related("event", "entry__person").first()
    if link is None or link_token(link) is None or link.kind in (PrivateLink.Kind.OWN, PrivateLink.Kind.REQUEST):
        raise LinkRefused("CODE_UNKNOWN")
    if link.entry is None:
        raise LinkRefused("CODE_OF_TABLE")
    if link.event_id != event.pk:
        raise LinkRefused("CODE_OF_ANOTHER_EVENT", player=str(link.entry), event=link.event.name)
    if link.revoked_at is not None:
        raise LinkRefused("CODE_REVOKED", player=str(link.entry))
    if link.expires_at <= timezone.now():
        raise LinkRefused("CODE_EXPIRED", player=str(link.entry))
    return link.entry


@transaction.atomic
def code_check_in(*, event: Event, text: str, by: By) -> CheckInResult:
    """Mark the holder of a participant's code as present (art. 1.3). Idempotent.

    Arguments:
        text: the URL of the participant's page, or its token.

    Errors: those of :func:`code_entry`; EVENT_STATE_WRONG, ENTRIES_CLOSED.
    """
    entry = code_entry(event=event, text=text)
    present = entry_check_in(entry=entry, by=by)
    return CheckInResult(entry=present, already_checked_in=entry.state == Entry.State.CHECKED_IN)


@transaction.atomic
def all_check_in(*, event: Event, by: By) -> list[Entry]:
    """Mark everybody entered as present, in one act (art. 1.3); in the national final those who accepted the call.

    Returns: those who were not present before. Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED.
    """
    fresh = locked(event)
    need_check_in(fresh)
    entries = Entry.objects.filter(event=fresh, state=Entry.State.REGISTERED).select_related("person")
    if fresh.is_national_final:
        entries = entries.filter(person__in=accepted_people(fresh.season))
    return _all_recorded(fresh, entries, "entry_check_in", Entry.State.CHECKED_IN, by)


@transaction.atomic
def check_ins_undo(*, event: Event, entries: Collection[int], by: By) -> list[Entry]:
    """Undo check-ins in one act; those undone already are left alone. Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED.

    Arguments:
        entries: primary keys of entries of this event.
    """
    fresh = locked(event)
    need_check_in(fresh)
    present = Entry.objects.filter(event=fresh, pk__in=entries, state=Entry.State.CHECKED_IN).select_related("person")
    return _all_recorded(fresh, present, "entry_undo_check_in", Entry.State.REGISTERED, by)


def _all_recorded(event: Event, entries: QuerySet[Entry], verb: str, state: str, by: By) -> list[Entry]:
    """Set the state of each entry, with a row of its history."""
    changed = list(entries.order_by("number"))
    for entry in changed:
        entry.event = event
    record_all(changed, verb=verb, by=by, state=state)
    return changed
