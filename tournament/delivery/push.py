"""Web push: notices on a device whose browser agreed to it. Off without a key.

A message is encrypted for the device (RFC 8291, ``http_ece``) and signed by the server (VAPID, RFC 8292, ``py_vapid``).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation
from py_vapid import Vapid02

from tournament.core.fetching import FetchFailed, post
from tournament.delivery.jobs import job_enqueue
from tournament.models import Job, PushSubscription
from tournament.models.stored_sentences import stored_sentence
from tournament.regulation.refused import Refused

KIND = "push"
#: Push services of the browsers: the server posts to no other host. A dot stands for every host below.
SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
#: Devices of one account; a further one replaces the oldest.
MOST_DEVICES = 10
#: How long a notice is worth showing on a device; seconds that the push service may keep it.
WORTH = timedelta(hours=6)
#: Seconds of silence after which an attempt is given up.
SECONDS = 10


def push_is_on() -> bool:
    """Return whether the server has a key for web push."""
    return bool(settings.FOSSATO_PUSH_KEY)


@lru_cache(maxsize=2)
def _public_key(private_key: str) -> str:
    point = Vapid02.from_string(private_key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def push_public_key() -> str:
    """Return the server's public key, by which a browser knows who may push; blank if push is off."""
    return _public_key(settings.FOSSATO_PUSH_KEY) if push_is_on() else ""


def _is_push_service(endpoint: str) -> bool:
    """Return whether an address is one of the browsers' push services."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    known = any(host == service or (service[0] == "." and host.endswith(service)) for service in SERVICES)
    return parts.scheme == "https" and known and port in (None, 443)


@transaction.atomic
def push_subscribe(*, user: User, endpoint: str, public_key: str, auth_secret: str) -> PushSubscription:
    """Store a device of an account; one that was another account's changes hands.

    Errors: FIELD_WRONG for an address that is no push service's, or a key of another length.
    """
    if not _is_push_service(endpoint) or len(endpoint) > 1000:
        raise Refused("FIELD_WRONG", field="endpoint", value=endpoint[:100], right="https://…")
    for name, value, most in (("p256dh", public_key, 120), ("auth", auth_secret, 60)):
        if not 0 < len(value) <= most:
            raise Refused("FIELD_WRONG", field=name, value=value[:10], right="base64url")
    device, _is_new = PushSubscription.objects.update_or_create(
        endpoint_sha256=hashlib.sha256(endpoint.encode()).hexdigest(),
        defaults={"account": user, "endpoint": endpoint, "public_key": public_key, "auth_secret": auth_secret},
    )
    kept = PushSubscription.objects.filter(account=user).values_list("pk", flat=True)[:MOST_DEVICES]
    PushSubscription.objects.filter(account=user).exclude(pk__in=list(kept)).delete()
    return device


def push_unsubscribe(*, user: User, endpoint: str) -> None:
    """Delete a device of an account. Does nothing for an unknown one."""
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    PushSubscription.objects.filter(account=user, endpoint_sha256=digest).delete()


def push_enqueue(sentences: Iterable[tuple[int, str, dict[str, Any]]]) -> None:
    """Queue notices for all devices of several accounts. One query for any number of accounts without a device.

    Arguments:
        sentences: account, key of the notice, and its ``code``, ``params``, ``path`` and ``language``. A reason typed
            by a person stays on the site.
    """
    rows = list(sentences)
    devices: dict[int, list[int]] = {}
    for account, pk in PushSubscription.objects.filter(account__in={row[0] for row in rows}).values_list(
        "account", "pk"
    ):
        devices.setdefault(account, []).append(pk)
    for account, key, facts in rows:
        params = {name: value for name, value in facts["params"].items() if name != "text"}
        for device in devices.get(account, ()):
            job_enqueue(
                kind=KIND, key=f"{KIND}:{device}:{key}"[:200], args={**facts, "params": params, "device": device}
            )


def send_push_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the notice of a Job; delete the device if its push service does not know it any more."""
    device = PushSubscription.objects.filter(pk=job.args["device"]).first()
    if device is None or not push_is_on() or job.created_at < timezone.now() - WORTH:
        return b"", ""
    with translation.override(job.args["language"]):
        sentence = stored_sentence(job.args["code"], job.args["params"])
    message = json.dumps({"title": "Fossato", "body": sentence, "path": job.args["path"]})
    try:
        post(device.endpoint, _encrypted(message, device), _headers(device.endpoint), seconds=SECONDS)
    except FetchFailed as failure:
        if failure.status not in (404, 410):
            raise
        device.delete()
    return b"", ""


def _encrypted(message: str, device: PushSubscription) -> bytes:
    """Return a message that only the device's browser can read."""
    # Only a worker needs it.
    import http_ece

    encrypted: bytes = http_ece.encrypt(
        message.encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(device.public_key),
        auth_secret=_decoded(device.auth_secret),
        version="aes128gcm",
    )
    return encrypted


def _headers(endpoint: str) -> dict[str, str]:
    """Return the headers of a message, with the server's signature for the endpoint's host."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"mailto:{settings.DEFAULT_FROM_EMAIL}"}
    signature: dict[str, str] = Vapid02.from_string(settings.FOSSATO_PUSH_KEY).sign(claims)
    return {
        **signature,
        "TTL": str(int(WORTH.total_seconds())),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }


def _decoded(text: str) -> bytes:
    """Return the bytes of base64url without padding, as browsers write keys."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
