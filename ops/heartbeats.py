"""Heartbeats: each worker and the clock record regularly that they run; health and checks read it."""

from __future__ import annotations

import logging
import time
from typing import Any

import redis
from celery.signals import heartbeat_sent, worker_ready
from django.conf import settings

logger = logging.getLogger(__name__)

#: Seconds without a heartbeat after which a process counts as dead. The clock runs every minute.
MAX_SILENCE_SECONDS = {"worker": 60, "clock": 180}
#: Seconds between two heartbeats of a worker, whose Celery heartbeat comes every two.
_WORKER_INTERVAL = 10.0
_last: dict[str, float] = {}
#: The queues of this process, if it is a worker.
_queues: list[str] = []


def redis_url() -> str:
    """Return the address of Redis; empty where the server runs without."""
    return getattr(settings, "CELERY_BROKER_URL", "") or ""


def redis_client() -> redis.Redis:
    """Return a Redis client with a timeout of two seconds; the caller closes it."""
    return redis.Redis.from_url(redis_url(), socket_connect_timeout=2, socket_timeout=2)


def _key(who: str) -> str:
    return f"fossato:sign:{who}"


def beat(who: str, pause: float = 0.0) -> None:
    """Record a heartbeat of ``who``, at most once in ``pause`` seconds. A Redis failure is logged and ignored."""
    if not redis_url() or time.monotonic() - _last.get(who, -pause) < pause:
        return
    _last[who] = time.monotonic()
    try:
        with redis_client() as client:
            client.set(_key(who), str(time.time()), ex=3600)
    except redis.RedisError as error:
        logger.warning("the sign of life of the %s could not be written: %s", who, type(error).__name__)


def seconds_since_last_beat(who: str) -> float | None:
    """Return the seconds since the last heartbeat; None where there is none. Errors: redis.RedisError."""
    with redis_client() as client:
        at: Any = client.get(_key(who))
    return None if at is None else max(0.0, time.time() - float(at))


def worker_of(queue: str) -> str:
    """Return the name under which the workers of a queue record their heartbeats."""
    return f"worker {queue}"


def queues_without_worker() -> list[str]:
    """Return the queues whose workers were not seen in time. Errors: redis.RedisError."""
    silent = []
    for queue in settings.FOSSATO_QUEUES:
        seconds = seconds_since_last_beat(worker_of(queue))
        if seconds is None or seconds > MAX_SILENCE_SECONDS["worker"]:
            silent.append(queue)
    return silent


def _start_worker(sender: Any, **_more: Any) -> None:
    """Remember the queues that this worker takes tasks from; ``sender`` is Celery's consumer."""
    _queues[:] = [queue.name for queue in sender.task_consumer.queues]
    _beat_worker()


def _beat_worker(**_more: Any) -> None:
    for queue in _queues:
        beat(worker_of(queue), _WORKER_INTERVAL)


def connect() -> None:
    """Connect the Celery signals that send the heartbeats of workers; the clock sends its own with each run."""
    worker_ready.connect(_start_worker, dispatch_uid="worker-begins")
    heartbeat_sent.connect(_beat_worker, dispatch_uid="worker-beats")
