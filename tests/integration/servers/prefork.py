"""A server whose processes are cheap to kill.

Django is loaded once; each process is a fork of it and serves with uvicorn as production does. One that ends is
replaced at once, as the supervisor of ``script/server`` does.

As a program, with the settings in the environment; the parent opens no connection of its own:

    python -m tests.integration.servers.prefork PORT [PORT...]

One process per port; the same port several times is several processes behind it. On standard output it prints
``serving <pid> <index>`` whenever a process listens.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.integration.servers.ports import free_port
from tests.integration.servers.site import ROOT

PATIENCE = 60.0
SERVING = "serving"


# ---------------------------------------------------------------- the program


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(512)
    return listener


def _serve(listener: socket.socket, index: int) -> None:
    """Serve in a forked process until it is ended."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            # One write: lines of several processes do not mix.
            os.write(1, f"{SERVING} {os.getpid()} {index}\n".encode())

    application = importlib.import_module("config.asgi").application
    # The test of both parsers of HTTP names one; else uvicorn takes the faster one, as in production.
    http: Any = os.environ.get("FOSSATO_TEST_HTTP", "auto")
    config = uvicorn.Config(application, http=http, lifespan="off", access_log=False, log_level="warning")
    Server(config).run(sockets=[listener])


def _forked(listener: socket.socket, index: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    status = 1
    try:
        _serve(listener, index)
        status = 0
    finally:
        os._exit(status)


def _warm() -> None:
    """Import what a first request would import, so that a fork has it; no database access."""
    import django
    from django.template.loader import get_template
    from django.urls import get_resolver

    django.setup()
    _resolved = get_resolver().url_patterns, get_resolver().reverse_dict
    for name in ("web/referee/sheets/dominion.html", "web/referee/delivered.html", "web/board/body.html", "503.html"):
        get_template(name)


def main(ports: Sequence[int]) -> None:
    _warm()
    listeners = {port: _listening(port) for port in set(ports)}
    running = {_forked(listeners[port], index): index for index, port in enumerate(ports)}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        while True:
            pid, _status = os.wait()
            index = running.pop(pid)
            running[_forked(listeners[ports[index]], index)] = index
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)


# ---------------------------------------------------------------- the tests' side


@dataclass
class Prefork:
    """A running server. ``pids``: the serving process, by index; ``started``: the number of processes started."""

    ports: tuple[int, ...]
    pids: dict[int, int] = field(default_factory=dict)
    started: int = 0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def kill(self, index: int) -> None:
        """Kill a process with SIGKILL and wait until its replacement serves."""
        with self._changed:
            old = self.pids[index]
            os.kill(old, signal.SIGKILL)
            assert self._changed.wait_for(lambda: self.pids[index] != old, PATIENCE), "nobody took its place"

    def _heard(self, line: str) -> None:
        words = line.split()
        if words[:1] != [SERVING]:
            return
        with self._changed:
            self.pids[int(words[2])] = int(words[1])
            self.started += 1
            self._changed.notify_all()

    def _all_there(self) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.pids) == len(self.ports), PATIENCE), "the server is not up"


def _read(server: subprocess.Popen[bytes], known: Prefork, said: list[str]) -> None:
    assert server.stdout is not None
    while select.select([server.stdout], [], [])[0]:
        line = server.stdout.readline().decode(errors="replace")
        if not line:
            return
        said.append(line)
        known._heard(line)


@contextmanager
def prefork(settings: dict[str, str], *, port_groups: Sequence[int] = (0, 0)) -> Iterator[Prefork]:
    """Start the program; end it and its processes at the end.

    Arguments:
        settings: the whole environment.
        port_groups: one number per process; processes with the same number share a port.
    """
    ports = {group: free_port() for group in Counter(port_groups)}
    prefork_server = Prefork(tuple(ports[group] for group in port_groups))
    output_lines: list[str] = []
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.integration.servers.prefork", *map(str, prefork_server.ports)],
        cwd=ROOT,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        start_new_session=True,
    )
    reader = threading.Thread(target=_read, args=(server, prefork_server, output_lines), daemon=True)
    reader.start()
    try:
        try:
            prefork_server._all_there()
        except AssertionError as error:
            raise RuntimeError("".join(output_lines)) from error
        yield prefork_server
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        reader.join()
        assert server.stdout is not None
        server.stdout.close()


if __name__ == "__main__":
    main([int(port) for port in sys.argv[1:]])
