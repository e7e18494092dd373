"""Attempts of a webhook delivery: each is a Job.

A failed one schedules the next with increasing delay, up to a maximum.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tournament.models import Job, WebhookDelivery, WebhookEndpoint
from tournament.notifications.mail import mail_enqueue
from tournament.people.languages import chosen_language
from tournament.webhooks.errors import SecretLost, WebhookPaused, WebhookRefused
from tournament.webhooks.http import parse_target, post
from tournament.webhooks.services import (
    current_secret,
    delivery_enqueue_attempt,
    signature,
    standard_headers,
    webhook_pause,
)

Kind = WebhookDelivery.Kind
State = WebhookDelivery.State

#: Delays before the second attempt, the third, and so on; after the last the delivery is given up, within two days.
PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=12),
    timedelta(hours=24),
)
#: An endpoint is paused after failing for this long.
FAILING = timedelta(days=3)


def deliver_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Make one attempt; do nothing if it was already made, or if the delivery is deleted or finished."""
    number = job.args["attempt"]
    deliveries = WebhookDelivery.objects.select_related("endpoint__event")
    delivery = deliveries.filter(pk=job.args["delivery"], state=State.WAITING, attempts=number - 1).first()
    if delivery is None:
        return b"", ""
    if delivery.endpoint.paused_at is not None:
        WebhookDelivery.objects.filter(pk=delivery.pk, state=State.WAITING).update(
            state=State.GIVEN_UP, last_reason=WebhookPaused.code, next_at=None
        )
        return b"", ""
    try:
        status = _send(delivery, number)
    except WebhookRefused as refusal:
        _record_failure(delivery, number, refusal)
    else:
        _record_success(delivery, number, status)
    return b"", ""


def _send(delivery: WebhookDelivery, number: int) -> int:
    """Return the HTTP status of the response. Errors: WebhookRefused with the reason."""
    endpoint = delivery.endpoint
    secret = current_secret(endpoint)
    if secret is None:
        raise SecretLost(host=parse_target(endpoint.url).host)
    moment = int(timezone.now().timestamp())
    headers = standard_headers(secret, delivery.uid, moment, delivery.body) | {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Fossato-Webhook/1",
        "X-Fossato-Delivery": str(delivery.uid),
        "X-Fossato-Kind": delivery.kind,
        "X-Fossato-Attempt": str(number),
        "X-Fossato-Signature": signature(secret, moment, delivery.body),
    }
    return post(endpoint.url, delivery.body.encode(), headers)


def _lock_delivery(delivery: WebhookDelivery, number: int) -> WebhookDelivery | None:
    """Re-read the delivery with a lock; None if this attempt was already counted or the delivery was deleted."""
    rows = WebhookDelivery.objects.select_for_update(of=("self",)).select_related("endpoint__event")
    return rows.filter(pk=delivery.pk, attempts=number - 1).first()


@transaction.atomic
def _record_success(delivery: WebhookDelivery, number: int, status: int) -> None:
    fresh = _lock_delivery(delivery, number)
    if fresh is None:
        return
    fresh.attempts, fresh.last_at, fresh.last_status, fresh.last_reason = number, timezone.now(), status, ""
    fresh.state, fresh.next_at = State.DELIVERED, None
    fresh.save()
    WebhookEndpoint.objects.filter(pk=fresh.endpoint_id).exclude(failing_since=None).update(failing_since=None)


@transaction.atomic
def _record_failure(delivery: WebhookDelivery, number: int, refusal: WebhookRefused) -> None:
    fresh = _lock_delivery(delivery, number)
    if fresh is None:
        return
    now = timezone.now()
    fresh.attempts, fresh.last_at = number, now
    fresh.last_status, fresh.last_reason = refusal.params.get("status"), refusal.code
    tries = number - fresh.attempts_before
    if fresh.kind == Kind.TEST or tries > len(PAUSES):
        fresh.state, fresh.next_at = State.GIVEN_UP, None
        fresh.save()
    else:
        fresh.next_at = now + PAUSES[tries - 1]
        fresh.save()
        delivery_enqueue_attempt(fresh, after=PAUSES[tries - 1])
    if fresh.kind != Kind.TEST:
        _note_failure(fresh.endpoint, now)


def _note_failure(endpoint: WebhookEndpoint, now: datetime) -> None:
    """Pause an endpoint that has failed for days, and notify the user who registered it."""
    if endpoint.failing_since is None:
        WebhookEndpoint.objects.filter(pk=endpoint.pk, failing_since=None).update(failing_since=now)
        return
    if now - endpoint.failing_since < FAILING or endpoint.paused_at is not None:
        return
    webhook_pause(endpoint=endpoint, by=None, why=WebhookEndpoint.Paused.FAILING)
    event = endpoint.event
    path = reverse("webhooks", args=[event.slug]) if event is not None else reverse("all_webhooks")
    chosen = chosen_language(endpoint.made_by) if endpoint.made_by is not None else ""
    mail_enqueue(
        name="webhook_paused",
        to=[endpoint.made_by.email] if endpoint.made_by is not None else [],
        key=f"webhook-{endpoint.pk}-{now.date().isoformat()}",
        event=event,
        language=chosen or (event.language if event is not None else "it"),
        context={"address": endpoint.url, "path": path},
    )
