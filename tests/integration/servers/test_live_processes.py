"""The public display on PostgreSQL and Redis with two server processes: updates of a third reach every viewer."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.integration.servers.ports import free_port
from tests.integration.servers.site import ROOT, begun, clean_environment, wait_for_line

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.soak(gate="tests/unit/tournament/live/test_hub.py::test_redis_hub_announce_reaches_other_processes"),
]

VIEWERS = 20
LATE = 120.0
MAKE = """
import django; django.setup()
from tests import factories as make
from tournament.sheets import services as sheets
event = make.drawn_event(players=12)
for table in make.tables_of(make.last_round(event)):
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
print(event.slug)
"""
CONFIRM = """
import django; django.setup()
from tournament.models import Sheet
from tournament.sheets import services as sheets
sheets.sheet_confirm(sheet=Sheet.objects.earliest("pk"), by=None, accept_warnings=True)
"""


def _environment(postgres_url: str, redis_url: str) -> dict[str, str]:
    return clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings.production",
        FOSSATO_SECRET_KEY="Tt0Qm3vX9pLs7BzK2nRd8WfYc5HgJ4aEu6MiOoPqSsDdFfGgHh1Z",
        FOSSATO_HOSTS="127.0.0.1",
        FOSSATO_SITE_URL="https://127.0.0.1",
        FOSSATO_DATABASE_URL=postgres_url,
        FOSSATO_REDIS_URL=redis_url,
        FOSSATO_EMAIL_URL="smtp+tls://user:secret@mail.example.org:587",
        FOSSATO_FROM_EMAIL="campionato@example.org",
        FOSSATO_SSL_REDIRECT="off",
        FOSSATO_POOL="4",
    )


def _python(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@contextmanager
def _two_processes(environment: dict[str, str]) -> Iterator[int]:
    """Start a server of two processes and yield its port."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--workers", "2"]
    server = begun([*command, "--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "1"], environment)
    try:
        for _process in range(2):
            wait_for_line(server, "Started server process")
        yield port
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.communicate()


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _opened(port: int, slug: str) -> Stream:
    for _attempt in range(50):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
            break
        except ConnectionRefusedError:
            await asyncio.sleep(0.1)
    writer.write(f"GET /parete/{slug}/novita/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    await writer.drain()
    assert b" 200 " in await reader.readline()
    return reader, writer


async def _next_board(stream: Stream) -> bytes:
    async for line in stream[0]:
        if line.startswith(b'data: {"now"'):
            return line
    raise AssertionError("the stream ended")


def test_confirmation_in_third_process_on_every_display(own_postgres: str, redis_url: str) -> None:
    environment = _environment(own_postgres, redis_url)
    slug = _python(environment, "-c", MAKE).splitlines()[-1]

    async def look(port: int) -> tuple[list[bytes], list[bytes], int]:
        streams = [await _opened(port, slug) for _ in range(VIEWERS)]
        before = [await _next_board(stream) for stream in streams]
        connection_count = await asyncio.to_thread(_connections, own_postgres)
        await asyncio.to_thread(_python, environment, "-c", CONFIRM)
        after = await asyncio.gather(*(_next_board(stream) for stream in streams))
        for _reader, writer in streams:
            writer.close()
            await writer.wait_closed()
        return before, list(after), connection_count

    with _two_processes(environment) as port:
        before, after, connection_count = asyncio.run(asyncio.wait_for(look(port), LATE))
    assert {board_html.count(b"fo-tile--done") for board_html in before} == {0}
    assert {board_html.count(b"fo-tile--done") for board_html in after} == {1}
    # Four idle connections stay in the pool of each process; waiting viewers hold none.
    assert connection_count <= 2 * 4


def _connections(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        ).fetchone()
    assert row is not None
    return int(row[0])
