"""Test notices on devices: permissions, what is sent to each, when a device is forgotten."""

from __future__ import annotations

import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pywebpush import WebPushException

from tests import factories as make
from tournament.delivery import push
from tournament.delivery.decisions import accounts_notice
from tournament.models import Job, NoticeKind, PushSubscription
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import account_close
from tournament.tasks import run

pytestmark = pytest.mark.django_db

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
KEYS = {"p256dh": "BPublic", "auth": "secret-of-the-browser"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return the list of what is given to the library that encrypts and posts."""
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr("pywebpush.webpush", lambda **facts: calls.append(facts))
    return calls


def _tell(user: Any, *, key: str = "k") -> None:
    accounts_notice(
        [user],
        kind=NoticeKind.AUTHORISATION,
        code="not_authorised",
        key=key,
        path="/banco/",
        params={"event": "Torneo del ponte", "text": "Il motivo di Ada"},
    )


def _device(user: Any) -> PushSubscription:
    return push.push_subscribe(user=user, endpoint=ENDPOINT, public_key="BPublic", auth_secret="s")


def _run_jobs() -> None:
    for job in Job.objects.filter(kind="push"):
        run(job.pk)


def test_device_added_by_the_page_gets_the_sentence_without_the_reason(client: Client, sent: list[Any]) -> None:
    user = make.make_user()
    client.force_login(user)
    assert push.push_public_key() in client.get(reverse("notice_choices")).content.decode()
    assert client.post(reverse("push_device"), {"what": "add", "endpoint": ENDPOINT, **KEYS}).status_code == 204
    _tell(user)
    _tell(make.make_user())
    _run_jobs()
    (call,) = sent
    assert call["subscription_info"] == {"endpoint": ENDPOINT, "keys": KEYS}
    message = json.loads(call["data"])
    assert message == {
        "title": "Fossato",
        "body": "«Torneo del ponte» non è autorizzato: torna in bozza.",
        "path": "/banco/",
    }
    assert "Il motivo di Ada" not in json.dumps(Job.objects.get(kind="push").args)
    assert client.post(reverse("push_device"), {"what": "remove", "endpoint": ENDPOINT}).status_code == 204
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://localhost/x",
        "https://evil.example/fcm.googleapis.com",
        "https://x:99/",
        "//[",
        "https://fcm.googleapis.com:99999/x",
        "",
    ],
)
def test_only_the_push_services_of_browsers_accepted(client: Client, endpoint: str) -> None:
    client.force_login(make.make_user())
    assert client.post(reverse("push_device"), {"endpoint": endpoint, **KEYS}).status_code == 400
    assert client.post(reverse("push_device"), {"endpoint": ENDPOINT, "p256dh": "", "auth": "x"}).status_code == 400
    assert not PushSubscription.objects.exists()


def test_kind_switched_off_on_devices_not_pushed(client: Client) -> None:
    user = make.make_user()
    _device(user)
    client.force_login(user)
    client.post(reverse("notice_choices"), {"authorisation-list": "on"})
    _tell(user)
    assert not Job.objects.filter(kind="push").exists()


@pytest.mark.parametrize(("status", "is_known"), [(410, False), (404, False), (500, True)])
def test_device_forgotten_once_its_service_does_not_know_it(
    monkeypatch: pytest.MonkeyPatch, status: int, is_known: bool
) -> None:
    def refuse(**facts: Any) -> None:
        raise WebPushException("no", response=SimpleNamespace(status_code=status, text=""))

    monkeypatch.setattr("pywebpush.webpush", refuse)
    user = make.make_user()
    _device(user)
    _tell(user)
    _run_jobs()
    assert PushSubscription.objects.filter(account=user).exists() == is_known


def test_old_notice_not_pushed(sent: list[Any]) -> None:
    user = make.make_user()
    _device(user)
    _tell(user)
    Job.objects.update(created_at=timezone.now() - push.WORTH - timedelta(minutes=1))
    _run_jobs()
    assert sent == []


def test_device_changes_hands_and_the_oldest_goes() -> None:
    first, second = make.make_user(), make.make_user()
    _device(first)
    _device(second)
    assert list(PushSubscription.objects.values_list("account", flat=True)) == [second.pk]
    for number in range(push.MOST_DEVICES):
        push.push_subscribe(user=second, endpoint=f"{ENDPOINT}{number}", public_key="B", auth_secret="s")
    assert PushSubscription.objects.filter(account=second).count() == push.MOST_DEVICES
    assert not PushSubscription.objects.filter(endpoint=ENDPOINT).exists()


def test_push_off_without_a_key(client: Client, settings: Any) -> None:
    settings.FOSSATO_PUSH_KEY = ""
    user = make.make_user()
    _device(user)
    client.force_login(user)
    assert client.post(reverse("push_device"), {"endpoint": ENDPOINT, **KEYS}).status_code == 404
    assert "data-push" not in client.get(reverse("notice_choices")).content.decode()
    _tell(user)
    assert not Job.objects.filter(kind="push").exists()


def test_devices_copied_without_their_secret_and_deleted_with_the_account() -> None:
    user = make.make_user()
    _device(user)
    copied = export(person=None, user=user)["account"]["push_subscriptions"][0]
    assert copied["endpoint"] == ENDPOINT
    assert "auth_secret" not in copied
    assert account_close(user=user)
    assert not PushSubscription.objects.exists()


def test_new_key_makes_a_public_key(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("push_key")
    settings.FOSSATO_PUSH_KEY = capsys.readouterr().out.strip()
    assert len(push.push_public_key()) == 87
