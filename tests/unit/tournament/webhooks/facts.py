"""A fact, the delivery of it, and its next attempt."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import time_machine

from tournament.jobs.services import jobs_sweep
from tournament.models import Event, WebhookDelivery
from tournament.webhooks.services import webhook_tell


def only() -> WebhookDelivery:
    return WebhookDelivery.objects.select_related("endpoint").get()


def tell(event: Event, key: str = "1") -> None:
    webhook_tell(kind="round.closed", key=key, event=event)


def next_attempt(committed: Callable[..., Any], delivery: WebhookDelivery) -> WebhookDelivery:
    """What the sweep does once the pause is over."""
    assert delivery.next_at is not None
    with time_machine.travel(delivery.next_at + timedelta(seconds=1), tick=True), committed():
        jobs_sweep()
    delivery.refresh_from_db()
    return delivery
