"""Test webhook facts up to the receiver, over real connections: content, signature, list of endpoints."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from ranking.homologation import services as homologation_services
from tests import factories as make
from tests import reporting
from tests.integration.servers.receiver import Receiver
from tests.unit.tournament.webhooks.facts import only, tell
from tournament.entries import services as entries
from tournament.models import Job, WebhookDelivery, WebhookEndpoint
from tournament.rounds import services as rounds
from tournament.tasks import run
from tournament.webhooks import services as webhooks
from tournament.webhooks.errors import WebhookKnown, WebhookTooMany
from tournament.webhooks.services import current_secret, webhook_add, webhook_test

pytestmark = pytest.mark.django_db

State = WebhookDelivery.State
DOCS = Path(__file__).parents[4] / "docs" / "webhooks.md"


def documented() -> Callable[..., bool]:
    """Return the verification function of the documentation, as a reader would copy it."""
    code = re.search(r"```python\n(.+?)```", DOCS.read_text(), re.S)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    check: Callable[..., bool] = names["is_from_fossato"]
    return check


# ---------------------------------------------------------------- content


def test_webhook_sends_a_drawn_and_a_closed_round(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.check_in_event(name="Torneo del ponte")
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        make.draw_round(event)
    make.play_round(event, close=False)
    with committed():
        rounds.round_close(round=make.last_round(event), by=None, word="fosso")
    first, second = (json.loads(request.body) for request in other.heard)
    assert (first["kind"], first["round"]["state"]) == ("tables.published", "published")
    assert (second["kind"], second["round"]["state"], second["round"]["number"]) == ("round.closed", "closed", 1)
    assert second["format"] == "fossato-webhook/1"
    assert second["event"]["slug"] == event.slug
    assert second["event"]["api"] == f"https://fossato.example.org/api/v1/events/{event.slug}"
    assert second["event"]["page"] == f"https://fossato.example.org/eventi/{event.slug}/"
    assert [delivery.state for delivery in WebhookDelivery.objects.all()] == [State.DELIVERED, State.DELIVERED]


def test_webhook_sends_a_homologation_to_endpoints_of_event_and_referent(
    committed: Callable[..., Any], other: Receiver
) -> None:
    event = reporting.reported_event(name="Torneo del ponte")
    webhook_add(event=event, url=other.url, by=None)
    webhook_add(event=None, url=other.url, by=None)
    with committed():
        homologation_services.event_homologate(event=event, reason="Tutto a posto", by=None)
    payloads = [json.loads(request.body) for request in other.heard]
    assert [payload["kind"] for payload in payloads] == ["event.homologated", "event.homologated"]
    assert [payload["event"]["state"] for payload in payloads] == ["homologated", "homologated"]
    assert len({payload["id"] for payload in payloads}) == 2


def test_webhook_body_contains_no_names(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.check_in_event()
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        make.draw_round(event)
    body = other.heard[0].body.decode()
    for entry in event.entries.select_related("person"):
        assert entry.person.last_name not in body
    assert set(json.loads(body)) == {"format", "id", "kind", "at", "event", "round"}


def test_webhook_sends_nothing_to_endpoints_of_other_events(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=make.make_event(), url=other.url, by=None)
    with committed():
        tell(event)
    assert other.heard == []


def test_webhook_fact_rolled_back_is_not_sent(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    with committed(), transaction.atomic():
        tell(event)
        transaction.set_rollback(True)
    assert other.heard == []
    assert not WebhookDelivery.objects.exists()


def test_webhook_fact_is_sent_once(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        tell(event)
        tell(event)
    with committed():
        tell(event)
    assert len(other.heard) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        WebhookDelivery.objects.create(endpoint=only().endpoint, key=only().key, kind="round.closed", body="{}")


# ---------------------------------------------------------------- the signature


def test_webhook_signature_verifies_with_the_documented_function(
    committed: Callable[..., Any], other: Receiver
) -> None:
    event = make.make_event()
    _endpoint, secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        tell(event)
    (request,) = other.heard
    check, header = documented(), request.headers["X-Fossato-Signature"]
    assert check(secret, header, request.body)
    assert not check(secret, header, request.body + b" ")
    assert not check(secret + "x", header, request.body)
    moment = int(header.partition(",")[0].removeprefix("t="))
    assert check(secret, header, request.body, now=moment + 300)
    assert not check(secret, header, request.body, now=moment + 301)
    assert request.headers["X-Fossato-Delivery"] == json.loads(request.body)["id"] == str(only().uid)
    assert request.headers["X-Fossato-Kind"] == "round.closed"
    assert request.headers["Content-Type"] == "application/json; charset=utf-8"


def test_webhook_signature_verifies_as_the_standard_says(committed: Callable[..., Any], other: Receiver) -> None:
    """Standard Webhooks: the key is the secret's base64, signed are id, time and body."""
    event = make.make_event()
    _endpoint, secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        tell(event)
    (request,) = other.heard
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    uid, moment, signed = (request.headers[name] for name in names)
    assert uid == request.headers["X-Fossato-Delivery"]
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    expected = hmac.new(key, f"{uid}.{moment}.".encode() + request.body, hashlib.sha256).digest()
    assert signed == "v1," + base64.b64encode(expected).decode()


def test_secret_made_before_the_standard_still_signs() -> None:
    secret = webhooks.derive_secret("an-old-salt")
    assert len(secret) == len("whsec_") + 43
    headers = webhooks.standard_headers(secret, uuid.UUID(int=1), 1, "{}")
    key = base64.urlsafe_b64decode(secret.removeprefix("whsec_") + "=")
    expected = hmac.new(key, f"{uuid.UUID(int=1)}.1.{{}}".encode(), hashlib.sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(expected).decode()


def test_webhook_of_every_change_is_told_once_while_it_waits(committed: Callable[..., Any], other: Receiver) -> None:
    event, practice = make.check_in_event(), make.check_in_event()
    for one in (event, practice):
        webhook_add(event=one, url=other.url, every_change=True, by=None)
    webhook_add(event=None, url=other.url, every_change=False, by=None)
    with committed():
        for entry in event.entries.all()[:3]:
            entries.entry_undo_check_in(entry=entry, by=None)
    bodies = [json.loads(request.body) for request in other.heard]
    assert {(body["kind"], body["event"]["slug"]) for body in bodies} == {("event.changed", event.slug)}
    assert 1 <= len(bodies) <= 3


def test_webhook_of_every_change_hears_nothing_of_a_draft(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, every_change=True, by=None)
    with committed():
        event.save()
    assert not other.heard


def test_webhook_secret_is_stored_in_no_column(other: Receiver) -> None:
    endpoint, secret = webhook_add(event=None, url=other.url, by=None)
    row = WebhookEndpoint.objects.filter(pk=endpoint.pk).values().get()
    assert secret not in str(row)
    assert secret.removeprefix("whsec_") not in str(row) + str(list(endpoint.history.values()))
    assert len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) == 32


def test_webhook_renew_signs_with_the_new_secret(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    endpoint, old = webhook_add(event=event, url=other.url, by=None)
    new = webhooks.webhook_renew(endpoint=endpoint, by=None)
    with committed():
        tell(event)
    (request,) = other.heard
    check, header = documented(), request.headers["X-Fossato-Signature"]
    assert (check(old, header, request.body), check(new, header, request.body)) == (False, True)


def test_webhook_secret_is_lost_with_another_secret_key(
    committed: Callable[..., Any], settings: Any, other: Receiver
) -> None:
    endpoint, _secret = webhook_add(event=None, url=other.url, by=None)
    settings.SECRET_KEY = "another"
    assert current_secret(endpoint) is None
    with committed():
        webhook_test(endpoint=endpoint, by=None)
    assert (only().state, only().last_reason) == (State.GIVEN_UP, "WEBHOOK_SECRET_LOST")
    assert other.heard == []


# ---------------------------------------------------------------- list of endpoints


def test_webhook_add_duplicate_or_beyond_the_limit_is_refused() -> None:
    event = make.make_event()
    for number in range(webhooks.MAX_ENDPOINTS):
        webhook_add(event=event, url=f"https://example.org/{number}", by=None)
    with pytest.raises(WebhookKnown):
        webhook_add(event=event, url=" https://example.org/3 ", by=None)
    with pytest.raises(WebhookTooMany) as refused:
        webhook_add(event=event, url="https://example.org/altro", by=None)
    assert refused.value.most == webhooks.MAX_ENDPOINTS
    webhook_add(event=None, url="https://example.org/3", by=None)
    with pytest.raises(WebhookKnown):
        webhook_add(event=None, url="https://example.org/3", by=None)


def test_webhook_remove_deletes_deliveries_and_keeps_history(committed: Callable[..., Any]) -> None:
    user = make.make_user()
    endpoint, _secret = webhook_add(event=None, url="https://fossato.invalid/", by=user)
    delivery = webhook_test(endpoint=endpoint, by=None)
    job = Job.objects.get(kind="webhook")
    webhooks.webhook_remove(endpoint=endpoint, by=user)
    assert not WebhookDelivery.objects.filter(pk=delivery.pk).exists()
    rows = WebhookEndpoint.history.order_by("history_id")
    assert [(row.history_type, row.url, row.history_user) for row in rows] == [
        ("+", "https://fossato.invalid/", user),
        ("~", "https://fossato.invalid/", None),
        ("-", "https://fossato.invalid/", user),
    ]
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_webhook_emit_deletes_old_finished_deliveries(other: Receiver) -> None:
    event = make.make_event()
    endpoint, _secret = webhook_add(event=event, url=other.url, by=None)
    for state in State:
        created = endpoint.deliveries.create(kind="test", key=state, body="{}", state=state)
        WebhookDelivery.objects.filter(pk=created.pk).update(
            made_at=timezone.now() - webhooks.DELIVERY_RETENTION - timedelta(hours=1)
        )
    tell(event)
    assert {delivery.key for delivery in WebhookDelivery.objects.all()} == {State.WAITING, "round.closed:1"}
