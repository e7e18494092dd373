"""Celery on Redis: a worker prints a pack; a task whose worker is killed in the middle is executed by another."""

from __future__ import annotations

import signal
from io import BytesIO
from pathlib import Path

import psycopg
import pytest
from pypdf import PdfReader

from tests.integration.servers.mail import mail_server
from tests.integration.servers.site import wait_for_line
from tests.integration.servers.worker import manage, production, running_worker

ASK = (
    "from tournament.delivery.mail import mail_enqueue; "
    "mail_enqueue(name='registration', to=['giocatrice@example.org'], key='worker', "
    "context={'event': 'Evento di prova', 'name': 'Giocatrice', 'path': '/eventi/evento-di-prova/'})"
)
SWEEP = "from tournament.tasks import sweep_jobs; assert sweep_jobs() == 1"
#: Round 1 of thirteen players, and its pack requested twice.
ASK_PACK = """
from tests import factories
from tournament.delivery.jobs import job_enqueue
event = factories.drawn_event(players=13)
for _ in range(2):
    job_enqueue(kind="print_pack", key="worker-pack", args={"round": factories.last_round(event).pk}, event=event)
"""
PATIENCE = 60


@pytest.mark.postgres
@pytest.mark.soak(gate="tests/unit/tournament/delivery/test_jobs.py::test_job_run_reclaims_an_expired_lease")
def test_task_of_killed_worker_done_by_another(own_postgres: str, redis_url: str) -> None:
    with mail_server() as mail, psycopg.connect(own_postgres, autocommit=True) as database:
        address = f"smtp://127.0.0.1:{mail.port}"
        settings = production(database=own_postgres, redis=redis_url, FOSSATO_EMAIL_URL=address)
        state = "select state, attempts from tournament_job where key like 'mail:registration:%'"

        mail.answers = False
        with running_worker(settings, signal.SIGKILL):
            manage(settings, "shell", "-c", ASK)
            assert mail.called.wait(PATIENCE)
        assert database.execute(state).fetchall() == [("running", 1)]

        mail.answers = True
        database.execute("update tournament_job set lease_until = now() - interval '1 second'")
        with running_worker(settings, signal.SIGTERM, queues="mail"):
            manage(settings, "shell", "-c", SWEEP)
            assert mail.received.wait(PATIENCE)
        assert database.execute(state).fetchall() == [("done", 2)]
        assert len(mail.messages) == 1
        assert "giocatrice@example.org" in mail.messages[0]


@pytest.mark.postgres
@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_pack.py::test_print_pack_holds_list_poster_forms_and_regulation"
)
def test_worker_prints_pack(own_postgres: str, redis_url: str, tmp_path: Path) -> None:
    settings = production(database=own_postgres, redis=redis_url, FOSSATO_MEDIA=str(tmp_path))
    row = "select state, done, total, attempts, error, result from tournament_job where key = 'worker-pack'"
    with running_worker(settings, signal.SIGTERM, queues="print") as worker:
        manage(settings, "shell", "-c", ASK_PACK)
        wait_for_line(worker, "succeeded in")
    with psycopg.connect(own_postgres) as database:
        ((state, done, total, attempts, error, result),) = database.execute(row).fetchall()
    assert (state, done, total, attempts, error) == ("done", 7, 7, 1, "")
    assert len(PdfReader(BytesIO((tmp_path / result).read_bytes())).pages) == 10, (
        "six of the round, four of the regulation"
    )
