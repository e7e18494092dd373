"""Helpers of the webhook tests: a fact, its delivery, and the next attempt."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import time_machine

from tournament.jobs.services import jobs_sweep
from tournament.models import Event, WebhookDelivery
from tournament.webhooks.services import webhook_emit


def only() -> WebhookDelivery:
    return WebhookDelivery.objects.select_related("endpoint").get()


def tell(event: Event, key: str = "1") -> None:
    webhook_emit(kind="round.closed", key=key, event=event)


def next_attempt(committed: Callable[..., Any], delivery: WebhookDelivery) -> WebhookDelivery:
    """Run the sweep after the pause of the delivery is over."""
    assert delivery.next_at is not None
    with time_machine.travel(delivery.next_at + timedelta(seconds=1), tick=True), committed():
        jobs_sweep()
    delivery.refresh_from_db()
    return delivery
