"""script/server refuses invalid settings in plain words, before anything is written."""

from __future__ import annotations

import socket
import subprocess

import pytest

from tests.conftest import ROOT
from tests.integration.servers.site import clean_environment

COMPLETE = {
    "FOSSATO_SECRET_KEY": "Tt0Qm3vX9pLs7BzK2nRd8WfYc5HgJ4aEu6MiOoPqSsDdFfGgHh1Z",
    "FOSSATO_HOSTS": "fossato.example.org",
    "FOSSATO_SITE_URL": "https://fossato.example.org",
    "FOSSATO_DATABASE_URL": "postgres://fossato:secret@127.0.0.1:1/fossato",
    "FOSSATO_REDIS_URL": "redis://127.0.0.1:1/0",
    "FOSSATO_EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
    "FOSSATO_FROM_EMAIL": "campionato@example.org",
}


def _run(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env=clean_environment(**settings), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


@pytest.mark.soak(gate="tests/unit/ops/test_production_check.py::test_unsafe_settings_reported_at_once")
@pytest.mark.parametrize("absent", [tuple(COMPLETE), ("FOSSATO_REDIS_URL",), ("FOSSATO_HOSTS", "FOSSATO_EMAIL_URL")])
def test_production_reports_every_missing_setting(absent: tuple[str, ...]) -> None:
    settings = {name: value for name, value in COMPLETE.items() if name not in absent}
    done = _run("script/server", "--production", "--check", **settings)
    assert done.returncode == 1
    missing = [line.split()[1] for line in done.stderr.splitlines() if line.endswith("is missing in the environment")]
    assert sorted(missing) == sorted(absent)
    assert "Traceback" not in done.stderr


@pytest.mark.soak(gate="tests/unit/ops/test_production_check.py::test_unsafe_settings_reported_at_once")
def test_production_check_passes_with_all_settings() -> None:
    done = _run("script/server", "--production", "--check", **COMPLETE)
    assert done.returncode == 0, done.stderr
    assert "ok: Django's deployment checks" in done.stdout
    assert "Production: 0 errors" in done.stdout


def test_required_settings_documented() -> None:
    page = (ROOT / "docs" / "deployment.md").read_text()
    assert [name for name in COMPLETE if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "--port wants a number from 1 to 65535, not 70000."),
        (["--port", "http"], "--port wants a number from 1 to 65535, not http."),
        (["--port"], "--port wants a value."),
        (["--processes", "0"], "--processes wants a number from 1 to 99, not 0."),
        (["--prot", "8000"], "usage: script/server"),
    ],
)
def test_wrong_arguments_reported(arguments: list[str], message: str) -> None:
    done = _run("script/server", *arguments)
    assert done.returncode in {1, 2}
    assert message in done.stderr


def test_taken_port_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = _run("script/server", "--port", str(port))
    assert done.returncode == 1
    assert f"port {port} is taken" in done.stderr
