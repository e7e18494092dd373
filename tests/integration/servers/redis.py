"""A throw-away Redis: in a temporary folder, on a free port, with an append-only file, removed afterwards."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from tests.integration.servers.leftovers import watch_folder
from tests.integration.servers.ports import free_port
from tests.integration.servers.postgres import ServerMissingError
from tests.integration.servers.site import wait_for_line

READY = "Ready to accept connections"


class Redis:
    """A running server that can be stopped and started again. Raises ServerMissingError."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise ServerMissingError("Redis is not installed: run script/bootstrap --dev")
        self._folder = tempfile.mkdtemp(prefix="fossato-redis-")
        watch_folder(self._folder)
        self.port = free_port()
        options = {
            "--bind": "127.0.0.1",
            "--dir": self._folder,
            "--appendonly": "yes",
            "--pidfile": f"{self._folder}/redis.pid",
            "--save": "",
        }
        self._command = [program, "--port", str(self.port), *(word for pair in options.items() for word in pair)]
        self._server: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._server = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        wait_for_line(self._server, READY)

    def stop(self) -> None:
        """Stop the server in good order; its data is in its file."""
        if self._server is not None:
            self._server.terminate()
            self._server.communicate()
            self._server = None

    def remove(self) -> None:
        """Delete the server's folder."""
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def running_redis() -> Iterator[Redis]:
    """Run a separate server; it and its folder are removed at the end."""
    server = Redis()
    try:
        server.start()
        yield server
    finally:
        server.stop()
        server.remove()


@contextmanager
def throwaway_redis() -> Iterator[str]:
    """Start a server and yield its URL."""
    with running_redis() as server:
        yield server.url
