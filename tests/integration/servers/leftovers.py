"""End the servers and remove the folders that a killed test run leaves behind.

A test process that starts servers has a watcher: a small process of its own that waits for the other end of its pipe
to close. However the test process ends, the watcher then kills every process that inherited its mark, and removes the
folders it was told of. PostgreSQL, Redis and nginx overwrite their environment: they are found by the files
``*.pid`` in their folders.

As a program it is the watcher:  python -m tests.integration.servers.leftovers MARK
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

#: The variable that the children of a test process inherit.
VARIABLE = "LEFTOVERS_OF_TEST_PROCESS"


@cache
def _watcher(process: int) -> int:
    """Start the watcher of this process, and mark its future children; return the pipe to the watcher."""
    mark = f"{process}-{os.urandom(8).hex()}"
    reading, writing = os.pipe()
    command = [sys.executable, "-ES", __file__, mark]
    os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, reading, 0)], setsid=True)
    os.close(reading)
    os.environ[VARIABLE] = mark
    return writing


def watch() -> None:
    """Have this process's future children ended with it."""
    _watcher(os.getpid())


def watch_folder(folder: str | Path) -> None:
    """Have a folder removed, and the server with its ``.pid`` file there ended, with this process."""
    os.write(_watcher(os.getpid()), f"{folder}\n".encode())


def _marked(mark: str) -> Iterator[int]:
    """List the processes that inherited the mark."""
    wanted = f"{VARIABLE}={mark}".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if wanted in environment.split(b"\0"):
            yield int(entry.name)


def _servers_in(folder: Path) -> Iterator[tuple[int, signal.Signals]]:
    """List the servers of a folder, each with the signal that ends it.

    Only PostgreSQL handles SIGQUIT, which ends its children too; others ignore it if a run in the background does.
    """
    for file in folder.rglob("*.pid"):
        how = signal.SIGQUIT if file.name == "postmaster.pid" else signal.SIGKILL
        yield int(file.read_text().split()[0]), how


def _kill(process: int, how: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, how)


def main(mark: str) -> None:
    """Wait for the end of the test process, then tidy up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    folders = [Path(line.strip()) for line in sys.stdin]
    for folder in folders:
        for server, how in _servers_in(folder):
            _kill(server, how)
    for process in _marked(mark):
        _kill(process, signal.SIGKILL)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
