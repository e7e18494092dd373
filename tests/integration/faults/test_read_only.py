"""The database cannot be written: every page is read, what was sent is refused in plain words, phones keep it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import factories
from tests.integration.faults.browser import Browser
from tests.integration.faults.conftest import Say, world
from tests.integration.faults.disks import SmallDisk
from tests.integration.faults.phones import Meter, Phone
from tests.integration.servers.prefork import prefork

WORDS = "Il disco del server è in sola lettura"
#: What PostgreSQL answers when its disk is full, for one table of the database.
FULL = """
create function full_disk() returns trigger language plpgsql as
$$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
create trigger full_disk before insert on tournament_sheet execute function full_disk();
"""


def _pages(event: dict[str, Any]) -> list[str]:
    slug = event["slug"]
    public = ["/", "/eventi/", f"/eventi/{slug}/", f"/eventi/{slug}/sorteggi/", f"/parete/{slug}/", "/ranking/"]
    return [*public, f"/parete/{slug}/parete.json", "/api/v1/events", f"/organizza/{slug}/", event["tables"][0]["path"]]


def _signed_in(port: int, user: str) -> Browser:
    browser = Browser(port)
    assert browser.post("/accounts/login/", login=user, password=factories.PASSWORD).status == 302
    return browser


def _is_read(browser: Browser, event: dict[str, Any]) -> None:
    statuses = {path: browser.get(path).status for path in _pages(event)}
    assert set(statuses.values()) == {200}, statuses


def _keeps_its_sheet(phone: Phone, code: str = "read_only", words: str = WORDS) -> None:
    """Assert that a sheet is refused for now, with words for the phone."""
    rows = phone.table["rows"]
    form = {**phone.table["form"], "key": "kept", "deliver": "1"}
    form |= {f"s{seat}_{name}": str(value) for seat, row in enumerate(rows) for name, value in row.items()}
    answer = phone.ask("POST", phone.table["path"], form)
    assert answer is not None
    status, headers, body = answer
    told = json.loads(body)
    assert (status, headers["Retry-After"], told["state"], told["code"]) == (507, "5", "waiting", code)
    assert told["words"].startswith(words)
    assert "resta sul telefono" in told["words"]


def _is_told(browser: Browser, event: dict[str, Any]) -> None:
    """Assert that the page of a step says what happened, and the head of the next page what lasts."""
    answer = browser.post(f"/organizza/{event['slug']}/turni/1/orologio/pausa/")
    assert (answer.status, WORDS in answer.body) == (507, True), answer.body
    assert 'class="fo-fault"' in browser.get("/").body


@pytest.mark.soak(gate="tests/integration/faults/test_disk_full.py::test_full_database_distinguished_from_unavailable")
def test_read_only_disk_of_sqlite(embedded_settings: dict[str, str], tmp_path: Path, say: Say) -> None:
    event = world(embedded_settings, "make", 12)
    disk = SmallDisk(tmp_path / "disk", 64 * 1024**2)
    try:
        settings = embedded_settings | {
            "FOSSATO_SQLITE": str(shutil.copy(embedded_settings["FOSSATO_SQLITE"], disk.folder))
        }
        with prefork(settings, port_groups=(0,)) as server:
            desk = _signed_in(server.ports[0], event["user"])
            _is_read(desk, event)
        # A disk is mounted read-only when nobody has a file of it open: after a crash, at the next start.
        with disk.read_only(), prefork(settings, port_groups=(0,)) as server:
            desk.port = server.ports[0]
            phone = Phone("phone", desk.port, event["tables"][0], Meter())
            _is_read(desk, event)
            _keeps_its_sheet(phone)
            _is_told(desk, event)
            phone.close()
        with prefork(settings, port_groups=(0,)) as server:
            phone = Phone("phone", server.ports[0], event["tables"][0], Meter())
            delivery = phone.deliver()
            phone.close()
    finally:
        disk.close()
    say(pages=2 * len(_pages(event)), stored=int(delivery.acknowledged))


@pytest.mark.postgres
@pytest.mark.soak(gate="tests/integration/faults/test_disk_full.py::test_full_database_distinguished_from_unavailable")
def test_read_only_postgres(live_settings: dict[str, str], say: Say) -> None:
    event = world(live_settings, "make", 12)
    name = live_settings["FOSSATO_DATABASE_URL"].rpartition("/")[2].partition("?")[0]

    def let_write(may: bool) -> None:
        url = live_settings["FOSSATO_DATABASE_URL"]
        with psycopg.connect(url, autocommit=True, options="-c default_transaction_read_only=off") as database:
            database.execute(f'alter database "{name}" set default_transaction_read_only = {"off" if may else "on"}')
            database.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and pid <> pg_backend_pid()",
                [name],
            )

    with prefork(live_settings, port_groups=(0,)) as server:
        desk = _signed_in(server.ports[0], event["user"])
        phone = Phone("phone", server.ports[0], event["tables"][0], Meter())
        _is_read(desk, event)
        let_write(False)
        # The connection that was cut is found by the first request.
        desk.get("/")
        _is_read(desk, event)
        _keeps_its_sheet(phone)
        _is_told(desk, event)
        let_write(True)
        desk.get("/")
        delivery = phone.deliver()
        phone.close()
    say(pages=2 * len(_pages(event)), stored=int(delivery.acknowledged))


@pytest.mark.postgres
@pytest.mark.soak(gate="tests/integration/faults/test_disk_full.py::test_full_database_distinguished_from_unavailable")
def test_full_disk_of_postgres(live_settings: dict[str, str]) -> None:
    event = world(live_settings, "make", 12)
    with (
        prefork(live_settings, port_groups=(0,)) as server,
        psycopg.connect(live_settings["FOSSATO_DATABASE_URL"], autocommit=True) as database,
    ):
        desk = _signed_in(server.ports[0], event["user"])
        phone = Phone("phone", server.ports[0], event["tables"][0], Meter())
        database.execute(FULL)
        _keeps_its_sheet(phone, "disk_full", "Il disco del server è pieno")
        _is_read(desk, event)
        assert "Il disco del server è pieno" in desk.get(f"/eventi/{event['slug']}/").body
        database.execute("drop trigger full_disk on tournament_sheet")
        assert phone.deliver().acknowledged
        phone.close()
