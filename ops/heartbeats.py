"""Signs of life: each worker and the clock write down now and then that they are there; health and checks read it."""

from __future__ import annotations

import logging
import time
from typing import Any

import redis
from celery.signals import after_task_publish, beat_init, heartbeat_sent
from django.conf import settings

logger = logging.getLogger(__name__)

#: Seconds after which somebody who said nothing is taken for gone. The clock speaks with the sweep, every minute.
SILENCE = {"worker": 60, "clock": 180}
#: Seconds between two signs of a worker, whose heart beats every two.
_PAUSE = 10.0
_last: dict[str, float] = {}


def redis_url() -> str:
    """The address of Redis; empty where the server runs without."""
    return getattr(settings, "CELERY_BROKER_URL", "") or ""


def asked() -> redis.Redis:
    """A client of Redis that waits two seconds at most; the caller closes it."""
    return redis.Redis.from_url(redis_url(), socket_connect_timeout=2, socket_timeout=2)


def _key(who: str) -> str:
    return f"fossato:sign:{who}"


def give(who: str, pause: float = 0.0) -> None:
    """Writes that ``who`` is there, at most once in ``pause`` seconds. Without Redis it is logged, and work goes on."""
    if not redis_url() or time.monotonic() - _last.get(who, -pause) < pause:
        return
    _last[who] = time.monotonic()
    try:
        with asked() as client:
            client.set(_key(who), str(time.time()), ex=3600)
    except redis.RedisError as error:
        logger.warning("the sign of life of the %s could not be written: %s", who, type(error).__name__)


def seen(who: str) -> float | None:
    """Seconds since the last sign; None where there is none. Errors: redis.RedisError."""
    with asked() as client:
        at: Any = client.get(_key(who))
    return None if at is None else max(0.0, time.time() - float(at))


def _worker_beats(**_more: Any) -> None:
    give("worker", _PAUSE)


def _clock_begins(**_more: Any) -> None:
    give("clock")
    after_task_publish.connect(_clock_speaks, dispatch_uid="clock-speaks")


def _clock_speaks(**_more: Any) -> None:
    give("clock")


def connect() -> None:
    """Makes the worker and the clock of this program give their signs."""
    heartbeat_sent.connect(_worker_beats, dispatch_uid="worker-beats")
    beat_init.connect(_clock_begins, dispatch_uid="clock-begins")
