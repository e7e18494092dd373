"""Read the private links of an event."""

from __future__ import annotations

from django.db.models import Prefetch

from tournament.core.collation import by_name
from tournament.models import Entry, Event, PrivateLink


def participant_links(event: Event) -> list[tuple[Entry, PrivateLink | None]]:
    """Everybody entered, by name, with their live link or None: two queries."""
    live = PrivateLink.objects.filter(revoked_at=None, kind=PrivateLink.Kind.PARTICIPANT)
    entries = event.entries.select_related("person").prefetch_related(Prefetch("links", live, to_attr="live_links"))
    found = []
    for entry in by_name(entries):
        found.append((entry, entry.live_links[0] if entry.live_links else None))
    return found
