"""Read webhook endpoints and their latest deliveries for their page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.db.models import QuerySet

from tournament.core.messages import translated
from tournament.models import Event, WebhookDelivery, WebhookEndpoint
from tournament.regulation.messages import MESSAGES

#: Number of deliveries on the page.
LAST = 30


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """A delivery as the page shows it. ``reason``: text on why its last attempt failed; empty if it did not."""

    delivery: WebhookDelivery
    host: str
    event: str
    round: int | None
    reason: str

    @property
    def kind(self) -> str:
        return str(self.delivery.get_kind_display())


def event_endpoints(event: Event | None) -> QuerySet[WebhookEndpoint]:
    """Return the endpoints of an event; with None, those that receive every event."""
    return WebhookEndpoint.objects.filter(event=event).select_related("made_by").order_by("pk")


def event_deliveries(event: Event | None) -> QuerySet[WebhookDelivery]:
    """Return the deliveries to the endpoints of :func:`endpoints_of`, sent or pending, latest first."""
    return WebhookDelivery.objects.filter(endpoint__event=event).select_related("endpoint").order_by("-pk")


def delivery_lines(event: Event | None) -> list[DeliveryLine]:
    """Return the last :data:`LAST` deliveries as text."""
    return [_line(delivery) for delivery in event_deliveries(event)[:LAST]]


def _line(delivery: WebhookDelivery) -> DeliveryLine:
    facts = json.loads(delivery.body)
    host = urlsplit(delivery.endpoint.url).hostname or ""
    return DeliveryLine(
        delivery=delivery,
        host=host,
        event=facts["event"]["name"] if facts["event"] else "",
        round=facts["round"]["number"] if facts["round"] else None,
        reason=_reason(delivery, host),
    )


def _reason(delivery: WebhookDelivery, host: str) -> str:
    """Return why the last attempt failed, in the active language; empty if it did not."""
    if not delivery.last_reason:
        return ""
    return translated(MESSAGES[delivery.last_reason], {"host": host, "status": delivery.last_status})
