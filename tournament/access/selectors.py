"""Read the private links of an event."""

from __future__ import annotations

from django.db.models import Prefetch

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
