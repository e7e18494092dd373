"""The throw-away servers start, respond, and leave nothing behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests.integration.servers.postgres import main
from tests.integration.servers.site import ROOT


@pytest.mark.postgres
def test_postgres_responds_with_empty_database(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        tables = connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone()
        encoding = connection.execute("show server_encoding").fetchone()
    assert tables == (0,)
    assert encoding == ("UTF8",)


def test_redis_persists_data(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("fossato", "moat")
        assert client.get("fossato") == b"moat"
        assert client.config_get("appendonly") == {"appendonly": "yes"}


@pytest.mark.soak(gate="tests/integration/servers/test_servers.py::test_postgres_responds_with_empty_database")
@pytest.mark.postgres
def test_command_beside_postgres_returns_its_status(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import os, sys; print(os.environ['FOSSATO_DATABASE_URL']); sys.exit(7)"
    assert main(["--", sys.executable, "-c", program]) == 7
    url = capfd.readouterr().out.strip()
    assert url.startswith("postgres://postgres@127.0.0.1:")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=5)


#: A test process with one server of each kind, and a child in a session of its own.
SERVERS = """
import subprocess, sys, time
from tests.integration.servers import leftovers
from tests.integration.servers.postgres import running_postgres
from tests.integration.servers.redis import running_redis
leftovers.watch()
with running_postgres() as postgres, running_redis() as redis:
    child = subprocess.Popen(["sleep", "300"], start_new_session=True)
    print(postgres._folder, redis._folder, flush=True)
    print(int((postgres._data / "postmaster.pid").read_text().split()[0]), redis._server.pid, child.pid, flush=True)
    time.sleep(300)
"""


@pytest.mark.postgres
def test_killed_test_process_leaves_no_server_and_no_folder() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVERS], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        folders = [Path(folder) for folder in process.stdout.readline().split()]
        children = {int(number): _started(int(number)) for number in process.stdout.readline().split()}
        assert len(children) == 3
        assert all(folder.exists() for folder in folders)
        assert None not in children.values()
        process.send_signal(signal.SIGKILL)

    def left() -> list[Path | int]:
        # The kernel reuses numbers of processes: the time of the start distinguishes them.
        running = [number for number, start in children.items() if _started(number) == start]
        return [*(folder for folder in folders if folder.exists()), *running]

    deadline = time.monotonic() + 60
    while left() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left() == []


def _started(number: int) -> str | None:
    """Return the time at which a process started, in the kernel's ticks; None if it does not run.

    A process that ended stays in the list as a zombie until its parent reads its status.
    """
    try:
        fields = Path("/proc", str(number), "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] == "Z" else fields[19]
