"""Redis stops and returns: pages respond, sheets are stored, displays update, Jobs wait, lock-outs continue."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests import factories
from tests.integration.faults.browser import BoardViewer, Browser
from tests.integration.faults.conftest import Say, world
from tests.integration.faults.phones import Meter, Phone, accounts
from tests.integration.faults.workers import until, worker_with_clock
from tests.integration.servers.prefork import prefork
from tests.integration.servers.redis import Redis

pytestmark = pytest.mark.postgres

STATE = "select state from tournament_job where kind = 'print_pack'"


def _pages(slug: str) -> tuple[str, ...]:
    return (
        "/",
        "/eventi/",
        f"/eventi/{slug}/",
        f"/eventi/{slug}/sorteggi/",
        f"/parete/{slug}/",
        f"/parete/{slug}/parte/",
        f"/parete/{slug}/parete.json",
        "/partite/",
        "/partite/01-first-game/0/",
        "/accounts/login/",
        "/api/v1/events",
        "/api/v1/events",
    )


def _all_answer(browsers: list[Browser], slug: str) -> int:
    """Request every page of every process; return their number."""
    statuses = {(path, browser.port): browser.get(path).status for browser in browsers for path in _pages(slug)}
    assert set(statuses.values()) == {200}, statuses
    return len(statuses)


def _signed_in(port: int, user: str) -> Browser:
    browser = Browser(port)
    response = browser.post("/accounts/login/", login=user, password=factories.PASSWORD)
    assert (response.status, any(name.endswith("sessionid") for name in browser.cookies)) == (302, True)
    assert browser.get("/io/").status == 200
    return browser


def _locked_out(port: int, user: str) -> int:
    """Assert that after five wrong passwords even the right one is refused; return the last status."""
    browser = Browser(port)
    for _wrong in range(5):
        browser.post("/accounts/login/", login=user, password="sbagliata")
    return browser.post("/accounts/login/", login=user, password=factories.PASSWORD).status


@pytest.mark.soak(
    gate="tests/integration/faults/test_trouble.py::test_cache_counts_continue_without_redis_and_reset_at_next_outage"
)
def test_redis_stopped_and_started(live_settings: dict[str, str], redis: Redis, tmp_path: Path, say: Say) -> None:
    event = world(live_settings, "make", 24)
    slug, meter = event["slug"], Meter()
    settings = live_settings
    with (
        prefork(settings, port_groups=(0, 1)) as server,
        worker_with_clock(settings),
        psycopg.connect(settings["FOSSATO_DATABASE_URL"], autocommit=True) as database,
        closing(BoardViewer(server.ports[0], slug)) as near,
        closing(BoardViewer(server.ports[1], slug)) as far,
    ):
        viewers = (near, far)
        browsers = [Browser(port) for port in server.ports]
        phones = [Phone(f"phone{table['number']}", server.ports[0], table, meter) for table in event["tables"]]
        waiting = iter(phones)

        def deliver_and_see() -> None:
            """Deliver one more table's sheet through the first process; it appears on the displays of both."""
            updates_before = [viewer.updates for viewer in viewers]
            next(waiting).deliver()
            for viewer, before in zip(viewers, updates_before, strict=True):
                viewer.wait_beyond(before)

        for viewer in viewers:
            viewer.wait_beyond(0)
        deliver_and_see()
        request_count = _all_answer(browsers, slug)

        redis.stop()
        request_count += _all_answer(browsers, slug)
        assert "Un servizio del server non risponde" in browsers[0].get(f"/eventi/{slug}/").body
        deliver_and_see()
        desk = _signed_in(server.ports[1], event["user"])
        pack = desk.post(f"/stampa/{slug}/turni/1/pacco/")
        assert (pack.status, desk.get(pack.headers["Location"]).status) == (302, 200)
        assert database.execute(STATE).fetchall() == [("waiting",)]
        lockout = _locked_out(server.ports[0], event["user"])
        guessed = [browsers[0].get(f"/t/{number:022}/").status for number in range(8)]
        deliver_and_see()
        request_count += _all_answer(browsers, slug)
        assert database.execute(STATE).fetchall() == [("waiting",)]

        redis.start()
        deliver_and_see()
        # A Job without a worker is checked after a minute.
        database.execute("update tournament_job set created_at = created_at - interval '1 minute'")
        until(lambda: database.execute(STATE).fetchall() == [("done",)], "the pack was printed")
        assert 'class="fo-fault"' not in browsers[0].get(f"/eventi/{slug}/").body
        deliver_and_see()
        request_count += _all_answer(browsers, slug)
    for phone in phones:
        phone.close()
    figures = accounts(world(settings, "sheets", slug), phones)
    say(
        pages=request_count, **figures, viewers=[viewer.updates for viewer in viewers], lockout=lockout, guesses=guessed
    )
    assert lockout == 429
    assert guessed[0] == 404
    assert guessed[-1] == 429
    assert [phone.refusals for phone in phones if phone.refusals] == []
    assert meter.counts["lost"] == 0
