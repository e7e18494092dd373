"""Test notices on devices: permissions, what is sent to each, when a device is forgotten."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid02

from tests import factories as make
from tests.integration.servers.receiver import Receiver, receiver
from tournament.delivery import push
from tournament.delivery.decisions import accounts_notice
from tournament.models import Job, PushSubscription
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import account_close
from tournament.tasks import run

pytestmark = pytest.mark.django_db

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
KEYS = {"p256dh": "BPublic", "auth": "secret-of-the-browser"}


@dataclass
class Device:
    """A browser with its keys, whose push service is a receiver on this machine."""

    service: Receiver
    key: ec.EllipticCurvePrivateKey
    secret: bytes

    @property
    def keys(self) -> dict[str, str]:
        """Return what the browser tells the page."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": _base64url(point), "auth": _base64url(self.secret)}

    def added_to(self, user: Any) -> PushSubscription:
        """Add the device to an account."""
        device = push.push_subscribe(
            user=user, endpoint=ENDPOINT, public_key=self.keys["p256dh"], auth_secret=self.keys["auth"]
        )
        self.deliver(device)
        return device

    def deliver(self, device: PushSubscription) -> None:
        """Put this receiver in the place of the browser's push service."""
        PushSubscription.objects.filter(pk=device.pk).update(endpoint=self.service.url)

    def messages(self) -> list[dict[str, Any]]:
        """Return what the browser reads, after its service has verified the server's signature."""
        for heard in self.service.heard:
            assert Vapid02.verify(heard.headers["Authorization"])
            assert heard.headers["Content-Encoding"] == "aes128gcm"
            assert heard.headers["TTL"] == "21600"
        return [
            json.loads(http_ece.decrypt(heard.content, private_key=self.key, auth_secret=self.secret))
            for heard in self.service.heard
        ]


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture
def device() -> Iterator[Device]:
    with receiver() as service:
        service.answer = 201
        yield Device(service, ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef")


def _tell(user: Any, *, key: str = "k") -> None:
    accounts_notice(
        [user],
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


def test_device_added_by_the_page_gets_the_sentence_without_the_reason(client: Client, device: Device) -> None:
    user = make.make_user()
    client.force_login(user)
    assert push.push_public_key() in client.get(reverse("account")).content.decode()
    assert client.post(reverse("push_device"), {"what": "add", "endpoint": ENDPOINT, **device.keys}).status_code == 204
    device.deliver(PushSubscription.objects.get())
    _tell(user)
    _tell(make.make_user())
    _run_jobs()
    (message,) = device.messages()
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


@pytest.mark.parametrize(("status", "is_known"), [(410, False), (404, False), (500, True), (302, True)])
def test_device_forgotten_once_its_service_does_not_know_it(device: Device, status: int, is_known: bool) -> None:
    device.service.answer = status
    user = make.make_user()
    device.added_to(user)
    _tell(user)
    _run_jobs()
    assert len(device.service.heard) == 1
    assert PushSubscription.objects.filter(account=user).exists() == is_known


def test_old_notice_not_pushed(device: Device) -> None:
    user = make.make_user()
    device.added_to(user)
    _tell(user)
    Job.objects.update(created_at=timezone.now() - push.WORTH - timedelta(minutes=1))
    _run_jobs()
    assert device.service.heard == []


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
    assert "data-push" not in client.get(reverse("account")).content.decode()
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
