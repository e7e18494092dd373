"""Both environments as a real process: SQLite only, and PostgreSQL with Redis."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import psycopg
import pytest
import uvicorn

from tests.integration.servers.ports import free_port
from tests.integration.servers.production import collected_static
from tests.integration.servers.site import ROOT, begun, clean_environment, running_site


def uvicorn_options(words: list[str]) -> dict[str, object]:
    """Parse a command line as uvicorn does."""
    return dict(uvicorn.main.make_context("uvicorn", [*words]).params)


def _get(address: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.status, response.read().decode()


@pytest.mark.soak(gate="tests/integration/servers/test_nginx.py::test_nginx_serves_venue_behind_one_address")
def test_embedded_site_starts_after_interrupted_start_and_again(tmp_path: Path) -> None:
    """A second start during the first keeps its database; one after it, when it was killed, makes a new one."""
    # Interrupted while it migrates, which takes seconds.
    database, mark = tmp_path / "fossato.sqlite3", tmp_path / "fossato.sqlite3.unfinished"
    settings = clean_environment(FOSSATO_SQLITE=str(database))
    first = begun(["script/server", "--port", str(free_port())], settings)
    try:
        _wait_for_file(database, first)
        # It holds its lock, and need not work during it.
        os.killpg(first.pid, signal.SIGSTOP)
        inode = database.stat().st_ino
        second = begun(["script/server", "--port", str(free_port())], settings)
        output, _nothing = second.communicate(timeout=60)
        assert second.returncode == 1
        assert f"another start of script/server uses {database}" in output
        assert database.stat().st_ino == inode
        assert mark.exists()
        assert first.poll() is None
    finally:
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate()
    # All processes of the first start have ended, and its lock is released. Its database is of no use.
    database.write_bytes(b"half a database")
    for _start in range(2):
        with running_site("--no-demo", FOSSATO_SQLITE=str(database)) as address:
            status, page = _get(f"{address}/accounts/login/")
        assert (status, '<html lang="it"' in page) == (200, True)
    assert not mark.exists()
    assert database.read_bytes().startswith(b"SQLite format 3")
    # The files of a laptop are for its owner only, those of an earlier version too.
    database.chmod(0o644)
    with running_site("--no-demo", FOSSATO_SQLITE=str(database)) as address:
        _get(f"{address}/accounts/login/")
        modes = {path.name: path.stat().st_mode & 0o077 for path in database.parent.glob(f"{database.name}*")}
    assert set(modes.values()) == {0}, modes


def test_supervisor_waits_for_slow_process() -> None:
    """Its default of 5 s is less than a start takes on a busy machine: it killed processes about to serve."""
    script = (ROOT / "script" / "server").read_text().replace("\\\n", " ")
    started = re.search(r"exec \.venv/bin/uvicorn (.*--workers.*)", script)
    assert started is not None
    from_script = [word.strip('"') for word in started[1].replace("$port", "8000").replace("$processes", "2").split()]
    in_containers = (ROOT / "deploy" / "container" / "site").read_text().replace("\\\n", " ")
    assert uvicorn_options(from_script)["timeout_worker_healthcheck"] == 60
    assert "--timeout-worker-healthcheck 60" in in_containers
    # A unit has one process and no supervisor.
    assert "--workers" not in (ROOT / "deploy" / "fossato-web@.service").read_text()


@pytest.mark.soak(gate="tests/integration/servers/test_nginx.py::test_nginx_serves_venue_behind_one_address")
@pytest.mark.postgres
def test_production_site_on_migrated_postgres_and_redis(own_postgres: str, redis_url: str) -> None:
    _assert_production_serves(own_postgres, redis_url)


@pytest.mark.soak(gate="tests/integration/servers/test_nginx.py::test_nginx_serves_venue_behind_one_address")
@pytest.mark.postgres
def test_production_site_on_empty_postgres_and_redis(postgres_url: str, redis_url: str) -> None:
    _assert_production_serves(postgres_url, redis_url)


def _wait_for_file(file: Path, process: subprocess.Popen[str]) -> None:
    while not file.exists():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.01)


def _assert_production_serves(postgres_url: str, redis_url: str) -> None:
    """Start ``script/server --production``; its database is migrated and its sign-in page is in Italian."""
    settings = {
        "FOSSATO_SECRET_KEY": "Tt0Qm3vX9pLs7BzK2nRd8WfYc5HgJ4aEu6MiOoPqSsDdFfGgHh1Z",
        "FOSSATO_HOSTS": "fossato.example.org",
        "FOSSATO_SITE_URL": "https://fossato.example.org",
        "FOSSATO_DATABASE_URL": postgres_url,
        "FOSSATO_REDIS_URL": redis_url,
        "FOSSATO_EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
        "FOSSATO_FROM_EMAIL": "campionato@example.org",
        "FOSSATO_STATIC": str(collected_static()),
    }
    behind_proxy = {"Host": "fossato.example.org", "X-Forwarded-Proto": "https"}
    with running_site("--production", "--processes", "1", **settings) as address:
        status, page = _get(f"{address}/accounts/login/", **behind_proxy)
    assert (status, '<html lang="it"' in page) == (200, True)
    with psycopg.connect(postgres_url) as connection:
        migrated = connection.execute("select count(*) from django_migrations where app = 'tournament'").fetchone()
    assert migrated is not None
    assert migrated[0] >= 1
