"""Private links on a phone: revoked, of another event, with a refused photo, the participant's own page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, notice, translated
from tests.volume import rows_in
from tournament.access import links
from tournament.models import Entry, HelpCall, LeaveWish, Photo, SeatConfirmation, Sheet, Table
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db(transaction=True)

Violations = Callable[[Page], list[str]]


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.last_round(make.drawn_event()))[0]


def _of_table(site: str, table: Table) -> str:
    table_links = links.table_links_make(round=table.round, by=None)
    return f"{site}/t/{links.link_token(next(link for link in table_links if link.table_id == table.pk))}/"


def _of_player(site: str, entry: Entry) -> str:
    participant_links = links.participant_links_make(event=entry.event, by=None)
    return f"{site}/g/{links.link_token(next(link for link in participant_links if link.entry_id == entry.pk))}/"


def test_table_link_from_code_to_confirmed_table(
    open_page: Callable[..., Page], live_server: Any, table: Table, axe_violations: Violations
) -> None:
    page = open_page("phone")
    page.goto(_of_table(live_server.url, table))
    assert axe_violations(page) == []
    visitors.count_five_numbers(page)
    visitors.type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=1)
    assert axe_violations(page) == []
    assert Sheet.objects.get().entered_with == "link_of_table"


def test_revoked_link_explained(
    open_page: Callable[..., Page], live_server: Any, table: Table, axe_violations: Violations
) -> None:
    page, address = open_page("phone"), _of_table(live_server.url, table)
    links.link_revoke(link=table.links.get(), by=None)
    response = page.goto(address)
    assert response is not None
    assert response.status == 410
    expect(page.locator("main")).to_contain_text("revocato dall’organizzatore")
    expect(page.locator("form.sheet")).to_have_count(0)
    assert axe_violations(page) == []


def test_link_of_another_event_opens_its_own_table_only(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    other = make.tables_of(make.last_round(make.drawn_event()))[1]
    page = open_page("phone")
    page.goto(_of_table(live_server.url, other))
    expect(page.locator(".sheet__top")).to_contain_text(other.round.event.name)
    page.goto(f"{live_server.url}/arbitro/{table.round.event.slug}/1/1/")
    expect(page).to_have_url(f"{live_server.url}/accounts/login/?next=/arbitro/{table.round.event.slug}/1/1/")


@pytest.mark.parametrize(
    ("content", "words"),
    rows_in(2, [(b"\xff\xd8" + b"0" * 20 * 1024 * 1024, "12"), (b"Non sono una foto", "JPEG")]),
    ids=["20 MB", "no picture"],
)
def test_photo_refused_without_scripts(
    open_page: Callable[..., Page], live_server: Any, table: Table, tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "foto.jpg"
    file.write_bytes(content)
    page = open_page("phone", java_script_enabled=False)
    page.goto(_of_table(live_server.url, table))
    page.get_by_text(translated("Photo of the paper form")).click()
    page.locator("[name=photo]").set_input_files(file)
    page.get_by_role("button", name=translated("Save the photo")).click()
    expect(page.locator(".fo-toast--error")).to_contain_text(words)
    assert Photo.objects.count() == 0


def test_participant_page(
    open_page: Callable[..., Page], live_server: Any, table: Table, axe_violations: Violations
) -> None:
    seat = table.seats.select_related("entry__event").get(position=1)
    page = open_page("phone")
    page.goto(_of_player(live_server.url, seat.entry))
    expect(page.locator("#h-where")).to_be_visible()
    expect(page.locator(".phone__table-number")).to_contain_text("1")
    expect(page.locator(".fo-kingdom li")).to_have_count(10)
    assert axe_violations(page) == []
    page.get_by_role("button", name=translated("I need help at this table")).click()
    notice(page, "Done: someone is on the way to your table.")
    assert HelpCall.objects.get().caller == str(seat.entry)
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    page.reload()
    page.get_by_role("button", name=translated("These numbers are right")).click()
    notice(page, "You confirmed the sheet of your table.")
    assert SeatConfirmation.objects.get().seat == seat
    page.get_by_role("button", name=translated("I am leaving after this round")).click()
    page.locator("#fo-confirm [value=yes]").click()
    notice(page, "The desk knows that you leave. Your results stay.")
    assert LeaveWish.objects.get().entry == seat.entry
    assert axe_violations(page) == []
