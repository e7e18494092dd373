"""The site as production runs it: several processes of one server, its output kept in a file, with or without TLS."""

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
from ssl import create_default_context

from tests.servers.ports import free_port
from tests.servers.site import ROOT
from tests.servers.worker import manage, production

#: Seconds within which a server must answer, on a machine that does much else.
PATIENCE = 120
LOGGING = "config/uvicorn-logging.json"


@dataclass(frozen=True)
class ProductionSite:
    """Where it answers, and what it has said so far."""

    url: str
    port: int
    log: Path


@cache
def collected_static() -> Path:
    """The static files as production wants them, collected once a test process: squeezing them takes 12 s."""
    folder = Path(tempfile.mkdtemp(prefix="fossato-static-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    nowhere = production(database="postgres://nobody@127.0.0.1/none", redis="redis://127.0.0.1:1/0")
    manage({**nowhere, "FOSSATO_STATIC": str(folder)}, "collectstatic", "--no-input", "--verbosity", "0")
    return folder


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A key and a certificate for 127.0.0.1 that nobody vouches for."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [*command, *names, "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return key, certificate


def _answers(url: str, certificate: Path | None) -> bool:
    context = create_default_context(cafile=certificate) if certificate else None
    try:
        with urllib.request.urlopen(f"{url}/health/live", timeout=5, context=context) as answer:
            return answer.status == 200
    except urllib.error.HTTPError:
        raise
    except OSError:
        return False


@contextmanager
def production_site(
    settings: dict[str, str], folder: Path, *, port: int = 0, processes: int = 2, tls: bool = False
) -> Iterator[ProductionSite]:
    """Starts the server; its processes are gone at the end.

    Arguments:
        settings: the environment, see ``tests.servers.worker.production``; FOSSATO_HOSTS must hold 127.0.0.1.
        folder: takes the output and, with ``tls``, a key of its own.
    """
    port = port or free_port()
    log = folder / "server.log"
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", str(processes), "--proxy-headers", "--lifespan", "off", "--no-access-log"]
    command += ["--timeout-graceful-shutdown", "1", "--log-config", LOGGING]
    certificate = None
    if tls:
        key, certificate = self_signed(folder)
        command += ["--ssl-keyfile", str(key), "--ssl-certfile", str(certificate)]
    url = f"{'https' if tls else 'http'}://127.0.0.1:{port}"
    with log.open("wb") as output:
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            ends = time.monotonic() + PATIENCE
            while not _answers(url, certificate):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < ends, log.read_text()
                time.sleep(0.2)
            yield ProductionSite(url, port, log)
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
            server.wait()
