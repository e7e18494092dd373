"""Servers for fault tests: a durable PostgreSQL that can be stopped, a Redis, static files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.database import copy_migrated
from tests.integration.servers.postgres import Postgres, running_postgres
from tests.integration.servers.production import collected_static
from tests.integration.servers.redis import Redis, running_redis
from tests.integration.servers.site import ROOT, clean_environment
from tests.integration.servers.worker import production
from tests.state import template_name

_numbers = count(1)
Say = Callable[..., None]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a server whose commits survive its crash."""
    with running_postgres(fsync="on", synchronous_commit="on", full_page_writes="on") as server:
        yield server


@pytest.fixture
def redis() -> Iterator[Redis]:
    """Start a Redis for one test."""
    with running_redis() as server:
        yield server


@pytest.fixture
def live_settings(postgres: Postgres, redis: Redis, tmp_path: Path) -> dict[str, str]:
    """Return the environment of production on a database of the test's own."""
    return production(
        database=postgres.database(f"fault{next(_numbers)}", template=template_name()),
        redis=redis.url,
        FOSSATO_HOSTS="127.0.0.1",
        FOSSATO_SITE_URL="http://127.0.0.1",
        FOSSATO_SSL_REDIRECT="off",
        FOSSATO_STATIC=str(collected_static()),
        FOSSATO_MEDIA=str(tmp_path / "media"),
    )


@pytest.fixture
def embedded_settings(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """Return the environment of the embedded server on a migrated SQLite file of the test's own."""
    settings = clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        FOSSATO_SQLITE=str(tmp_path / "fault.sqlite3"),
        FOSSATO_MEDIA=str(tmp_path / "media"),
    )
    with django_db_blocker.unblock():
        copy_migrated(tmp_path / "fault.sqlite3")
    return settings


def world(settings: dict[str, str], verb: str, word: object) -> Any:
    """Run a verb of ``tests.integration.faults.world`` with the server's settings."""
    command = [sys.executable, "-m", "tests.integration.faults.world", verb, str(word)]
    done = subprocess.run(command, cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Say:
    """Return a function that adds figures to the summary of the run."""
    return lambda **figures: record_property("counts", ", ".join(f"{name}: {value}" for name, value in figures.items()))
