"""Describe an event to search engines: schema.org/Event as JSON-LD."""

from __future__ import annotations

import json
from datetime import datetime

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from tournament.models import Event
from tournament.regulation.parameters import TIME_ZONE

_CANCELLED = (Event.State.VOID, Event.State.INVALIDATED)
#: Characters that could end the element in which the text stands.
_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def event_json_ld(event: Event) -> SafeString:
    """Return the JSON-LD text of an event, safe inside a script element. It names no player."""
    zone = TIME_ZONE
    start = event.first_day.isoformat()
    if event.starts_at is not None:
        start = datetime.combine(event.first_day, event.starts_at, zone).isoformat()
    status = "EventCancelled" if event.state in _CANCELLED else "EventScheduled"
    content: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": event.name,
        "url": f"{str(settings.FOSSATO_SITE_URL).rstrip('/')}{event.get_absolute_url()}",
        "startDate": start,
        "endDate": event.last_day.isoformat(),
        "eventStatus": f"https://schema.org/{status}",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": {
            "@type": "Place",
            "name": event.venue,
            "address": {"@type": "PostalAddress", "addressLocality": event.city, "addressCountry": "IT"}
            | ({"streetAddress": event.address} if event.address else {}),
        },
        "organizer": {"@type": "Organization", "name": event.organiser.name},
    }
    if event.capacity is not None:
        content["maximumAttendeeCapacity"] = event.capacity
    return mark_safe(json.dumps(content, ensure_ascii=False).translate(_ESCAPES))
