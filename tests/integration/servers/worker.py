"""A Celery worker as in production, and commands of the site beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis

from config.clock import KEY
from tests.integration.servers.site import ROOT, begun, clean_environment, wait_for_line


def production(*, database: str, redis: str, **others: str) -> dict[str, str]:
    """Return the environment of a production server with these database and Redis addresses."""
    facts = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "FOSSATO_SECRET_KEY": "Tt0Qm3vX9pLs7BzK2nRd8WfYc5HgJ4aEu6MiOoPqSsDdFfGgHh1Z",
        "FOSSATO_HOSTS": "fossato.example.org",
        "FOSSATO_SITE_URL": "https://fossato.example.org",
        "FOSSATO_DATABASE_URL": database,
        "FOSSATO_REDIS_URL": redis,
        "FOSSATO_EMAIL_URL": "smtp://127.0.0.1:1",
        "FOSSATO_FROM_EMAIL": "campionato@example.org",
        "FOSSATO_CONTROLLER": "Circolo di prova",
        "FOSSATO_PURPOSES": "Il campionato",
        "FOSSATO_CONTACT_MAIL": "campionato@example.org",
        # A test reaches no network: a draw takes a word.
        "FOSSATO_BEACON_RELAYS": "",
        # The image of a container may run as root; Celery would only warn.
        "C_FORCE_ROOT": "1",
    }
    return clean_environment(**{**facts, **others})


def manage(settings: dict[str, str], *arguments: str) -> None:
    """Run a command of manage.py; raise an error unless it succeeds."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@contextmanager
def running_worker(settings: dict[str, str], end: signal.Signals, queues: str = "") -> Iterator[subprocess.Popen[str]]:
    """Run a Celery worker with its children.

    Arguments:
        end: the final signal; SIGTERM lets it finish its task. queues: those it takes tasks from; empty for all.
    """
    command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--concurrency", "1"]
    worker = begun([*command, "--loglevel", "INFO", *(["--queues", queues] if queues else [])], settings)
    try:
        wait_for_line(worker, " ready.")
        yield worker
    finally:
        if end == signal.SIGKILL:
            os.killpg(worker.pid, end)
        else:
            worker.send_signal(end)
        worker.communicate()


@contextmanager
def running_clock(settings: dict[str, str]) -> Iterator[None]:
    """Run the clock every second, each time as if it had never run: tests await no minute."""
    over = threading.Event()

    def run() -> int:
        with suppress(redis.RedisError), redis.Redis.from_url(settings["FOSSATO_REDIS_URL"]) as client:
            client.delete(KEY)
        command = [sys.executable, "-m", "config.clock"]
        return subprocess.run(command, cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, capture_output=True).returncode

    def run_until_over() -> None:
        while not over.wait(1.0):
            run()

    assert run() == 0
    minutes = threading.Thread(target=run_until_over, daemon=True)
    minutes.start()
    try:
        yield
    finally:
        over.set()
        minutes.join()
