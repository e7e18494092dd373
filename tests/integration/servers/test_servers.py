"""The throw-away servers start, respond, and leave nothing behind."""

from __future__ import annotations

import sys

import psycopg
import pytest
import redis

from tests.integration.servers.postgres import main


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


@pytest.mark.postgres
def test_command_beside_postgres_returns_its_status(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import os, sys; print(os.environ['FOSSATO_DATABASE_URL']); sys.exit(7)"
    assert main(["--", sys.executable, "-c", program]) == 7
    url = capfd.readouterr().out.strip()
    assert url.startswith("postgres://postgres@127.0.0.1:")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=5)
