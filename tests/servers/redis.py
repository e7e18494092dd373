"""A throw-away Redis: in a temporary folder, on a free port, with an append-only file, gone afterwards."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.ports import free_port
from tests.servers.postgres import ServerMissingError

READY = "Ready to accept connections"


def _wait_until_ready(server: subprocess.Popen[str]) -> None:
    """Read the server's own words until it says that it is ready; its end before that is an error."""
    said: list[str] = []
    assert server.stdout is not None
    for line in server.stdout:
        said.append(line)
        if READY in line:
            return
    raise RuntimeError("redis-server ended at once:\n" + "".join(said))


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
        _wait_until_ready(server)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.communicate()
        shutil.rmtree(folder, ignore_errors=True)
