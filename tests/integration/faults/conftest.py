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

from tests.integration.servers.postgres import Postgres, running_postgres
from tests.integration.servers.redis import Redis, running_redis
from tests.integration.servers.site import ROOT, clean_environment
from tests.integration.servers.worker import manage, production

_numbers = count(1)
Say = Callable[..., None]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a server whose commits survive its crash; its database ``fossato`` is migrated and empty."""
    with running_postgres(fsync="on", synchronous_commit="on", full_page_writes="on") as server:
        url = server.database()
        manage(production(database=url, redis="redis://127.0.0.1:1/0"), "migrate", "--no-input", "--verbosity", "0")
        yield server


@pytest.fixture(scope="session")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the static files under production's names."""
    folder = tmp_path_factory.mktemp("static")
    offline_settings = production(database="postgres://127.0.0.1:1/none", redis="redis://127.0.0.1:1/0")
    settings = offline_settings | {
        "FOSSATO_STATIC": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.integration.servers.quick_static",
    }
    manage(settings, "collectstatic", "--no-input", "--verbosity", "0")
    return folder


@pytest.fixture
def redis() -> Iterator[Redis]:
    """Start a Redis for one test."""
    with running_redis() as server:
        yield server


@pytest.fixture
def live_settings(postgres: Postgres, redis: Redis, static_files: Path, tmp_path: Path) -> dict[str, str]:
    """Return the environment of production on a database of the test's own."""
    return production(
        database=postgres.database(f"fault{next(_numbers)}", template="fossato"),
        redis=redis.url,
        FOSSATO_HOSTS="127.0.0.1",
        FOSSATO_SITE_URL="http://127.0.0.1",
        FOSSATO_SSL_REDIRECT="off",
        FOSSATO_STATIC=str(static_files),
        FOSSATO_MEDIA=str(tmp_path / "media"),
    )


@pytest.fixture
def embedded_settings(tmp_path: Path) -> dict[str, str]:
    """Return the environment of the embedded server on a migrated SQLite file of the test's own."""
    settings = clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        FOSSATO_SQLITE=str(tmp_path / "fault.sqlite3"),
        FOSSATO_MEDIA=str(tmp_path / "media"),
    )
    manage(settings, "migrate", "--no-input", "--verbosity", "0", "--skip-checks")
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
