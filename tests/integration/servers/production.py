"""The site as the shipped unit runs it: several processes of one server, its output written to a file."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.integration.servers.ports import free_port
from tests.integration.servers.site import ROOT
from tests.integration.servers.worker import manage, production
from tests.state import get_or_build, static_state

#: Seconds within which a server must respond, on a busy machine.
PATIENCE = 120


@dataclass(frozen=True)
class ProductionSite:
    """The server's address, and its output so far."""

    url: str
    port: int
    log: Path


def _collect(folder: Path) -> None:
    offline_settings = production(database="postgres://nobody@127.0.0.1/none", redis="redis://127.0.0.1:1/0")
    manage({**offline_settings, "FOSSATO_STATIC": str(folder)}, "collectstatic", "--no-input", "--verbosity", "0")


@cache
def collected_static() -> Path:
    """Return a copy of production's static files, which are collected once for a state of the code: it takes 12 s."""
    folder = Path(tempfile.mkdtemp(prefix="fossato-static-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(get_or_build("static", static_state(), _collect), folder, dirs_exist_ok=True)
    # As on a server: the proxy's account reads them too.
    folder.chmod(0o755)
    return folder


def unit_command(port: int, processes: int) -> list[str]:
    """Return the shipped unit's command, for this environment and another port, with several processes."""
    unit = (ROOT / "deploy" / "fossato-web@.service").read_text().replace("\\\n", " ")
    words = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).removeprefix("ExecStart=").split()
    assert words[0] == "/srv/fossato/.venv/bin/uvicorn"
    # The last value of a repeated option applies; open streams are not awaited at the end of a test.
    options = ["--workers", str(processes), "--timeout-worker-healthcheck", "60", "--timeout-graceful-shutdown", "1"]
    shipped = [str(port) if word == "%i" else word for word in words[1:]]
    return [sys.executable, "-m", "uvicorn", *shipped, *options]


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health/live", timeout=5) as response:
            return response.status == 200
    except urllib.error.HTTPError:
        raise
    except OSError:
        return False


@contextmanager
def production_site(
    settings: dict[str, str], folder: Path, *, port: int = 0, processes: int = 2
) -> Iterator[ProductionSite]:
    """Start the server; end its processes at the end.

    Arguments:
        settings: the environment, see ``tests.integration.servers.worker.production``; FOSSATO_HOSTS must hold
            127.0.0.1.
        folder: takes the output.
    """
    port = port or free_port()
    log = folder / "server.log"
    url = f"http://127.0.0.1:{port}"
    with log.open("wb") as output:
        server = subprocess.Popen(
            unit_command(port, processes),
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + PATIENCE
            while not _answers(url):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.2)
            yield ProductionSite(url, port, log)
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
            server.wait()
