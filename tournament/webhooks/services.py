"""Webhook endpoints and deliveries (see docs/webhooks.md).

A fact's deliveries are written in the transaction of the fact itself; :mod:`tournament.webhooks.delivery` sends them. A
secret is derived from a salt with the server's secret key, so that the database alone cannot sign.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import uuid
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from tournament.core.audit import By, erase, record
from tournament.core.errors import AlreadyDone
from tournament.core.locks import locked
from tournament.jobs.services import dispatch, job_enqueue
from tournament.models import Event, Round, WebhookDelivery, WebhookEndpoint
from tournament.webhooks.errors import WebhookKnown, WebhookPaused, WebhookTooMany
from tournament.webhooks.http import parse_target

Kind = WebhookDelivery.Kind
State = WebhookDelivery.State

FORMAT = "fossato-webhook/1"
SECRET_PREFIX = "whsec_"
#: Begins the salts whose secret is in the standard's base64.
STANDARD_SALT = "2."
#: Maximum number of endpoints of one event, or of the Referent.
MAX_ENDPOINTS = 10
#: Retention of deliveries that succeeded or were given up.
DELIVERY_RETENTION = timedelta(days=90)


def derive_secret(salt: str) -> str:
    """Return the secret derived from a salt with the server's secret key.

    It is ``whsec_`` and 256 bits in base64, as the Standard Webhooks have it; base64url without padding for salts made
    before.
    """
    key = hashlib.sha256(b"fossato-webhook/1\n" + settings.SECRET_KEY.encode()).digest()
    digest = hmac.new(key, salt.encode(), hashlib.sha256).digest()
    if salt.startswith(STANDARD_SALT):
        return SECRET_PREFIX + b64encode(digest).decode()
    return SECRET_PREFIX + urlsafe_b64encode(digest).decode().rstrip("=")


def _sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def current_secret(endpoint: WebhookEndpoint) -> str | None:
    """Return the current secret; None if it was derived with another server key, so that it must be renewed."""
    secret = derive_secret(endpoint.salt)
    return secret if hmac.compare_digest(_sha256(secret), endpoint.secret_sha256) else None


def signature(secret: str, moment: int, body: str) -> str:
    """Return the signature header: HMAC-SHA256 over ``"moment.body"``.

    Arguments:
        moment: seconds since 1970.
    """
    signed = hmac.new(secret.encode(), f"{moment}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={moment},v1={signed}"


def standard_headers(secret: str, uid: uuid.UUID, moment: int, body: str) -> dict[str, str]:
    """Return the headers of the Standard Webhooks: id, time and signature over ``"id.moment.body"``."""
    text = secret.removeprefix(SECRET_PREFIX)
    key = urlsafe_b64decode(text + "=" * (-len(text) % 4)) if "+" not in text and "/" not in text else b64decode(text)
    signed = hmac.new(key, f"{uid}.{moment}.{body}".encode(), hashlib.sha256).digest()
    return {
        "webhook-id": str(uid),
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{b64encode(signed).decode()}",
    }


def _new_secret() -> tuple[str, dict[str, str]]:
    salt = STANDARD_SALT + secrets.token_urlsafe(16)
    secret = derive_secret(salt)
    return secret, {"salt": salt, "secret_sha256": _sha256(secret)}


# ---------------------------------------------------------------- endpoints


@transaction.atomic
def webhook_add(*, event: Event | None, url: str, by: By, every_change: bool = False) -> tuple[WebhookEndpoint, str]:
    """Register an endpoint for an event, or for every event if it is None.

    Arguments:
        every_change: it is also told after every change of what is public.

    Returns: the endpoint and its secret, which is not shown again.
    Errors: WebhookAddressWrong, WebhookScheme, WebhookUserinfo, WebhookPrivate, WebhookKnown, WebhookTooMany.
    """
    if event is not None:
        locked(event)
    address = url.strip()
    parse_target(address)
    event_endpoints = WebhookEndpoint.objects.filter(event=event)
    if event_endpoints.filter(url=address).exists():
        raise WebhookKnown
    if event_endpoints.count() >= MAX_ENDPOINTS:
        raise WebhookTooMany(most=MAX_ENDPOINTS)
    secret, stored_fields = _new_secret()
    endpoint = WebhookEndpoint(event=event, url=address, every_change=every_change, made_by=by, **stored_fields)
    try:
        with transaction.atomic():
            record(endpoint, verb="webhook_add", by=by)
    except IntegrityError as known:
        raise WebhookKnown from known
    return endpoint, secret


@transaction.atomic
def webhook_renew(*, endpoint: WebhookEndpoint, by: By) -> str:
    """Renew the secret; later deliveries are signed with it. Returns the secret, which is not shown again."""
    fresh = _lock_endpoint(endpoint)
    secret, stored_fields = _new_secret()
    record(fresh, verb="webhook_renew", by=by, **stored_fields)
    return secret


@transaction.atomic
def webhook_pause(*, endpoint: WebhookEndpoint, by: By, why: str = WebhookEndpoint.Paused.BY_HAND) -> WebhookEndpoint:
    """Pause an endpoint until it is resumed; facts during the pause are not sent later. Errors: AlreadyDone."""
    fresh = _lock_endpoint(endpoint)
    if fresh.paused_at is not None:
        raise AlreadyDone(what=str(fresh))
    record(fresh, verb="webhook_pause", by=by, paused_at=timezone.now(), paused_why=why)
    return fresh


@transaction.atomic
def webhook_resume(*, endpoint: WebhookEndpoint, by: By) -> WebhookEndpoint:
    """Resume an endpoint; it receives facts from now on. Errors: AlreadyDone."""
    fresh = _lock_endpoint(endpoint)
    if fresh.paused_at is None:
        raise AlreadyDone(what=str(fresh))
    record(fresh, verb="webhook_resume", by=by, paused_at=None, paused_why="", failing_since=None)
    return fresh


@transaction.atomic
def webhook_remove(*, endpoint: WebhookEndpoint, by: By) -> None:
    """Delete an endpoint with its deliveries; the history keeps a record of it."""
    fresh = _lock_endpoint(endpoint)
    erase(fresh, verb="webhook_remove", by=by)


def _lock_endpoint(endpoint: WebhookEndpoint) -> WebhookEndpoint:
    return WebhookEndpoint.objects.select_for_update().get(pk=endpoint.pk)


# ---------------------------------------------------------------- facts


def _absolute_url(name: str, *args: Any) -> str:
    return settings.FOSSATO_SITE_URL.rstrip("/") + reverse(name, args=args)


def event_facts(event: Event) -> dict[str, Any]:
    """Return the public data of the event's page, without any name of a person."""
    return {
        "slug": event.slug,
        "name": event.name,
        "game": event.game,
        "season": event.season.slug,
        "state": event.state,
        "city": event.city,
        "first_day": event.first_day.isoformat(),
        "last_day": event.last_day.isoformat(),
        "page": _absolute_url("event", event.slug),
        "api": _absolute_url("api_event", event.slug),
    }


def round_facts(game_round: Round) -> dict[str, Any]:
    """Return the data of a round: its number, and how many tables it has."""
    return {
        "number": game_round.number,
        "is_final": game_round.is_final,
        "state": game_round.state,
        "tables": game_round.tables.count(),
    }


def _body(kind: str, uid: uuid.UUID, at: datetime, event: Event | None, game_round: Round | None) -> str:
    facts = {
        "format": FORMAT,
        "id": str(uid),
        "kind": kind,
        "at": at.isoformat(timespec="seconds"),
        "event": event_facts(event) if event is not None else None,
        "round": round_facts(game_round) if game_round is not None else None,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


@transaction.atomic
def webhook_emit(*, kind: str, key: str, event: Event, round: Round | None = None) -> list[WebhookDelivery]:
    """Create a delivery for every subscribed endpoint; they are sent once the transaction is committed.

    Arguments:
        kind: one of ``WebhookDelivery.Kind``.
        key: identifies the fact, e.g. a round's primary key.
    """
    # A practice event is of no interest to the endpoints of the whole site.
    subscribed = Q(event=event) if event.is_practice else Q(event=event) | Q(event=None)
    concerned = WebhookEndpoint.objects.filter(subscribed, paused_at=None)
    endpoints = list(concerned.order_by("pk"))
    oldest_kept = timezone.now() - DELIVERY_RETENTION
    WebhookDelivery.objects.filter(endpoint__in=endpoints, made_at__lt=oldest_kept).exclude(
        state=State.WAITING
    ).delete()
    return [_create_delivery(endpoint, kind, f"{kind}:{key}", event, round) for endpoint in endpoints]


def event_changed(event_id: int) -> None:
    """Tell the endpoints that want every change, once a change is committed.

    While such a notification still waits to be sent for the first time, it stands for the later change too. A process
    that ends between the change and this call tells nothing of it: ``/api/v1/changes`` has every change.
    """
    wanted = WebhookEndpoint.objects.filter(Q(event=event_id) | Q(event=None), every_change=True, paused_at=None)
    waiting = Q(deliveries__kind=Kind.EVENT_CHANGED, deliveries__state=State.WAITING, deliveries__attempts=0)
    waiting &= Q(deliveries__key__startswith=f"{Kind.EVENT_CHANGED}:{event_id}:")
    endpoints = list(wanted.exclude(pk__in=wanted.filter(waiting).values("pk")).order_by("pk"))
    event = Event.objects.select_related("season").filter(pk=event_id).first() if endpoints else None
    if event is None or event.state == Event.State.DRAFT:
        return
    with transaction.atomic():
        for endpoint in endpoints:
            if endpoint.event_id is not None or not event.is_practice:
                key = f"{Kind.EVENT_CHANGED}:{event_id}:{uuid.uuid4().hex[:16]}"
                _create_delivery(endpoint, Kind.EVENT_CHANGED, key, event, None)


def _create_delivery(
    endpoint: WebhookEndpoint, kind: str, key: str, event: Event | None, game_round: Round | None
) -> WebhookDelivery:
    uid = uuid.uuid4()
    delivery, is_new = WebhookDelivery.objects.get_or_create(
        endpoint=endpoint,
        key=key,
        defaults={"uid": uid, "kind": kind, "body": _body(kind, uid, timezone.now(), event, game_round)},
    )
    if is_new:
        delivery_enqueue_attempt(delivery)
    return delivery


def delivery_enqueue_attempt(delivery: WebhookDelivery, after: timedelta | None = None) -> None:
    """Enqueue the delivery's next attempt, now or later. Idempotent: one Job per attempt."""
    number = delivery.attempts + 1
    job = job_enqueue(
        kind="webhook",
        key=f"webhook:{delivery.uid}:{number}",
        args={"delivery": delivery.pk, "attempt": number},
        event=delivery.endpoint.event,
        after=after,
    )
    if after is None and job.state == job.State.WAITING and job.lease_until is not None:
        dispatch(job)


@transaction.atomic
def webhook_test(*, endpoint: WebhookEndpoint, by: By) -> WebhookDelivery:
    """Send a fact of the kind ``test``, once. Errors: WebhookPaused."""
    fresh = _lock_endpoint(endpoint)
    if fresh.paused_at is not None:
        raise WebhookPaused
    record(fresh, verb="webhook_test", by=by)
    return _create_delivery(fresh, Kind.TEST, f"test:{uuid.uuid4()}", fresh.event, None)


@transaction.atomic
def webhook_resend(*, delivery: WebhookDelivery, by: By) -> WebhookDelivery:
    """Send a delivery again at once, with the same id and the same body. Errors: WebhookPaused."""
    rows = WebhookDelivery.objects.select_for_update(of=("self",)).select_related("endpoint__event")
    fresh = rows.get(pk=delivery.pk)
    endpoint = _lock_endpoint(fresh.endpoint)
    if endpoint.paused_at is not None:
        raise WebhookPaused
    if fresh.state != State.WAITING:
        fresh.state, fresh.attempts_before = State.WAITING, fresh.attempts
    fresh.next_at = None
    fresh.save(update_fields=["state", "attempts_before", "next_at"])
    record(endpoint, verb="webhook_resend", by=by)
    delivery_enqueue_attempt(fresh)
    return fresh
