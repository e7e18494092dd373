"""Token operations on the webhooks of an event: addresses, their deliveries, and sending them again."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from django.shortcuts import get_object_or_404
from ninja import Field, Query, Router, Schema, Status

from tournament.api.auth import TokenAuth, TokenRequest
from tournament.api.body import Body
from tournament.api.desk import EVENT, desk_event, done_once
from tournament.api.events import Key, Slug
from tournament.api.paging import Page, paginate
from tournament.api.results import READS, WRITES
from tournament.api.throttles import TokenThrottle
from tournament.models import ApiToken, WebhookDelivery, WebhookEndpoint
from tournament.webhooks import services
from tournament.webhooks.selectors import event_deliveries, event_endpoints

router = Router(tags=["webhooks"], auth=TokenAuth(ApiToken.Scope.DESK), throttle=TokenThrottle())

WEBHOOKS = f"{EVENT}/webhooks"
Kind = Literal["tables.published", "round.closed", "event.homologated", "event.changed", "test"]


class WebhookIn(Body):
    """An address to notify."""

    url: str = Field(min_length=1, max_length=500)
    every_change: bool = Field(False, description="also `event.changed`, after every change of what is public")


class WebhookOut(Schema):
    """An address that is notified."""

    webhook: int
    url: str
    every_change: bool
    made_at: datetime
    paused: Literal["", "by_hand", "failing"]
    secret: str | None = Field(description="only in the answer that makes it: it is not shown again")


class WebhookLines(Schema):
    """A page of addresses."""

    count: int
    items: list[WebhookOut]


class DeliveryOut(Schema):
    """A notification for one address."""

    delivery: int
    id: str = Field(description="the same in every attempt: a receiver ignores one that it has seen")
    webhook: int
    kind: Kind
    state: Literal["waiting", "delivered", "given_up"]
    attempts: int
    last_status: int | None = Field(description="of the last answer; null without one")
    last_reason: str = Field(description="code of why the last attempt failed; empty if it did not")
    made_at: datetime


class DeliveryLines(Schema):
    """A page of deliveries, newest first."""

    count: int
    items: list[DeliveryOut]


class WebhookActIn(Body):
    """Change of an address."""

    act: Literal["test", "pause", "resume", "renew"]


def _webhook(endpoint: WebhookEndpoint, secret: str | None = None) -> dict[str, Any]:
    return {
        "webhook": endpoint.pk,
        "url": endpoint.url,
        "every_change": endpoint.every_change,
        "made_at": endpoint.made_at,
        "paused": endpoint.paused_why if endpoint.paused_at else "",
        "secret": secret,
    }


def _delivery(row: WebhookDelivery) -> dict[str, Any]:
    return {
        "delivery": row.pk,
        "id": str(row.uid),
        "webhook": row.endpoint_id,
        "kind": row.kind,
        "state": row.state,
        "attempts": row.attempts,
        "last_status": row.last_status,
        "last_reason": row.last_reason,
        "made_at": row.made_at,
    }


@router.get(WEBHOOKS, response={200: WebhookLines, **READS}, url_name="api_webhooks")
def webhooks(request: TokenRequest, slug: Slug, page: Query[Page]) -> Any:
    """The addresses that are notified of an event."""
    answer = paginate(event_endpoints(desk_event(request, slug)), page)
    return answer | {"items": [_webhook(endpoint) for endpoint in answer["items"]]}


@router.post(WEBHOOKS, response={201: WebhookOut, **WRITES}, url_name="api_webhooks")
def webhook_make(request: TokenRequest, slug: Slug, content: WebhookIn) -> Any:
    """Registers an address; the answer has its secret, once."""
    endpoint, secret = services.webhook_add(
        event=desk_event(request, slug), url=content.url, every_change=content.every_change, by=request.user
    )
    return Status(201, _webhook(endpoint, secret))


def _endpoint(request: TokenRequest, slug: str, pk: int) -> WebhookEndpoint:
    return get_object_or_404(event_endpoints(desk_event(request, slug)), pk=pk)


@router.delete(f"{WEBHOOKS}/{{int:pk}}", response={204: None, **WRITES}, url_name="api_webhook")
def webhook_delete(request: TokenRequest, slug: Slug, pk: Key) -> Any:
    """Removes an address with its deliveries."""
    services.webhook_remove(endpoint=_endpoint(request, slug, pk), by=request.user)
    return Status(204, None)


@router.post(f"{WEBHOOKS}/{{int:pk}}", response={200: WebhookOut, **WRITES}, url_name="api_webhook")
def webhook_act(request: TokenRequest, slug: Slug, pk: Key, content: WebhookActIn) -> Any:
    """Sends a test, pauses or resumes an address, or makes a new secret."""
    endpoint, by, secret = _endpoint(request, slug, pk), request.user, None
    if content.act == "test":
        services.webhook_test(endpoint=endpoint, by=by)
    elif content.act == "renew":
        secret = services.webhook_renew(endpoint=endpoint, by=by)
    else:
        act = services.webhook_pause if content.act == "pause" else services.webhook_resume
        done_once(lambda: act(endpoint=endpoint, by=by))
    endpoint.refresh_from_db()
    return _webhook(endpoint, secret)


@router.get(f"{WEBHOOKS}/deliveries", response={200: DeliveryLines, **READS}, url_name="api_deliveries")
def deliveries(request: TokenRequest, slug: Slug, page: Query[Page]) -> Any:
    """The notifications of the last 90 days, sent or waiting."""
    answer = paginate(event_deliveries(desk_event(request, slug)), page)
    return answer | {"items": [_delivery(row) for row in answer["items"]]}


@router.post(f"{WEBHOOKS}/deliveries/{{int:pk}}/replay", response={200: DeliveryOut, **WRITES}, url_name="api_replay")
def delivery_replay(request: TokenRequest, slug: Slug, pk: Key) -> Any:
    """Sends a notification again at once, with the same id and the same body, also one that was delivered."""
    row = get_object_or_404(event_deliveries(desk_event(request, slug)), pk=pk)
    return _delivery(services.webhook_resend(delivery=row, by=request.user))
