"""The site as a new user starts it: script/server as a separate process, with its own database."""

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
    """Return the current environment without Fossato's and Django's variables, plus these.

    A Referent signs in with the password alone, and types it once: what asks for more has tests of its own.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("FOSSATO_", "DJANGO_"))}
    usual = {"FOSSATO_STAFF_SECOND_FACTOR": "off", "FOSSATO_REAUTHENTICATION": "off"}
    # Phones of a test deliver as fast as the server answers.
    return {**environment, **usual, "FOSSATO_SHEETS_A_MINUTE": "100000", **settings}


def wait_for_line(server: subprocess.Popen[str], ready: str) -> None:
    """Read a server's output until a line contains these words; raise an error if it ends before."""
    output_lines: list[str] = []
    assert server.stdout is not None
    for line in server.stdout:
        output_lines.append(line)
        if ready in line:
            return
    raise RuntimeError(f"{server.args} ended at once:\n" + "".join(output_lines))


def begun(command: Sequence[str], settings: Mapping[str, str]) -> subprocess.Popen[str]:
    """Start a process in its own group, without input; both output streams go to its ``stdout``."""
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
    """Run script/server on a free port and yield its address; end it and its children at the end.

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
