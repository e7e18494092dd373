"""script/production-check: reports everything missing or unsafe at once, with the remedy and without secrets."""

from __future__ import annotations

import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psycopg
import pytest
import redis

from tests.integration.servers import postgres
from tests.integration.servers.mail import mail_server
from tests.integration.servers.nginx import running_nginx
from tests.integration.servers.ports import free_port
from tests.integration.servers.production import collected_static
from tests.integration.servers.site import ROOT, clean_environment
from tests.integration.servers.worker import production, running_clock, running_worker
from tests.state import template_name

PASSWORD = "parola-che-nessuno-legge"


def _check(settings: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["script/production-check", *arguments],
        cwd=ROOT,
        env=settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def _results_at_level(done: subprocess.CompletedProcess[str], level: str) -> list[str]:
    """Return the results printed at a level; each line is followed by the remedy."""
    lines = done.stderr.splitlines()
    messages = [line.removeprefix(f"{level}: ") for line in lines if line.startswith(f"{level}: ")]
    todo = [line for line in lines if line.startswith("    ")]
    assert len(todo) == sum(line.startswith(("error: ", "warning: ")) for line in lines)
    assert "Traceback" not in done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    return messages


def test_unsafe_settings_reported_at_once() -> None:
    settings = clean_environment(
        FOSSATO_SECRET_KEY="corta",
        FOSSATO_HOSTS="*",
        FOSSATO_SITE_URL="http://fossato.example.org",
        FOSSATO_METRICS_TOKEN="corto",
        FOSSATO_SSL_REDIRECT="off",
        FORWARDED_ALLOW_IPS="*",
        FOSSATO_DATABASE_URL=f"postgres://fossato:{PASSWORD}@127.0.0.1:1/fossato",
    )
    done = _check(settings, "--settings")
    assert done.returncode == 1
    errors, warnings = _results_at_level(done, "error"), _results_at_level(done, "warning")
    assert [line.split()[0] for line in errors if line.endswith("is missing in the environment")] == [
        *("FOSSATO_REDIS_URL", "FOSSATO_EMAIL_URL", "FOSSATO_FROM_EMAIL"),
    ]
    for words in (
        *(
            "fossato.E001: FOSSATO_HOSTS allows every host name",
            "fossato.E002: FOSSATO_SITE_URL does not begin with https://",
        ),
        *(
            "fossato.E004: FOSSATO_METRICS_TOKEN is short",
            "fossato.E005: FORWARDED_ALLOW_IPS trusts everybody",
            "security.W009",
        ),
    ):
        assert any(line.startswith(words) for line in errors), words
    for words in (
        "fossato.W001: PROMETHEUS_MULTIPROC_DIR is not set",
        "security.W008",
    ):
        assert any(line.startswith(words) for line in warnings), words
    assert f"Production: {len(errors)} errors, {len(warnings)} warnings." in done.stdout


def test_unreadable_setting_reported_without_value() -> None:
    settings = production(database=f"nothing://u:{PASSWORD}@x/y", redis=f"http://:{PASSWORD}@127.0.0.1:1/0")
    done = _check({**settings, "FOSSATO_PHOTO_DAYS": PASSWORD}, "--settings")
    assert done.returncode == 1
    assert _results_at_level(done, "error") == [
        "FOSSATO_DATABASE_URL is no address of that service",
        "FOSSATO_REDIS_URL is no address of that service",
        "A setting cannot be read (ValueError)",
    ]


def _settings(database: str, broker: str, mail: int, tmp_path: Path) -> dict[str, str]:
    return production(
        database=database,
        redis=broker,
        FOSSATO_EMAIL_URL=f"smtp://127.0.0.1:{mail}",
        FOSSATO_MEDIA=str(tmp_path / "media"),
        FOSSATO_STATIC=str(tmp_path / "static"),
        FOSSATO_SITE_URL="https://fossato.invalid",
        FOSSATO_HOSTS="fossato.invalid",
    )


@pytest.mark.soak(gate="tests/unit/ops/test_production_check.py::test_unsafe_settings_reported_at_once")
def test_unavailable_services_reported(tmp_path: Path) -> None:
    database, broker = f"postgres://u:{PASSWORD}@127.0.0.1:{free_port()}/x", f"redis://127.0.0.1:{free_port()}/0"
    (tmp_path / "media").write_text("a file where the folder should be")
    done = _check(_settings(database, broker, free_port(), tmp_path))
    errors = _results_at_level(done, "error")
    assert done.returncode == 1
    for words in (
        *("The database does not answer", "Redis does not answer", "The mail server does not let us in"),
        *("media: cannot be written",),
    ):
        assert any(line.startswith(words) for line in errors), (words, errors)


@pytest.mark.soak(gate="tests/unit/ops/test_production_check.py::test_unsafe_settings_reported_at_once")
@pytest.mark.parametrize("upstream", ["away", "wrong"])
def test_unreachable_site_reported(tmp_path: Path, upstream: str) -> None:
    """Run nginx with a valid certificate: 502 without a server behind it, 404 from another server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as other, ExitStack() as running:
        thread = threading.Thread(target=other.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        running.callback(thread.join)
        running.callback(other.shutdown)
        behind = other.server_address[1] if upstream == "wrong" else 0
        proxy = running.enter_context(running_nginx(upstream=behind or free_port(), static=tmp_path))
        settings = _settings("postgres://u@127.0.0.1:1/x", "redis://127.0.0.1:1/0", free_port(), tmp_path)
        settings |= {
            "FOSSATO_SITE_URL": proxy.url,
            "FOSSATO_HOSTS": "127.0.0.1",
            "SSL_CERT_FILE": str(proxy.certificate),
        }
        done = _check(settings)
    messages = {
        "away": "The site answers 502: nginx does not reach the server",
        "wrong": "The sign-in page answers 404",
    }
    assert messages[upstream] in _results_at_level(done, "error")
    assert done.returncode == 1


@pytest.mark.soak(gate="tests/unit/ops/test_production_check.py::test_unsafe_settings_reported_at_once")
def test_site_without_listener_reported(tmp_path: Path) -> None:
    settings = _settings("postgres://u@127.0.0.1:1/x", "redis://127.0.0.1:1/0", free_port(), tmp_path)
    address = f"https://127.0.0.1:{free_port()}"
    done = _check({**settings, "FOSSATO_SITE_URL": address, "FOSSATO_HOSTS": "127.0.0.1"})
    assert f"Nothing listens at {address}" in _results_at_level(done, "error")


def test_named_units_exist() -> None:
    """In the check's messages and in the documents."""
    pages = [*(ROOT / "ops").rglob("*.py"), *(ROOT / "docs").glob("*.md"), *(ROOT / "deploy").glob("*.md")]
    unit = re.compile(r"\bfossato-(web|worker|clock|backup)\b(@?)[\w*]*(\.service|\.timer|)")
    named = {
        (page.name, f"fossato-{name}{instance}{kind or '.service'}")
        for page in pages
        for name, instance, kind in unit.findall(page.read_text())
    }
    assert {"services.py", "site.py", "deployment.md", "README.md"} <= {page for page, _unit in named}
    shipped = {path.name for path in (ROOT / "deploy").glob("fossato-*.*")}
    assert [(page, unit) for page, unit in sorted(named) if unit not in shipped] == []


@pytest.fixture
def careless_postgres() -> Iterator[postgres.Postgres]:
    """Return a durable server except for one setting, which the test corrects."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("fsync", "full_page_writes"):
            patch.setitem(postgres.OPTIONS, name, "on")
        patch.delitem(postgres.OPTIONS, "synchronous_commit")
        with postgres.running_postgres() as server:
            yield server


@pytest.mark.soak(gate="tests/unit/ops/test_production_check.py::test_unsafe_settings_reported_at_once")
@pytest.mark.postgres
def test_problems_reported_then_warnings_listed(
    careless_postgres: postgres.Postgres, redis_url: str, tmp_path: Path
) -> None:
    broker, empty = redis_url.replace("/0", "/6"), careless_postgres.database()
    with mail_server() as mail, redis.Redis.from_url(broker) as client, psycopg.connect(empty) as database:
        database.autocommit = True
        settings = _settings(empty, broker, mail.port, tmp_path)
        client.config_set("maxmemory-policy", "allkeys-lru")
        database.execute("ALTER DATABASE fossato SET synchronous_commit = off")
        messages = [
            " ".join(word for word in line.split() if not word.isdigit())
            for line in _results_at_level(_check(settings), "error")
        ]
        assert messages == [
            "PostgreSQL's synchronous_commit is off",
            "migrations are not applied",
            "Redis has maxmemory-policy allkeys-lru",
            *(f"No worker of the queue {queue} seen in the last s" for queue in ("default", "mail", "print")),
            "The clock did not run in the last s",
            "static files are not collected",
        ]

        client.config_set("maxmemory-policy", "noeviction")
        # Migrating takes long; test_site starts production on an empty database in script/test --soak.
        settings["FOSSATO_DATABASE_URL"] = careless_postgres.database("migrated", template=template_name())
        with running_worker(settings, signal.SIGTERM), running_clock(settings):
            done = _check({**settings, "FOSSATO_STATIC": str(collected_static())}, "--wait")
        assert _results_at_level(done, "error") == []
        assert done.returncode == 0
        assert "The database's account is a superuser" in _results_at_level(done, "warning")
        assert any(line.startswith("fossato.invalid was not reached") for line in _results_at_level(done, "warning"))
        lines = (
            "PostgreSQL ",
            "migrations",
            "Redis",
            "workers of every queue",
            "clock ran",
            "mail server",
            "printing",
        )
        for what in lines:
            assert f"ok: {what}" in done.stdout
