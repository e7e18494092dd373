"""Start the servers for the clients, and the process that accesses the database."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.integration.servers.ports import free_port
from tests.integration.servers.site import ROOT

#: Timeout in seconds for starting a server or the database process.
LATE = 60.0


class Clerk:
    """Client of the process :mod:`tests.integration.concurrency.clerk_process`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, name: str, *arguments: Any) -> Any:
        """Return the process's answer; raise an error with its output if it ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the clerk ended at {name}"
        return json.loads(line)


@contextmanager
def clerk(settings: dict[str, str], log: Path) -> Iterator[Clerk]:
    """Start the process on the database of these settings."""
    with (
        log.open("w") as complaints,
        subprocess.Popen(
            [sys.executable, "-m", "tests.integration.concurrency.clerk_process"],
            cwd=ROOT,
            env=settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        ) as process,
    ):
        yield Clerk(process)


def _wait_for(port: int, log: Path) -> None:
    deadline = time.monotonic() + LATE
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"no server:\n{log.read_text()}")


@contextmanager
def server(settings: dict[str, str], processes: int, log: Path) -> Iterator[int]:
    """Start a server of one or several processes and yield its port; its output goes to ``log``."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "off"]
    with log.open("w") as output:
        running = subprocess.Popen(
            [*command, "--workers", str(processes), "--no-access-log", "--timeout-graceful-shutdown", "1"],
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            _wait_for(port, log)
            yield port
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait()
