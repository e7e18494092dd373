"""Test delivery attempts over real connections: retries, giving up, resending, paused endpoints."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from ops.metrics import ChampionshipCollector
from tests import factories as make
from tests.integration.servers.ports import free_port
from tests.integration.servers.receiver import Receiver
from tests.unit.tournament.webhooks.facts import next_attempt, only, tell
from tournament.core.errors import AlreadyDone
from tournament.jobs.services import jobs_sweep
from tournament.models import Job, WebhookDelivery, WebhookEndpoint
from tournament.tasks import run
from tournament.webhooks import services as webhooks
from tournament.webhooks.delivery import FAILING, PAUSES
from tournament.webhooks.errors import WebhookPaused, WebhookPrivate
from tournament.webhooks.services import webhook_add, webhook_resend, webhook_test

pytestmark = pytest.mark.django_db

State = WebhookDelivery.State


# ---------------------------------------------------------------- attempts


@pytest.mark.parametrize("trouble", ["500", "timeout", "refused"])
def test_attempt_failed_is_retried_with_the_same_id(
    committed: Callable[..., Any], other: Receiver, trouble: str
) -> None:
    event, silence = make.make_event(), lambda handler: other.done.wait(20) and None
    endpoint, secret = webhook_add(event=event, url=other.url, by=None)
    other.answers = [500 if trouble == "500" else silence, 204]
    if trouble == "refused":
        WebhookEndpoint.objects.update(url=f"http://127.0.0.1:{free_port()}/")
        other.answers = [204]
    before = timezone.now()
    with committed():
        tell(event)
    delivery = only()
    assert (delivery.state, delivery.attempts) == (State.WAITING, 1)
    reasons = {"500": "WEBHOOK_STATUS", "timeout": "WEBHOOK_TIMEOUT", "refused": "WEBHOOK_REFUSED"}
    assert delivery.last_reason == reasons[trouble]
    assert delivery.last_status == (500 if trouble == "500" else None)
    assert delivery.next_at is not None
    assert delivery.next_at - before >= PAUSES[0]
    with committed():
        jobs_sweep()
    delivery.refresh_from_db()
    assert delivery.attempts == 1  # the pause is not over
    WebhookEndpoint.objects.update(url=other.url)
    delivery = next_attempt(committed, delivery)
    assert (delivery.state, delivery.attempts, delivery.last_status) == (State.DELIVERED, 2, 204)
    assert (delivery.last_reason, delivery.next_at) == ("", None)
    assert {request.headers["X-Fossato-Delivery"] for request in other.heard} == {str(delivery.uid)}
    assert len({request.body for request in other.heard}) == 1
    assert other.heard[-1].headers["X-Fossato-Attempt"] == "2"
    assert WebhookEndpoint.objects.get().failing_since is None
    assert endpoint.pk
    assert secret


def test_attempt_waiting_for_its_pause_does_not_count_as_a_waiting_job(
    committed: Callable[..., Any], other: Receiver
) -> None:
    def oldest() -> float:
        return next(
            sample.value
            for family in ChampionshipCollector().collect()
            for sample in family.samples
            if sample.name == "fossato_oldest_waiting_job_seconds"
        )

    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [503]
    with committed():
        tell(event)
    assert oldest() == 0
    due = only().next_at
    assert due is not None
    with time_machine.travel(due + timedelta(seconds=30), tick=False):
        assert 29 <= oldest() <= 31


def test_attempt_pauses_grow_until_the_delivery_is_given_up(committed: Callable[..., Any], other: Receiver) -> None:
    assert list(PAUSES) == sorted(PAUSES)
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [503]
    with committed():
        tell(event)
    delivery = only()
    for number in range(2, len(PAUSES) + 2):
        assert delivery.state == State.WAITING
        delivery = next_attempt(committed, delivery)
        assert delivery.attempts == number
    assert (delivery.state, delivery.next_at, delivery.last_status) == (State.GIVEN_UP, None, 503)
    assert len(other.heard) == len(PAUSES) + 1 == 8
    with time_machine.travel(timezone.now() + timedelta(days=30)), committed():
        jobs_sweep()
    assert len(other.heard) == 8


def test_webhook_resend_of_a_given_up_delivery_keeps_the_id(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    endpoint, _secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        delivery = webhook_test(endpoint=endpoint, by=None)
    for answer in (500, 204):
        other.answers = [answer]
        with committed():
            webhook_resend(delivery=delivery, by=None)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (State.DELIVERED, 3)
    assert {request.headers["X-Fossato-Delivery"] for request in other.heard} == {str(delivery.uid)}
    assert len({request.body for request in other.heard}) == 1


def test_webhook_resend_does_not_wait_for_the_pause(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [500, 204]
    with committed():
        tell(event)
    with committed():
        webhook_resend(delivery=only(), by=None)
    assert (only().state, only().attempts) == (State.DELIVERED, 2)
    # The resend executed the job that was waiting for the pause.
    assert Job.objects.filter(kind="webhook").count() == 2
    assert not Job.objects.filter(state=Job.State.WAITING).exists()


def test_webhook_resend_restarts_the_pauses(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [500]
    with committed():
        tell(event)
    delivery = only()
    for _number in PAUSES:
        delivery = next_attempt(committed, delivery)
    with committed():
        webhook_resend(delivery=delivery, by=None)
    again = only()
    assert (again.state, again.attempts) == (State.WAITING, 9)
    assert again.next_at is not None
    assert again.last_at is not None
    assert abs(again.next_at - again.last_at - PAUSES[0]) < timedelta(seconds=5)


def test_attempt_of_a_worker_that_died_is_sent_again_with_the_same_id(
    committed: Callable[..., Any], other: Receiver
) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        tell(event)
    job = Job.objects.get(kind="webhook")
    # The state after the worker died: sent, but not stored.
    WebhookDelivery.objects.update(state=State.WAITING, attempts=0)
    Job.objects.update(state=Job.State.WAITING)
    run(job.pk)
    assert (only().state, only().attempts) == (State.DELIVERED, 1)
    Job.objects.update(state=Job.State.WAITING)
    run(job.pk)
    assert len(other.heard) == 2
    assert other.heard[0].body == other.heard[1].body


def test_webhook_test_is_attempted_once(committed: Callable[..., Any], other: Receiver) -> None:
    endpoint, _secret = webhook_add(event=None, url=other.url, by=None)
    other.answers = [500]
    with committed():
        webhook_test(endpoint=endpoint, by=None)
    assert (only().state, only().attempts) == (State.GIVEN_UP, 1)
    assert WebhookEndpoint.objects.get().failing_since is None
    payload = json.loads(other.heard[0].body)
    assert (payload["kind"], payload["event"], payload["round"]) == ("test", None, None)


def test_attempt_to_a_private_address_is_refused(committed: Callable[..., Any], settings: Any, other: Receiver) -> None:
    """A host name that resolves to a private network is detected when sending."""
    settings.FOSSATO_WEBHOOK_PRIVATE = False
    with pytest.raises(WebhookPrivate):
        webhook_add(event=None, url=other.url, by=None)
    endpoint, _secret = webhook_add(event=None, url=f"http://localhost:{other.port}/", by=None)
    with committed():
        webhook_test(endpoint=endpoint, by=None)
    assert (only().state, only().last_reason) == (State.GIVEN_UP, "WEBHOOK_PRIVATE")
    assert other.heard == []


# ---------------------------------------------------------------- pauses


def test_endpoint_failing_for_days_is_paused_and_its_owner_notified(
    committed: Callable[..., Any], other: Receiver
) -> None:
    event, owner = make.make_event(name="Torneo del ponte"), make.make_user("anna")
    webhook_add(event=event, url=other.url, by=owner)
    other.answers = [500]
    with committed():
        tell(event)
    since = WebhookEndpoint.objects.get().failing_since
    assert since is not None
    for offset, paused in ((timedelta(minutes=-5), False), (timedelta(minutes=5), True)):
        with time_machine.travel(since + FAILING + offset, tick=True), committed():
            tell(event, key=str(offset))
        assert (WebhookEndpoint.objects.get().paused_at is not None) == paused
    endpoint = WebhookEndpoint.objects.get()
    assert endpoint.paused_why == WebhookEndpoint.Paused.FAILING
    (message,) = mail.outbox
    assert message.to == ["anna@example.org"]
    assert other.url in message.subject
    assert f"https://fossato.example.org/organizza/{event.slug}/webhook/" in message.body
    before = len(other.heard)
    with committed():
        tell(event, key="later")
    assert len(other.heard) == before
    assert not WebhookDelivery.objects.filter(key="round.closed:later").exists()
    # Deliveries already waiting are not sent to a paused endpoint.
    waiting = WebhookDelivery.objects.filter(state=State.WAITING).earliest("pk")
    assert next_attempt(committed, waiting).state == State.GIVEN_UP
    assert len(other.heard) == before


def test_endpoint_success_resets_the_failing_period(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [500, 204, 500]
    for key in "ab":
        with committed():
            tell(event, key=key)
    assert WebhookEndpoint.objects.get().failing_since is None
    with time_machine.travel(timezone.now() + FAILING + timedelta(hours=1)), committed():
        tell(event, key="c")
    assert WebhookEndpoint.objects.get().paused_at is None


def test_webhook_pause_and_resume(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    endpoint, _secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        delivery = webhook_test(endpoint=endpoint, by=None)
    webhooks.webhook_pause(endpoint=endpoint, by=None)
    with pytest.raises(AlreadyDone):
        webhooks.webhook_pause(endpoint=endpoint, by=None)
    with pytest.raises(WebhookPaused):
        webhook_test(endpoint=endpoint, by=None)
    with pytest.raises(WebhookPaused):
        webhook_resend(delivery=delivery, by=None)
    webhooks.webhook_resume(endpoint=endpoint, by=None)
    with pytest.raises(AlreadyDone):
        webhooks.webhook_resume(endpoint=endpoint, by=None)
    with committed():
        tell(event)
    assert len(other.heard) == 2
