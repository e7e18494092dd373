"""With JavaScript off: public pages are readable, and the sheet can be delivered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ranking.models import LedgerEntry
from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, link, translated
from tournament.models import Draw, EventRole, Seat, Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page("phone", java_script_enabled=False)


@pytest.mark.soak(
    gate="tests/integration/browser/test_no_javascript.py::test_sheet_delivered_and_confirmed_without_scripts"
)
def test_event_standings_and_draws_without_scripts(page: Page, live_server: Any) -> None:
    event = make.played_event()
    page.goto(f"{live_server.url}/eventi/")
    page.locator("main").get_by_role("link", name=event.name).first.click()
    assert page.url == f"{live_server.url}/eventi/{event.slug}/"
    expect(page.locator(".fo-tile")).to_have_count(3)
    expect(page.locator(".fo-kingdom > *")).to_have_count(10)
    rows = page.locator(".fo-round tbody tr:not(.fo-cut)")
    expect(rows).to_have_count(12)
    names = [str(row.entry.person) for row in make.last_round(event).standing_rows.order_by("position")]
    for row, name in zip(rows.all(), names, strict=True):
        expect(row).to_contain_text(name)
        expect(row).to_be_visible()
    expect(page.locator(".fo-round .fo-why").first).to_be_visible()

    page.locator("main summary", has_text=translated("Check the draws")).click()
    link(page, "All draws of this event").click()
    draw = Draw.objects.filter(event=event, purpose="tables").earliest("pk")
    page.locator(f"main a[href='/sorteggi/{draw.pk}/']").click()
    main = page.locator("main")
    for words in (draw.seed, draw.commitment, make.WORD):
        expect(main).to_contain_text(words)
    expect(page.locator("[data-draw-verdict]")).to_have_text(
        translated(
            "To draw again here the browser needs JavaScript. The seed, the word and the inputs are below: "
            "any computer gives the same outcome."
        )
    )
    page.get_by_role("link", name=translated("The record as JSON")).click()
    assert f'"seed": "{draw.seed}"' in page.content()


def test_clock_without_scripts(page: Page, live_server: Any) -> None:
    event = make.drawn_event(start=False)
    page.goto(f"{live_server.url}/eventi/{event.slug}/")
    expect(page.locator(".fo-clock__time")).to_have_text("45:00")
    expect(page.locator("main")).to_contain_text(translated("The referee has not started the clock yet."))


@pytest.mark.soak(
    gate="tests/integration/browser/test_no_javascript.py::test_sheet_delivered_and_confirmed_without_scripts"
)
def test_ranking_filtered_without_scripts(page: Page, live_server: Any) -> None:
    event = reporting.homologated_event()
    winner = LedgerEntry.objects.select_related("person").get(event=event, place=1)
    page.goto(f"{live_server.url}/ranking/{event.season.slug}/")
    rows = page.locator("main tbody tr:not(.fo-cut)")
    expect(rows).to_have_count(12)
    expect(rows.first).to_contain_text(str(winner.person))
    expect(rows.first.locator(".key")).to_have_text("10")
    page.locator("main [name=q]").fill(winner.person.last_name)
    button(page, "Show").click()
    expect(rows).to_have_count(1)
    rows.first.get_by_role("link").first.click()
    panel = page.locator("#scheda")
    expect(panel).to_be_visible()
    link(page, "Open the profile").click()
    assert page.url == f"{live_server.url}/giocatori/{winner.person_id}/"
    expect(page.locator("h1")).to_have_text(str(winner.person))


def test_sheet_delivered_and_confirmed_without_scripts(page: Page, live_server: Any) -> None:
    event = make.drawn_event()
    (table, *_other_tables) = make.tables_of(make.last_round(event))
    referee = make.make_user()
    make.grant(event, referee, EventRole.Role.REFEREE)
    visitors.sign_in_quickly(page, live_server.url, referee)
    page.goto(f"{live_server.url}/arbitro/{event.slug}/1/{table.number}/")
    visitors.count_five_numbers(page)
    visitors.type_sheet(page, make.simple_sheet(table), typed=4)
    button(page, "Deliver the sheet").click()
    button(page, "Confirm the table").click()
    assert Sheet.objects.get(table=table).state == "confirmed"
    assert list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True)) == [1, 2, 3, 4]
