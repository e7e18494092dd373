"""A webhook delivered by a production worker: over TLS, retried after a failure, delivered once."""

from __future__ import annotations

import json
import signal
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.integration.servers.receiver import certificate_for_localhost, receiver
from tests.integration.servers.site import wait_for_line
from tests.integration.servers.worker import manage, production, running_worker

TELL = """
from tests import factories
from tournament.webhooks.services import webhook_add, webhook_emit
webhook_add(event=None, url="https://localhost:%s/avvisi", by=None)
webhook_emit(kind="round.closed", key="1", event=factories.make_event())
"""
SWEEP = "from tournament.tasks import sweep_jobs; assert sweep_jobs() == 1"
PATIENCE = 60


@pytest.mark.postgres
@pytest.mark.soak
def test_webhook_delivered_after_failure(own_postgres: str, redis_url: str, tmp_path: Path) -> None:
    context, certificate = certificate_for_localhost(tmp_path)
    first_attempt_failed = threading.Event()

    def away(handler: Any) -> None:
        handler.send_error(503)
        first_attempt_failed.set()

    with receiver() as other, psycopg.connect(own_postgres, autocommit=True) as database:
        other.secure(context)
        other.answers = [away, 204]
        settings = production(
            database=own_postgres, redis=redis_url, SSL_CERT_FILE=certificate, FOSSATO_WEBHOOK_PRIVATE="on"
        )
        delivery = "select state, attempts, last_status, last_reason from tournament_webhookdelivery"
        with running_worker(settings, signal.SIGTERM) as worker:
            manage(settings, "shell", "-c", TELL % other.port)
            assert first_attempt_failed.wait(PATIENCE)
            wait_for_line(worker, "succeeded in")
            assert database.execute(delivery).fetchall() == [("waiting", 1, 503, "WEBHOOK_STATUS")]
            # The pause before the second attempt is over.
            database.execute("update tournament_job set lease_until = now() where state = 'waiting'")
            manage(settings, "shell", "-c", SWEEP)
            wait_for_line(worker, "succeeded in")
        assert database.execute(delivery).fetchall() == [("delivered", 2, 204, "")]
    first, second = other.heard
    assert first.body == second.body
    assert json.loads(first.body)["kind"] == "round.closed"
