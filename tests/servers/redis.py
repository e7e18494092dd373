"""A throw-away Redis: in a temporary folder, on a free port, with an append-only file, gone afterwards."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.ports import free_port
from tests.servers.postgres import ServerMissingError
from tests.servers.site import wait_for_line

READY = "Ready to accept connections"


@contextmanager
def throwaway_redis() -> Iterator[str]:
    """Start a server and give its URL.

    Raises ServerMissingError where Redis is not installed.
    """
    program = shutil.which("redis-server")
    if program is None:
        raise ServerMissingError("Redis is not installed: run script/bootstrap --dev")
    folder = tempfile.mkdtemp(prefix="fossato-redis-")
    port = free_port()
    command = [
        program,
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--dir",
        folder,
        "--appendonly",
        "yes",
        "--save",
        "",
    ]
    server = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        wait_for_line(server, READY)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.communicate()
        shutil.rmtree(folder, ignore_errors=True)
