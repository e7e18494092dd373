"""Celery on Redis: a task whose worker is killed in the middle is carried out by another, once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.servers.mail import mail_server
from tests.servers.site import ROOT, clean_environment, wait_for_line

ASK = (
    "from tournament.services.mails import mail_ask; "
    "mail_ask(name='registration', to=['giocatrice@example.org'], key='worker', "
    "context={'event': 'Evento di prova', 'name': 'Giocatrice', 'link': 'https://fossato.example.org/p/x'})"
)
SWEEP = "from tournament.tasks import sweep_jobs; assert sweep_jobs() == 1"
PATIENCE = 60


def _manage(settings: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@contextmanager
def _worker(settings: dict[str, str], end: signal.Signals) -> Iterator[None]:
    """A Celery worker with its children; ``end`` is what it is told at the end: SIGTERM lets it finish its task."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--concurrency", "1", "--loglevel", "INFO"],
        cwd=ROOT,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for_line(worker, " ready.")
        yield
    finally:
        if end == signal.SIGKILL:
            os.killpg(worker.pid, end)
        else:
            worker.send_signal(end)
        worker.communicate()


@pytest.mark.postgres
def test_task_of_a_killed_worker_is_done_by_another(postgres_url: str, redis_url: str) -> None:
    with mail_server() as mail, psycopg.connect(postgres_url, autocommit=True) as database:
        settings = clean_environment(
            DJANGO_SETTINGS_MODULE="config.settings.production",
            FOSSATO_SECRET_KEY="Tt0Qm3vX9pLs7BzK2nRd8WfYc5HgJ4aEu6MiOoPqSsDdFfGgHh1Z",
            FOSSATO_HOSTS="fossato.example.org",
            FOSSATO_SITE_URL="https://fossato.example.org",
            FOSSATO_DATABASE_URL=postgres_url,
            FOSSATO_REDIS_URL=redis_url,
            FOSSATO_EMAIL_URL=f"smtp://127.0.0.1:{mail.port}",
            FOSSATO_FROM_EMAIL="campionato@example.org",
            # The image of a container may run as root; Celery would only warn.
            C_FORCE_ROOT="1",
        )
        state = "select state, attempts from tournament_job where key like 'mail:registration:%'"
        _manage(settings, "migrate", "--no-input", "--verbosity", "0")

        mail.answers = False
        with _worker(settings, signal.SIGKILL):
            _manage(settings, "shell", "-c", ASK)
            assert mail.called.wait(PATIENCE)
        assert database.execute(state).fetchall() == [("running", 1)]

        mail.answers = True
        database.execute("update tournament_job set lease_until = now() - interval '1 second'")
        with _worker(settings, signal.SIGTERM):
            _manage(settings, "shell", "-c", SWEEP)
            assert mail.received.wait(PATIENCE)
        assert database.execute(state).fetchall() == [("done", 2)]
        assert len(mail.messages) == 1
        assert "giocatrice@example.org" in mail.messages[0]
