"""Name the round of a public randomness beacon (drand) when a draw's list is fixed, and fetch it in a job."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from tournament.draws.ceremonies import failures_before
from tournament.draws.errors import BeaconWrong
from tournament.draws.fetching import fetch
from tournament.jobs.services import job_enqueue
from tournament.models import DrawCeremony
from tournament.regulation import ceremony as protocol
from tournament.regulation.beacon import is_signed

KIND: Final = "beacon"
#: Seconds after the phones' time in which the beacon's round is waited for.
WAIT_SECONDS: Final = 60


def beacon_named(after: datetime) -> dict[str, Any] | None:
    """Return the first round of the beacon after a moment, without its signature; None if no beacon is set up.

    The round is later than the time in which nonces are revealed, so nobody reveals or withholds one knowing it.
    """
    if not settings.FOSSATO_BEACON_URL:
        return None
    elapsed = after.timestamp() - settings.FOSSATO_BEACON_GENESIS
    return {
        "scheme": settings.FOSSATO_BEACON_SCHEME,
        "key": settings.FOSSATO_BEACON_KEY,
        "round": math.floor(elapsed / settings.FOSSATO_BEACON_PERIOD) + 2,
        "signature": "",
        "previous_signature": "",
    }


def round_time(number: int) -> datetime:
    """Return when a round of the beacon is published."""
    seconds = settings.FOSSATO_BEACON_GENESIS + (number - 1) * settings.FOSSATO_BEACON_PERIOD
    return datetime.fromtimestamp(seconds, tz=UTC)


def is_beacon_awaited(ceremony: DrawCeremony) -> bool:
    """Return whether an attempt named a round of the beacon whose signature has not come."""
    return ceremony.beacon is not None and not ceremony.beacon["signature"]


def is_beacon_in_time(ceremony: DrawCeremony) -> bool:
    """Return whether the beacon's round may still come."""
    if ceremony.beacon is None or ceremony.reveal_by is None or not is_beacon_awaited(ceremony):
        return False
    latest = max(round_time(ceremony.beacon["round"]), ceremony.reveal_by) + timedelta(seconds=WAIT_SECONDS)
    return timezone.now() < latest


def has_beacon_failed(ceremony: DrawCeremony) -> bool:
    """Return whether an attempt of this step failed for want of the beacon: then its repetition names none."""
    return any(
        is_beacon_awaited(failed) and not failed.missing and not failed.parts.filter(nonce="").exists()
        for failed in failures_before(ceremony)
    )


def beacon_ask(ceremony: DrawCeremony) -> None:
    """Enqueue the job that fetches the beacon's round, once it is published. Idempotent."""
    if ceremony.beacon is not None and timezone.now() >= round_time(ceremony.beacon["round"]):
        job_enqueue(kind=KIND, key=f"{KIND}:{ceremony.pk}", args={"ceremony": ceremony.pk}, event=ceremony.event)


def beacon_fetched(number: int) -> protocol.Beacon:
    """Return a round of the beacon with its signature, which was checked.

    Errors: BeaconWrong if the answer is no such round, or its signature is not the beacon's; FetchFailed.
    """
    content = fetch(f"{settings.FOSSATO_BEACON_URL.rstrip('/')}/public/{number}")
    try:
        answer = json.loads(content)
        named = protocol.Beacon(
            scheme=settings.FOSSATO_BEACON_SCHEME,
            key=settings.FOSSATO_BEACON_KEY,
            round=number,
            signature=str(answer["signature"]),
            previous_signature=str(answer.get("previous_signature") or ""),
        )
        is_right = answer["round"] == number and not protocol.malformed_beacon(named) and is_signed(named)
    except (ValueError, KeyError, TypeError, AttributeError) as unreadable:
        raise BeaconWrong(round=number) from unreadable
    if not is_right:
        raise BeaconWrong(round=number)
    return named
