"""Is the server alive, and is everything there that it needs? Each dependency by name, ok or failed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from ops import heartbeats as signs

#: Bytes that must be free where the photos and printed packs go.
LEAST_FREE = 200 * 1024 * 1024


class Missing(Exception):
    """What is not as it should be, in a few words without any secret."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """What the server needs, and how it is: ``words`` say what is wrong, or a figure; never an address or a secret."""

    name: str
    ok: bool
    words: str = ""


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        raise Missing(f"does not answer ({type(error).__name__})") from error
    return connection.vendor


def unapplied() -> list[str]:
    """Migrations of this program that the database has not had. Errors: DatabaseError."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def _migrations() -> str:
    try:
        waiting = unapplied()
    except DatabaseError as error:
        raise Missing(f"cannot be read ({type(error).__name__})") from error
    if waiting:
        raise Missing(f"{len(waiting)} not applied")
    return ""


def _redis() -> str:
    try:
        with signs.asked() as client:
            client.ping()
    except redis.RedisError as error:
        raise Missing(f"does not answer ({type(error).__name__})") from error
    return ""


def _sign(who: str) -> str:
    try:
        seconds = signs.seen(who)
    except redis.RedisError as error:
        raise Missing("not known without Redis") from error
    if seconds is None:
        raise Missing("not seen")
    if seconds > signs.SILENCE[who]:
        raise Missing(f"last seen {seconds:.0f} s ago")
    return f"seen {seconds:.0f} s ago"


def _media() -> str:
    folder = Path(settings.MEDIA_ROOT)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".health-") as file:
            file.write(b"ok")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Missing(f"cannot be written ({type(error).__name__})") from error
    return ""


def _disk() -> str:
    folder = Path(settings.MEDIA_ROOT)
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free // 1024**2} MB free"
    if free < LEAST_FREE:
        raise Missing(words)
    return words


def _checks() -> dict[str, Callable[[], str]]:
    alone: dict[str, Callable[[], str]] = {"database": _database, "migrations": _migrations}
    alone |= {"media": _media, "disk": _disk}
    if not signs.redis_url():
        return alone
    return {**alone, "redis": _redis, "worker": lambda: _sign("worker"), "clock": lambda: _sign("clock")}


def dependencies_of(names: Iterable[str]) -> list[Dependency]:
    """Some dependencies by name, each looked at now. Raises nothing."""
    checks = _checks()
    found = []
    for name in names:
        try:
            found.append(Dependency(name, True, checks[name]()))
        except Missing as missing:
            found.append(Dependency(name, False, str(missing)))
    return found


def dependencies() -> list[Dependency]:
    """Every dependency of this way of running, each looked at now. Raises nothing."""
    return dependencies_of(_checks())
