"""PostgreSQL is restarted: nothing acknowledged is lost; requests during the outage get 503 and Retry-After."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests.integration.faults.browser import BoardViewer, Browser
from tests.integration.faults.conftest import Say, world
from tests.integration.faults.phones import Meter, Phone, accounts, at_work
from tests.integration.faults.workers import until, worker_with_clock
from tests.integration.servers.postgres import Postgres
from tests.integration.servers.prefork import prefork

pytestmark = pytest.mark.postgres

RESTARTS = ("fast", "immediate", "fast", "immediate")
STATE = "select state, attempts from tournament_job where key = 'pack'"


@pytest.mark.soak(gate="tests/integration/faults/test_trouble.py::test_phone_queue_keeps_sheet_during_outage")
def test_postgres_restarted_during_deliveries(live_settings: dict[str, str], postgres: Postgres, say: Say) -> None:
    event = world(live_settings, "make", 12)
    meter, over = Meter(), []
    with prefork(live_settings) as server:
        phones = [
            Phone(f"table{table['number']}-phone{each}", server.ports[0], table, meter)
            for table in event["tables"]
            for each in range(2)
        ]

        def restart() -> None:
            try:
                for mode in RESTARTS:
                    meter.wait_for_more("acknowledged", len(phones))
                    postgres.stop(mode)
                    postgres.start()
                meter.wait_for_more("acknowledged", len(phones))
            finally:
                over.append(True)

        at_work([partial(phone.play, lambda: bool(over)) for phone in phones], restart)
        for phone in phones:
            phone.close()
    figures = accounts(world(live_settings, "sheets", event["slug"]), phones)
    refusals = [each for phone in phones for each in phone.refusals]
    violations = world(live_settings, "check", event["slug"])
    say(restarts=len(RESTARTS), **figures, told_to_come_back=len(refusals), lost=meter.counts["lost"])
    assert figures["acknowledged"] == figures["stored"] == figures["sent"]
    assert {status for status, _retry in refusals} <= {503}
    assert {retry for _status, retry in refusals} <= {"5"}
    assert meter.counts["lost"] == 0
    assert violations == []


def _told_to_come_back(browser: Browser, slug: str) -> None:
    """Assert that the response is a page of the site, in Italian, without any database error text."""
    response = browser.get(f"/eventi/{slug}/")
    assert (response.status, response.headers["Retry-After"]) == (503, "5")
    assert '<html lang="it"' in response.body
    assert 'class="fo-header"' in response.body
    assert "Il sito torna tra un momento" in response.body
    assert not {"Traceback", "psycopg", "OperationalError"} & set(response.body.replace(":", " ").split())


@pytest.mark.soak(gate="tests/integration/faults/test_trouble.py::test_phone_queue_keeps_sheet_during_outage")
def test_postgres_stopped_and_started(
    live_settings: dict[str, str], postgres: Postgres, tmp_path: Path, say: Say
) -> None:
    event = world(live_settings, "make", 12)
    path = f"/eventi/{event['slug']}/"
    with (
        prefork(live_settings, port_groups=(0, 1)) as server,
        worker_with_clock(live_settings),
        closing(BoardViewer(server.ports[0], event["slug"])) as viewer,
    ):
        viewer.wait_beyond(0)
        browsers = [Browser(port) for port in server.ports]
        assert [browser.get(path).status for browser in browsers] == [200, 200]
        postgres.stop("fast")
        with ThreadPoolExecutor(len(browsers)) as pool:
            list(pool.map(lambda browser: _told_to_come_back(browser, event["slug"]), browsers))
        alive = [browser.get("/health/live").status for browser in browsers]
        postgres.start()
        # No further request fails: each connection is tested before a request gets it.
        after = [browser.get(path).status for browser in browsers for _attempt in range(10)]
        updates = viewer.updates
        phone = Phone("phone", server.ports[1], event["tables"][0], Meter())
        phone.deliver()
        phone.close()
        viewer.wait_beyond(updates)
        world(live_settings, "ask_pack", event["round"])
        with psycopg.connect(live_settings["FOSSATO_DATABASE_URL"], autocommit=True) as database:
            until(lambda: database.execute(STATE).fetchone() == ("done", 1), "the worker prints again")
    say(told_to_come_back=len(browsers), first_requests_after=len(after), failed=sum(status != 200 for status in after))
    assert alive == [200, 200]
    assert after == [200] * 20
