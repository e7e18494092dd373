"""Ask relays of the public beacon (drand) for a round: two answers count only if they agree."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournament.core.fetching import FetchFailed, fetch
from tournament.regulation.beacon import is_signature, randomness_of

#: Answers that are compared, and seconds that a relay has for its own.
COMPARED = 2
ANSWER_SECONDS = 3.0


def has_beacon() -> bool:
    """Return whether the site asks a beacon: it needs two relays."""
    return len(settings.FOSSATO_BEACON_RELAYS) >= COMPARED


def next_round() -> int:
    """Return the number of the beacon's next round, which nobody knows yet."""
    elapsed = timezone.now().timestamp() - settings.FOSSATO_BEACON_GENESIS
    return math.floor(elapsed / settings.FOSSATO_BEACON_PERIOD) + 2


def round_time(number: int) -> datetime:
    """Return when a round of the beacon is published."""
    seconds = settings.FOSSATO_BEACON_GENESIS + (number - 1) * settings.FOSSATO_BEACON_PERIOD
    return datetime.fromtimestamp(seconds, tz=UTC)


def signature_of(number: int) -> str:
    """Return the signature of a round; empty unless the first two relays give the same one.

    An answer counts if it names the round, and its randomness is the SHA-256 of its signature.
    """
    relays = settings.FOSSATO_BEACON_RELAYS[:COMPARED]
    with ThreadPoolExecutor(COMPARED, thread_name_prefix="beacon") as pool:
        answers = set(pool.map(lambda relay: _asked(relay, number), relays))
    return answers.pop() if len(answers) == 1 else ""


def _asked(relay: str, number: int) -> str:
    """Return the signature that one relay gives for a round; empty if it gives no right answer."""
    try:
        answer: Any = json.loads(fetch(f"{relay.rstrip('/')}/public/{number}", seconds=ANSWER_SECONDS))
    except (FetchFailed, ValueError, RecursionError):
        return ""
    signature = answer.get("signature") if isinstance(answer, dict) else None
    if not isinstance(signature, str) or not is_signature(signature) or answer.get("round") != number:
        return ""
    return signature if answer.get("randomness") == randomness_of(signature) else ""
