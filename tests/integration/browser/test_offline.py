"""A sheet without a network: typed, stored, sent once when back online, never overwriting another user's version."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, translated
from tournament.access import links
from tournament.live.server_faults import DISK_FULL
from tournament.models import EventRole, Sheet, Table
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db(transaction=True)

WAITING = "#unsent li[data-state=waiting]"
WORKER_READY = "navigator.serviceWorker.ready.then((one) => Boolean(one.active && navigator.serviceWorker.controller))"


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.last_round(make.drawn_event()))[0]


def _address(site: str, table: Table) -> str:
    table_links = links.table_links_make(round=table.round, by=None)
    token = links.link_token(next(table_link for table_link in table_links if table_link.table_id == table.pk))
    return f"{site}/t/{token}/"


def _open(page: Page, address: str) -> None:
    """Open a sheet with its script and service worker active, and select the five-number mode."""
    page.goto(address)
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)
    visitors.until(page, WORKER_READY)
    visitors.count_five_numbers(page)
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)


def _drafts(page: Page) -> list[dict[str, Any]]:
    drafts: list[dict[str, Any]] = page.evaluate(visitors.stored("drafts"))
    return drafts


def _deliver(page: Page) -> None:
    """Deliver and confirm: one sheet is stored, and no draft is left on the phone."""
    button(page, "Deliver and confirm").click()
    expect(page.locator("tbody .place")).to_have_count(4)
    assert Sheet.objects.get().state == Sheet.State.CONFIRMED
    assert _drafts(page) == []


def _cut(context: BrowserContext) -> None:
    context.set_offline(True)


def test_offline_sheet_sent_once_when_back_online(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    _cut(page.context)
    visitors.type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver and confirm").click()
    expect(page.locator(WAITING)).to_contain_text(translated("Table %(number)s, round %(round)s", number=1, round=1))
    expect(page.get_by_role("heading", name=translated("Not sent yet"))).to_be_visible()
    assert Sheet.objects.count() == 0
    page.close()
    page = page.context.new_page()
    page.goto(address)
    expect(page.locator(WAITING)).to_have_count(1)
    expect(page.locator("[name=s0_points]")).to_have_value("33")
    page.context.set_offline(False)
    expect(page.locator(".fo-log li")).to_have_count(1)
    expect(page.locator("#unsent")).to_be_hidden()
    assert [(sheet.entered_with, sheet.state) for sheet in Sheet.objects.all()] == [("link_of_table", "confirmed")]
    page.reload()
    expect(page.locator("#unsent")).to_be_hidden()
    assert Sheet.objects.count() == 1


def test_offline_draft_survives_power_off(open_page: Callable[..., Page], live_server: Any, table: Table) -> None:
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    page.locator("[name=s0_points]").fill("33")
    _cut(page.context)
    page.locator("[name=s0_turns]").fill("20")
    visitors.until(
        page,
        f"{visitors.stored('drafts')}.then((all) => all[0]?.values.some(([n, v]) => n === 's0_turns' && v === '20'))",
    )
    page.close()
    page = page.context.new_page()
    page.goto(address)
    expect(page.locator(".sheet__note")).to_contain_text(translated("This is what you had typed on this phone."))
    expect(page.locator("[name=s0_points]")).to_have_value("33")
    expect(page.locator("[name=s0_turns]")).to_have_value("20")
    page.context.set_offline(False)
    visitors.type_sheet(page, make.simple_sheet(table))
    _deliver(page)


@pytest.mark.soak(gate="tests/integration/browser/test_offline.py::test_offline_draft_survives_power_off")
def test_offline_draft_keeps_entry_mode(open_page: Callable[..., Page], live_server: Any, table: Table) -> None:
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    page.locator("[name=s0_gold]").fill("3")
    visitors.until(
        page,
        f"{visitors.stored('drafts')}.then((all) => all[0]?.values.some(([n, v]) => n === 's0_gold' && v === '3'))",
    )
    page.goto(address)
    expect(page.locator("#sheet input[name=mode]")).to_have_value("numbers")
    expect(page.locator("[name=s0_gold]")).to_have_value("3")


@pytest.mark.soak(gate="tests/integration/browser/test_offline.py::test_offline_sheet_sent_once_when_back_online")
def test_lost_response_creates_no_second_version(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    """The server stored the sheet but the phone got no response: it sends again, with the same key."""
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    visitors.type_sheet(page, make.simple_sheet(table))
    expect(page.locator("#live ol li")).to_have_count(4)
    page.evaluate(
        """() => { const real = window.fetch; let lost = false;
        window.fetch = async (...all) => { const answer = await real(...all);
          if (!lost && all[1]?.method === 'POST') { lost = true; throw new TypeError('lost'); } return answer; }; }"""
    )
    button(page, "Deliver and confirm").click()
    expect(page.locator(WAITING)).to_have_count(1)
    assert Sheet.objects.count() == 1
    page.get_by_role("button", name=translated("Send now")).click()
    expect(page.locator("tbody .place")).to_have_count(4)
    assert Sheet.objects.count() == 1


@pytest.mark.soak(gate="tests/integration/faults/test_disk_full.py::test_queued_photo_waits_on_phone")
def test_full_disk_of_the_server_is_told_beside_the_waiting_sheet(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    """No connection is missing: the phone says what the server says, keeps the sheet and sends it by itself."""
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    visitors.type_sheet(page, make.simple_sheet(table))
    words = translated(DISK_FULL.phone)
    refusal = json.dumps({"state": "waiting", "code": DISK_FULL.code, "words": words})

    def full(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=507, content_type="application/json", body=refusal)
        else:
            route.continue_()

    page.route(address, full)
    button(page, "Deliver and confirm").click()
    expect(page.locator(WAITING)).to_contain_text(words)
    page.unroute(address)
    page.get_by_role("button", name=translated("Send now")).click()
    expect(page.locator("tbody .place")).to_have_count(4)
    assert Sheet.objects.count() == 1


def test_conflicting_version_shown_and_chosen(open_page: Callable[..., Page], live_server: Any, table: Table) -> None:
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    _cut(page.context)
    visitors.type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver the sheet").click()
    expect(page.locator(WAITING)).to_have_count(1)
    sheets.sheet_submit(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=make.make_user("berta"))
    page.context.set_offline(False)
    expect(page.locator("#unsent li[data-state=conflict]")).to_contain_text("berta")
    page.get_by_role("button", name=translated("Look at both")).click()
    expect(page.locator("tr.differs")).to_have_count(4)
    expect(page.locator("tr.differs").first).to_contain_text("27")
    expect(page.locator("tr.differs").first).to_contain_text("33")
    assert Sheet.objects.count() == 1
    button(page, "Mine is right: it becomes version %(number)s", number=2).click()
    expect(page.locator(".fo-log li")).to_have_count(2)
    expect(page.locator("#unsent")).to_be_hidden()
    assert list(Sheet.objects.order_by("version").values_list("state", flat=True)) == ["superseded", "submitted"]


@pytest.mark.soak(gate="tests/integration/browser/test_offline.py::test_conflicting_version_shown_and_chosen")
def test_two_referees_same_table_conflict_resolved(
    open_page: Callable[..., Page], live_server: Any, table: Table, axe_violations: Callable[[Page], list[str]]
) -> None:
    referees = []
    for name in ("ada", "berta"):
        user = make.make_user(name)
        make.grant(table.round.event, user, EventRole.Role.REFEREE)
        page = open_page("phone")
        visitors.sign_in_quickly(page, live_server.url, user)
        _open(page, f"{live_server.url}/arbitro/{table.round.event.slug}/1/1/")
        referees.append(page)
    ada, berta = referees
    visitors.type_sheet(ada, make.simple_sheet(table))
    button(ada, "Deliver and confirm").wait_for()
    visitors.type_sheet(berta, make.simple_sheet(table, [2, 1, 3, 4]))
    berta_delivers = berta.locator("#live button[type=submit]")
    expect(berta_delivers).to_have_attribute("name", "deliver_and_confirm")
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    berta_delivers.click()
    expect(berta.get_by_role("heading", name=translated("Two versions"))).to_be_visible()
    assert axe_violations(berta) == []
    berta.get_by_role("link", name=translated("Keep version %(number)s", number=1)).click()
    expect(berta.locator(".fo-log li")).to_have_count(1)
    expect(berta.locator("#unsent")).to_be_hidden()
    button(ada, "Deliver and confirm").click()
    expect(ada.locator(".fo-log li")).to_have_count(1)
    assert Sheet.objects.count() == 1


@pytest.mark.soak(gate="tests/integration/browser/test_links.py::test_revoked_link_explained")
def test_link_revoked_while_sheet_waits(
    open_page: Callable[..., Page], live_server: Any, table: Table, axe_violations: Callable[[Page], list[str]]
) -> None:
    address, page = _address(live_server.url, table), open_page("phone")
    _open(page, address)
    _cut(page.context)
    visitors.type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver and confirm").click()
    expect(page.locator(WAITING)).to_have_count(1)
    links.link_revoke(link=table.links.get(), by=None)
    page.context.set_offline(False)
    rejected_items = page.locator("#unsent li[data-state=gone]")
    expect(rejected_items).to_contain_text(
        translated("The link or the table is no longer there: give the numbers to the referee.")
    )
    assert Sheet.objects.count() == 0
    # The typed data is shown there to be read and copied, also on the page of the revoked link.
    page.goto(address)
    expect(page.locator("main")).to_contain_text("revocato dall’organizzatore")
    first = table.seats.select_related("entry__person").get(position=1)
    numbers = rejected_items.locator("textarea")
    expect(numbers).to_be_visible()
    expect(numbers).to_have_value(re.compile(rf"^{first.entry.person}: .*PT 33\n"))
    expect(rejected_items.get_by_role("button", name=translated("Copy the numbers"))).to_be_visible()
    assert axe_violations(page) == []
    # The table's new link takes them over: typed once, stored once.
    page.goto(_address(live_server.url, table))
    page.get_by_role("button", name=translated("Use these numbers here")).click()
    expect(page.locator(".sheet__note")).to_contain_text(translated("This is what you had typed on this phone."))
    expect(page.locator("#sheet [name=s0_points]")).to_have_value("33")
    expect(page.locator("#unsent")).to_be_hidden()
    _deliver(page)


@pytest.mark.soak(gate="tests/integration/browser/test_offline.py::test_offline_sheet_sent_once_when_back_online")
def test_waiting_sheet_not_offered_to_other_event(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    """Table 1 of round 1 is in both events: a sheet waiting for one is never offered to the other."""
    other = make.tables_of(make.last_round(make.drawn_event()))[0]
    page = open_page("phone")
    _open(page, _address(live_server.url, table))
    _cut(page.context)
    visitors.type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver and confirm").click()
    expect(page.locator(WAITING)).to_have_count(1)
    links.link_revoke(link=table.links.get(), by=None)
    page.context.set_offline(False)
    expect(page.locator("#unsent li[data-state=gone]")).to_have_count(1)
    page.goto(_address(live_server.url, other))
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)
    expect(page.locator("#unsent li[data-state=gone]")).to_have_count(1)
    expect(page.get_by_role("button", name=translated("Use these numbers here"))).to_have_count(0)
    expect(page.locator("[name=s0_points]")).to_have_value("")
    assert Sheet.objects.count() == 0


@pytest.mark.soak(gate="tests/unit/tournament/web/phone/test_web_app.py::test_offline_page_needs_no_account")
def test_unvisited_page_shows_offline_page(
    open_page: Callable[..., Page], live_server: Any, table: Table, axe_violations: Callable[[Page], list[str]]
) -> None:
    page = open_page("phone")
    _open(page, _address(live_server.url, table))
    _cut(page.context)
    page.goto(f"{live_server.url}/eventi/")
    expect(page.get_by_role("heading", name=translated("No network"))).to_be_visible()
    assert axe_violations(page) == []


@pytest.mark.soak(
    gate="tests/unit/tournament/web/phone/test_web_app.py::"
    "test_service_worker_covers_the_site_and_versions_its_cache_by_content"
)
def test_sign_out_clears_cached_pages(open_page: Callable[..., Page], live_server: Any, table: Table) -> None:
    user = make.make_user()
    make.grant(table.round.event, user, EventRole.Role.REFEREE)
    page = open_page("phone")
    visitors.sign_in_quickly(page, live_server.url, user)
    _open(page, f"{live_server.url}/arbitro/{table.round.event.slug}/1/1/")
    page.goto(f"{live_server.url}/arbitro/")
    assert page.evaluate("caches.has('fossato-pages')")
    page.locator("form[action='/accounts/logout/'] button").click()
    page.wait_for_url(f"{live_server.url}/")
    assert not page.evaluate("caches.has('fossato-pages')")
