"""Webhooks from the fact to the receiver: signed, tried again, given up, sent again, paused; over real connections."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from ranking import services as ranking
from tests import factories as make
from tests import reporting
from tests.servers.ports import free_port
from tests.servers.receiver import Receiver, receiver
from tournament.models import Event, Job, WebhookDelivery, WebhookEndpoint
from tournament.services import rounds, webhooks
from tournament.services.errors import AlreadyDone
from tournament.services.jobs import jobs_sweep
from tournament.services.webhook_errors import WebhookKnown, WebhookPaused, WebhookPrivate, WebhookTooMany
from tournament.services.webhook_jobs import FAILING, PAUSES
from tournament.services.webhooks import secret_now, webhook_add, webhook_resend, webhook_tell, webhook_test
from tournament.tasks import run

pytestmark = pytest.mark.django_db

State = WebhookDelivery.State
DOCS = Path(__file__).parents[3] / "docs" / "webhooks.md"


@pytest.fixture(autouse=True)
def _reachable(settings: Any, tmp_path: Any) -> None:
    settings.FOSSATO_WEBHOOK_PRIVATE = True
    settings.FOSSATO_WEBHOOK_SECONDS = 0.3
    settings.FOSSATO_SITE_URL = "https://fossato.example.org/"
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Runs what waits for the commit, as a request's end does."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def other() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def documented() -> Callable[..., bool]:
    """The function of the documentation, as a reader would copy it."""
    code = re.search(r"```python\n(.+?)```", DOCS.read_text(), re.S)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    check: Callable[..., bool] = names["is_from_fossato"]
    return check


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


# ---------------------------------------------------------------- what is told


def test_a_published_and_a_closed_round_are_told(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.drawn_event(publish=False, name="Torneo del ponte")
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        rounds.round_publish(round=make.last_round(event), by=None)
    make.play_round(event, close=False)
    with committed():
        rounds.round_close(round=make.last_round(event), by=None, word="fosso")
    first, second = (json.loads(heard.body) for heard in other.heard)
    assert (first["kind"], first["round"]["state"]) == ("tables.published", "published")
    assert (second["kind"], second["round"]["state"], second["round"]["number"]) == ("round.closed", "closed", 1)
    assert second["format"] == "fossato-webhook/1"
    assert second["event"]["slug"] == event.slug
    assert second["event"]["page"] == f"https://fossato.example.org/eventi/{event.slug}/"
    assert [one.state for one in WebhookDelivery.objects.all()] == [State.DELIVERED, State.DELIVERED]


def test_a_homologated_event_is_told_to_both_rooms(committed: Callable[..., Any], other: Receiver) -> None:
    event = reporting.reported_event(name="Torneo del ponte")
    webhook_add(event=event, url=other.url, by=None)
    webhook_add(event=None, url=other.url, by=None)
    with committed():
        ranking.homologate(event=event, reason="Tutto a posto", by=None)
    told = [json.loads(heard.body) for heard in other.heard]
    assert [one["kind"] for one in told] == ["event.homologated", "event.homologated"]
    assert [one["event"]["state"] for one in told] == ["homologated", "homologated"]
    assert len({one["id"] for one in told}) == 2


def test_what_is_told_names_nobody(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.drawn_event(publish=False)
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        rounds.round_publish(round=make.last_round(event), by=None)
    body = other.heard[0].body.decode()
    for entry in event.entries.select_related("person"):
        assert entry.person.last_name not in body
    assert set(json.loads(body)) == {"format", "id", "kind", "at", "event", "round"}


def test_an_address_of_another_event_is_not_told(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=make.make_event(), url=other.url, by=None)
    with committed():
        tell(event)
    assert other.heard == []


def test_a_fact_that_is_taken_back_is_not_told(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    with committed(), pytest.raises(ZeroDivisionError), transaction.atomic():
        tell(event)
        1 / 0  # noqa: B018
    assert other.heard == []
    assert not WebhookDelivery.objects.exists()


def test_a_fact_is_told_once(committed: Callable[..., Any], other: Receiver) -> None:
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


def test_the_signature_is_right_for_who_reads_the_documentation(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    _endpoint, secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        tell(event)
    (heard,) = other.heard
    check, header = documented(), heard.headers["X-Fossato-Signature"]
    assert check(secret, header, heard.body)
    assert not check(secret, header, heard.body + b" ")
    assert not check(secret + "x", header, heard.body)
    moment = int(header.partition(",")[0].removeprefix("t="))
    assert check(secret, header, heard.body, now=moment + 300)
    assert not check(secret, header, heard.body, now=moment + 301)
    assert heard.headers["X-Fossato-Delivery"] == json.loads(heard.body)["id"] == str(only().uid)
    assert heard.headers["X-Fossato-Kind"] == "round.closed"
    assert heard.headers["Content-Type"] == "application/json; charset=utf-8"


def test_the_secret_stands_in_no_column(other: Receiver) -> None:
    endpoint, secret = webhook_add(event=None, url=other.url, by=None)
    row = WebhookEndpoint.objects.filter(pk=endpoint.pk).values().get()
    assert secret not in str(row)
    assert secret.removeprefix("whsec_") not in str(row) + str(list(endpoint.history.values()))
    assert len(secret) == len("whsec_") + 43


def test_a_renewed_secret_signs_from_then_on(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    endpoint, old = webhook_add(event=event, url=other.url, by=None)
    new = webhooks.webhook_renew(endpoint=endpoint, by=None)
    with committed():
        tell(event)
    (heard,) = other.heard
    check, header = documented(), heard.headers["X-Fossato-Signature"]
    assert (check(old, header, heard.body), check(new, header, heard.body)) == (False, True)


def test_another_server_key_voids_the_secret(committed: Callable[..., Any], settings: Any, other: Receiver) -> None:
    endpoint, _secret = webhook_add(event=None, url=other.url, by=None)
    settings.SECRET_KEY = "another"
    assert secret_now(endpoint) is None
    with committed():
        webhook_test(endpoint=endpoint)
    assert (only().state, only().last_reason) == (State.GIVEN_UP, "WEBHOOK_SECRET_LOST")
    assert other.heard == []


# ---------------------------------------------------------------- attempts


@pytest.mark.parametrize("trouble", ["500", "timeout", "refused"])
def test_a_failed_attempt_is_made_again_with_the_same_id(
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
    assert {heard.headers["X-Fossato-Delivery"] for heard in other.heard} == {str(delivery.uid)}
    assert len({heard.body for heard in other.heard}) == 1
    assert other.heard[-1].headers["X-Fossato-Attempt"] == "2"
    assert WebhookEndpoint.objects.get().failing_since is None
    assert endpoint.pk
    assert secret


def test_the_pauses_grow_and_then_it_is_given_up(committed: Callable[..., Any], other: Receiver) -> None:
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


def test_what_was_given_up_is_sent_again_with_the_same_id(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    endpoint, _secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        delivery = webhook_test(endpoint=endpoint)
    for answer in (500, 204):
        other.answers = [answer]
        with committed():
            webhook_resend(delivery=delivery)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (State.DELIVERED, 3)
    assert {heard.headers["X-Fossato-Delivery"] for heard in other.heard} == {str(delivery.uid)}
    assert len({heard.body for heard in other.heard}) == 1


def test_sending_again_does_not_wait_for_the_pause(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [500, 204]
    with committed():
        tell(event)
    with committed():
        webhook_resend(delivery=only())
    assert (only().state, only().attempts) == (State.DELIVERED, 2)
    # The Job that waited for the pause is the one that was carried out.
    assert Job.objects.filter(kind="webhook").count() == 2
    assert not Job.objects.filter(state=Job.State.WAITING).exists()


def test_after_being_sent_again_the_pauses_begin_anew(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    other.answers = [500]
    with committed():
        tell(event)
    delivery = only()
    for _number in PAUSES:
        delivery = next_attempt(committed, delivery)
    with committed():
        webhook_resend(delivery=delivery)
    again = only()
    assert (again.state, again.attempts) == (State.WAITING, 9)
    assert again.next_at is not None
    assert again.last_at is not None
    assert abs(again.next_at - again.last_at - PAUSES[0]) < timedelta(seconds=5)


def test_a_worker_that_dies_after_the_answer_sends_the_same_id_again(
    committed: Callable[..., Any], other: Receiver
) -> None:
    event = make.make_event()
    webhook_add(event=event, url=other.url, by=None)
    with committed():
        tell(event)
    job = Job.objects.get(kind="webhook")
    # As it was left: sent, but not written down.
    WebhookDelivery.objects.update(state=State.WAITING, attempts=0)
    Job.objects.update(state=Job.State.WAITING)
    run(job.pk)
    assert (only().state, only().attempts) == (State.DELIVERED, 1)
    Job.objects.update(state=Job.State.WAITING)
    run(job.pk)
    assert len(other.heard) == 2
    assert other.heard[0].body == other.heard[1].body


def test_a_test_is_sent_once(committed: Callable[..., Any], other: Receiver) -> None:
    endpoint, _secret = webhook_add(event=None, url=other.url, by=None)
    other.answers = [500]
    with committed():
        webhook_test(endpoint=endpoint)
    assert (only().state, only().attempts) == (State.GIVEN_UP, 1)
    assert WebhookEndpoint.objects.get().failing_since is None
    facts = json.loads(other.heard[0].body)
    assert (facts["kind"], facts["event"], facts["round"]) == ("test", None, None)


def test_a_private_address_is_not_sent_to(committed: Callable[..., Any], settings: Any, other: Receiver) -> None:
    """A name that leads to a private network is found out when it is sent to."""
    settings.FOSSATO_WEBHOOK_PRIVATE = False
    with pytest.raises(WebhookPrivate):
        webhook_add(event=None, url=other.url, by=None)
    endpoint, _secret = webhook_add(event=None, url=f"http://localhost:{other.port}/", by=None)
    with committed():
        webhook_test(endpoint=endpoint)
    assert (only().state, only().last_reason) == (State.GIVEN_UP, "WEBHOOK_PRIVATE")
    assert other.heard == []


# ---------------------------------------------------------------- pauses


def test_an_address_that_fails_for_days_is_paused_and_its_owner_told(
    committed: Callable[..., Any], other: Receiver
) -> None:
    event, owner = make.make_event(name="Torneo del ponte"), make.make_user("anna")
    webhook_add(event=event, url=other.url, by=owner)
    other.answers = [500]
    with committed():
        tell(event)
    since = WebhookEndpoint.objects.get().failing_since
    assert since is not None
    for left, paused in ((timedelta(minutes=-5), False), (timedelta(minutes=5), True)):
        with time_machine.travel(since + FAILING + left, tick=True), committed():
            tell(event, key=str(left))
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
    # What was waiting is not sent to a paused address.
    waiting = WebhookDelivery.objects.filter(state=State.WAITING).earliest("pk")
    assert next_attempt(committed, waiting).state == State.GIVEN_UP
    assert len(other.heard) == before


def test_an_answer_ends_the_count_of_days(committed: Callable[..., Any], other: Receiver) -> None:
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


def test_paused_and_resumed_by_hand(committed: Callable[..., Any], other: Receiver) -> None:
    event = make.make_event()
    endpoint, _secret = webhook_add(event=event, url=other.url, by=None)
    with committed():
        delivery = webhook_test(endpoint=endpoint)
    webhooks.webhook_pause(endpoint=endpoint, by=None)
    with pytest.raises(AlreadyDone):
        webhooks.webhook_pause(endpoint=endpoint, by=None)
    with pytest.raises(WebhookPaused):
        webhook_test(endpoint=endpoint)
    with pytest.raises(WebhookPaused):
        webhook_resend(delivery=delivery)
    webhooks.webhook_resume(endpoint=endpoint, by=None)
    with pytest.raises(AlreadyDone):
        webhooks.webhook_resume(endpoint=endpoint, by=None)
    with committed():
        tell(event)
    assert len(other.heard) == 2


# ---------------------------------------------------------------- the list


def test_an_address_is_in_the_list_once_and_the_list_ends() -> None:
    event = make.make_event()
    for number in range(webhooks.MOST):
        webhook_add(event=event, url=f"https://example.org/{number}", by=None)
    with pytest.raises(WebhookKnown):
        webhook_add(event=event, url=" https://example.org/3 ", by=None)
    with pytest.raises(WebhookTooMany) as refused:
        webhook_add(event=event, url="https://example.org/altro", by=None)
    assert refused.value.most == webhooks.MOST
    webhook_add(event=None, url="https://example.org/3", by=None)
    with pytest.raises(WebhookKnown):
        webhook_add(event=None, url="https://example.org/3", by=None)


def test_a_removed_address_goes_with_its_deliveries_and_stays_in_the_history(committed: Callable[..., Any]) -> None:
    user = make.make_user()
    endpoint, _secret = webhook_add(event=None, url="https://fossato.invalid/", by=user)
    delivery = webhook_test(endpoint=endpoint)
    job = Job.objects.get(kind="webhook")
    webhooks.webhook_remove(endpoint=endpoint, by=user)
    assert not WebhookDelivery.objects.filter(pk=delivery.pk).exists()
    rows = WebhookEndpoint.history.order_by("history_id")
    assert [(row.history_type, row.url, row.history_user) for row in rows] == [
        ("+", "https://fossato.invalid/", user),
        ("-", "https://fossato.invalid/", user),
    ]
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_old_deliveries_that_are_over_go_when_something_new_is_told(other: Receiver) -> None:
    event = make.make_event()
    endpoint, _secret = webhook_add(event=event, url=other.url, by=None)
    for state in State:
        made = endpoint.deliveries.create(kind="test", key=state, body="{}", state=state)
        WebhookDelivery.objects.filter(pk=made.pk).update(made_at=timezone.now() - webhooks.KEPT - timedelta(hours=1))
    tell(event)
    assert {one.key for one in WebhookDelivery.objects.all()} == {State.WAITING, "round.closed:1"}
