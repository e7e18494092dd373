"""Start a Celery worker with its clock, and wait for database states."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.integration.servers.site import begun, wait_for_line
from tests.integration.servers.worker import running_clock

PATIENCE = 120.0


@contextmanager
def worker_with_clock(settings: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Start a worker with its children, and a clock; all are killed at the end."""
    command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--concurrency", "1"]
    worker = begun([*command, "--loglevel", "INFO"], settings)
    listener = None
    try:
        wait_for_line(worker, " ready.")
        assert worker.stdout is not None
        # The output must be read, or a full pipe would block the worker.
        listener = threading.Thread(target=worker.stdout.read, daemon=True)
        listener.start()
        with running_clock(settings):
            yield worker
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        if listener is not None:
            listener.join(PATIENCE)
        if worker.stdout is not None:
            worker.stdout.close()


def until(look: Callable[[], Any], what: str) -> Any:
    """Poll a function until it returns a true value, and return it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        value = look()
        if value:
            return value
        threading.Event().wait(0.01)
    raise AssertionError(f"never: {what}")
