"""The site as a newcomer starts it: script/server as a process of its own, with a database of its own."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.integration.servers.ports import free_port

ROOT = Path(__file__).resolve().parents[3]
READY = "Uvicorn running on"


def clean_environment(**settings: str) -> dict[str, str]:
    """Our environment without its settings of Fossato and Django, and with these."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("FOSSATO_", "DJANGO_"))}
    return {**kept, **settings}


def wait_for_line(server: subprocess.Popen[str], ready: str) -> None:
    """Read what a server says until a line holds these words; its end before that is an error."""
    said: list[str] = []
    assert server.stdout is not None
    for line in server.stdout:
        said.append(line)
        if ready in line:
            return
    raise RuntimeError(f"{server.args} ended at once:\n" + "".join(said))


def begun(command: Sequence[str], settings: Mapping[str, str]) -> subprocess.Popen[str]:
    """A process in a group of its own, which reads nothing; what it says, on either stream, is in its ``stdout``."""
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


@contextmanager
def running_site(*arguments: str, **settings: str) -> Iterator[str]:
    """Run script/server on a free port and give its address; at the end it and its children are gone.

    Arguments: those of script/server but for --port; settings: environment variables, FOSSATO_SQLITE for example.
    """
    port = free_port()
    server = begun(["script/server", "--port", str(port), *arguments], clean_environment(**settings))
    try:
        wait_for_line(server, READY)
        yield f"http://127.0.0.1:{port}"
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
        server.communicate()
