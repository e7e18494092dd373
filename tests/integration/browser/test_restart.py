"""The server is killed while twenty phones wait, each with a stream and a sheet: all reconnect, each is stored once."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.board_site import Site
from tests.integration.browser.visitors import button
from tournament.access import links
from tournament.models import Event, Table
from tournament.pages.sheet import form_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 20
#: Number of sheets stored before the server is killed: the others are on their way, or not begun.
BEFORE = 5
#: Timeout in seconds, never reached by a passing test.
LATE = 120.0
CSRF = "t" * 32
STORED = "SELECT table_id, count(*), max(version) FROM tournament_sheet GROUP BY table_id"


@dataclass
class Phone:
    """A phone at a table without a browser: static/fossato/js/offline.js and news.js, in short."""

    site: str
    stream: str
    sheet: str
    body: bytes
    #: One for each time that the stream was opened.
    hellos: int = 0
    marks: list[str] = field(default_factory=list)
    stored: bool = False

    def send(self) -> None:
        """Send the sheet once, with its key. Errors: OSError while the server is down."""
        headers = {
            "Accept": "application/json",
            "Cookie": f"__Host-csrftoken={CSRF}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        }
        request = urllib.request.Request(self.site + self.sheet, self.body, headers)
        with urllib.request.urlopen(request, timeout=30) as response:
            assert json.load(response)["state"] == "stored"
        self.stored = True

    async def keep_sending(self, pool: ThreadPoolExecutor) -> None:
        """Send until the server has stored it; a refusal is an error of the test."""
        while not self.stored:
            try:
                await asyncio.get_running_loop().run_in_executor(pool, self.send)
            except urllib.error.HTTPError as refusal:
                if refusal.code < 500:
                    raise
                await asyncio.sleep(0.1)
            except OSError:
                await asyncio.sleep(0.1)

    async def listen(self) -> None:
        """Read the stream and reopen it when it breaks, as a browser does."""
        port = int(self.site.rpartition(":")[2])
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            last_event_id = self.marks[-1] if self.marks else ""
            lines = f"GET {self.stream} HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: {last_event_id}\r\n\r\n"
            try:
                writer.write(lines.encode())
                async for line in reader:
                    self.hellos += line.startswith(b"retry: ")
                    if line.startswith(b"id: "):
                        self.marks.append(line[4:].decode().strip())
            except ConnectionError:
                pass
            finally:
                writer.close()


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(LATE):
        while not condition():
            await asyncio.sleep(0.02)


@pytest.fixture
def event() -> Event:
    return make.drawn_event(players=4 * PHONES)


def _values(table: Table, key: str) -> dict[str, str]:
    """Return the fields of the table's sheet as its page sends them."""
    values = form_of(table).to_values(make.simple_sheet(table))
    return {**values, "key": key, "seen": "0", "deliver": "1"}


def _phones(site: Site, event: Event) -> list[Phone]:
    """Return one phone a table: the stream of its first player, and the sheet behind the table's link."""
    tables = {link.table_id: link for link in links.table_links_make(round=make.last_round(event), by=None)}
    people = {link.entry_id: link for link in links.participant_links_make(event=event, by=None)}
    phones = []
    for table in make.tables_of(make.last_round(event)):
        first = table.seats.get(position=1)
        body = urlencode(_values(table, f"phone-{table.number}")).encode()
        stream = f"/g/{links.link_token(people[first.entry_id])}/novita/"
        phones.append(Phone(site.url, stream, f"/t/{links.link_token(tables[table.pk])}/", body))
    return phones


def _stored(site: Site) -> list[tuple[int, int, int]]:
    with closing(sqlite3.connect(site.database)) as database:
        return list(database.execute(STORED))


@pytest.mark.soak(
    gate="tests/integration/browser/test_restart.py::test_browser_with_waiting_sheet_survives_server_kill"
)
def test_server_killed_while_twenty_phones_wait(event: Event, site_of: Callable[[], Site]) -> None:
    tables = {table.pk for table in make.tables_of(make.last_round(event))}
    links.table_links_make(round=make.last_round(event), by=None)
    links.participant_links_make(event=event, by=None)
    site = site_of()
    phones = _phones(site, event)

    async def day() -> None:
        with ThreadPoolExecutor(PHONES) as pool:
            listening = [asyncio.create_task(phone.listen()) for phone in phones]
            await _until(lambda: all(phone.hellos == 1 and phone.marks for phone in phones))
            before = {id(phone): phone.marks[-1] for phone in phones}
            sending = [asyncio.create_task(phone.keep_sending(pool)) for phone in phones]
            await _until(lambda: sum(phone.stored for phone in phones) >= BEFORE)
            await asyncio.to_thread(site.kill)
            stored_count = sum(phone.stored for phone in phones)
            assert stored_count >= BEFORE
            await asyncio.to_thread(site.start)
            async with asyncio.timeout(LATE):
                await asyncio.gather(*sending)
            await _until(lambda: all(phone.hellos >= 2 for phone in phones))
            # Each was notified of its own table's sheet, before the kill or after the restart.
            await _until(lambda: all(phone.marks[-1] != before[id(phone)] for phone in phones))
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)

    # In a thread of its own: where a browser is open, this one has a loop already.
    with ThreadPoolExecutor(1) as executor:
        executor.submit(lambda: asyncio.run(day())).result()
    assert all(phone.stored for phone in phones)
    assert sorted(_stored(site)) == sorted((pk, 1, 1) for pk in tables)


def test_browser_with_waiting_sheet_survives_server_kill(
    open_page: Callable[..., Page], site_of: Callable[[], Site]
) -> None:
    event = make.drawn_event(players=12)
    table = make.tables_of(make.last_round(event))[0]
    link = next(
        table_link
        for table_link in links.table_links_make(round=table.round, by=None)
        if table_link.table_id == table.pk
    )
    site = site_of()
    page = open_page("phone")
    page.goto(f"{site.url}/t/{links.link_token(link)}/")
    visitors.count_five_numbers(page)
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)
    visitors.type_sheet(page, make.simple_sheet(table))
    expect(page.locator("#live ol li")).to_have_count(4)
    site.kill()
    button(page, "Deliver and confirm").click()
    expect(page.locator("#unsent li[data-state=waiting]")).to_have_count(1)
    assert _stored(site) == []
    site.start()
    page.get_by_role("button", name=visitors.translated("Send now")).click()
    expect(page.locator("tbody .place")).to_have_count(4, timeout=15_000)
    assert _stored(site) == [(table.pk, 1, 1)]
