"""Webhooks for their page: the addresses, and what was told to them last."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.utils.translation import get_language

from tournament.models import Event, WebhookDelivery, WebhookEndpoint
from tournament.webhooks.error_messages import SENTENCES

#: Deliveries that the page shows.
LAST = 30


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """A delivery as the page shows it. ``reason``: why its last attempt failed, in words; empty where it did not."""

    delivery: WebhookDelivery
    host: str
    event: str
    round: int | None
    reason: str

    @property
    def kind(self) -> str:
        return str(self.delivery.get_kind_display())


def endpoints_of(event: Event | None) -> QuerySet[WebhookEndpoint]:
    """The addresses of an event, or those that are told of every event where it is None."""
    return WebhookEndpoint.objects.filter(event=event).select_related("made_by").order_by("pk")


def deliveries_of(event: Event | None) -> QuerySet[WebhookDelivery]:
    """What was sent, or is on its way, to the addresses of :func:`endpoints_of`, the last first."""
    return WebhookDelivery.objects.filter(endpoint__event=event).select_related("endpoint").order_by("-pk")


def delivery_lines(event: Event | None) -> list[DeliveryLine]:
    """The last :data:`LAST` deliveries in words."""
    return [_line(delivery) for delivery in deliveries_of(event)[:LAST]]


def _line(delivery: WebhookDelivery) -> DeliveryLine:
    facts = json.loads(delivery.body)
    host = urlsplit(delivery.endpoint.url).hostname or ""
    language = "en" if (get_language() or "it").startswith("en") else "it"
    reason = ""
    if delivery.last_reason:
        reason = SENTENCES[delivery.last_reason][language].format(host=host, status=delivery.last_status)
    return DeliveryLine(
        delivery=delivery,
        host=host,
        event=facts["event"]["name"] if facts["event"] else "",
        round=facts["round"]["number"] if facts["round"] else None,
        reason=reason,
    )
