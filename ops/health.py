"""Health of the server and of its dependencies: each by name, ok or failed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext, gettext_noop

from games import registry
from ops import heartbeats

#: Bytes that must be free where the photos and printed packs are stored.
MIN_FREE_BYTES = 200 * 1024 * 1024
#: Seconds for which the status page shows the same checks: they write a file and ask Redis.
CACHED_SECONDS = 15


class CheckFailed(Exception):
    """A failed check, described in a few words without any secret."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """A dependency and its state: ``words`` describe the problem, or give a figure; never an address or a secret."""

    name: str
    ok: bool
    words: str = ""


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        raise CheckFailed(f"does not answer ({type(error).__name__})") from error
    return connection.vendor


def unapplied_migrations() -> list[str]:
    """Return the migrations of this program that are not applied. Errors: DatabaseError."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def _migrations() -> str:
    try:
        unapplied = unapplied_migrations()
    except DatabaseError as error:
        raise CheckFailed(f"cannot be read ({type(error).__name__})") from error
    if unapplied:
        raise CheckFailed(f"{len(unapplied)} not applied")
    return ""


def _redis() -> str:
    try:
        with heartbeats.redis_client() as client:
            client.ping()
    except redis.RedisError as error:
        raise CheckFailed(f"does not answer ({type(error).__name__})") from error
    return ""


def _heartbeat(who: str) -> str:
    try:
        seconds = heartbeats.seconds_since_last_beat(who)
    except redis.RedisError as error:
        raise CheckFailed("not known without Redis") from error
    if seconds is None:
        raise CheckFailed("not seen")
    if seconds > heartbeats.MAX_SILENCE_SECONDS[who]:
        raise CheckFailed(f"last seen {seconds:.0f} s ago")
    return f"seen {seconds:.0f} s ago"


def _workers() -> str:
    try:
        silent = heartbeats.queues_without_worker()
    except redis.RedisError as error:
        raise CheckFailed("not known without Redis") from error
    if silent:
        raise CheckFailed("not seen: " + ", ".join(silent))
    return "seen: " + ", ".join(settings.FOSSATO_QUEUES)


def _media() -> str:
    folder = Path(settings.MEDIA_ROOT)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".health-") as file:
            file.write(b"ok")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CheckFailed(f"cannot be written ({type(error).__name__})") from error
    return ""


def _disk() -> str:
    folder = Path(settings.MEDIA_ROOT)
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free // 1024**2} MB free"
    if free < MIN_FREE_BYTES:
        raise CheckFailed(words)
    return words


def _games() -> str:
    return "compiled" if registry.is_compiled() else "interpreted"


def _checks() -> dict[str, Callable[[], str]]:
    single_machine: dict[str, Callable[[], str]] = {"database": _database, "migrations": _migrations}
    single_machine |= {"media": _media, "disk": _disk, "games": _games}
    if not heartbeats.redis_url():
        return single_machine
    return {
        **single_machine,
        "redis": _redis,
        "worker": _workers,
        "clock": lambda: _heartbeat("clock"),
    }


def check_dependencies(names: Iterable[str]) -> list[Dependency]:
    """Check the named dependencies now. Raises nothing."""
    checks = _checks()
    results = []
    for name in names:
        try:
            results.append(Dependency(name, True, checks[name]()))
        except CheckFailed as missing:
            results.append(Dependency(name, False, str(missing)))
    return results


@dataclass(frozen=True, slots=True)
class ServiceState:
    """A part of the site that people know, and whether it works."""

    name: str
    is_ok: bool


#: Parts of the site that people know, and the dependencies that each needs.
_SERVICES = (
    (gettext_noop("Pages, results and draws"), ("database", "migrations")),
    (gettext_noop("Photos and printouts"), ("media", "disk", "worker")),
    (gettext_noop("Mails and notices"), ("worker", "clock")),
    (gettext_noop("Live updates of the tables"), ("redis",)),
)
_FAILED_KEY = "failed-dependencies"


def service_states() -> list[ServiceState]:
    """Return the state of every part of the site that people know, at most CACHED_SECONDS old."""
    failed: frozenset[str] | None = cache.get(_FAILED_KEY)
    if failed is None:
        failed = frozenset(dependency.name for dependency in check_all_dependencies() if not dependency.ok)
        cache.set(_FAILED_KEY, failed, CACHED_SECONDS)
    return [ServiceState(gettext(name), failed.isdisjoint(needed)) for name, needed in _SERVICES]


def check_all_dependencies() -> list[Dependency]:
    """Check every dependency of this environment now. Raises nothing."""
    return check_dependencies(_checks())
