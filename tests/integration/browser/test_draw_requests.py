"""A single organiser with eight players: the day by clicks, and a draw undone with two players' phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, heading, link, notice, translated
from tournament.access import links
from tournament.models import DrawRequest, Entry, Event, Round
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db(transaction=True)

Violations = Callable[[Page], list[str]]


def _phone(open_page: Callable[..., Page], site: str, entry: Entry) -> Page:
    token = links.link_token(links.participant_link_renew(entry=entry, by=None))
    page = open_page("phone")
    page.goto(f"{site}/g/{token}/")
    return page


def _without_points(page: Page, desk: str) -> None:
    """AMB-13: the option is on the desk, in the panel of the next step."""
    page.goto(desk)
    expect(page.locator("#desk-now")).to_contain_text(translated("Everybody entered is present."))
    link(page, "Play it without points").click()
    page.locator("[name=reason]").fill("Siamo in otto")
    button(page, "Yes, do it").click()
    expect(page.locator("#desk-now .btn-primary")).to_have_text(translated("Draw round 1"))


def _draw(page: Page) -> None:
    page.locator("#desk-now .btn-primary").click()
    expect(page.locator("[name=word]")).to_have_attribute("required", "")
    page.locator("[name=word]").fill("carciofo")
    page.locator("main form.fo-panel button.btn-quiet:not([name])").click()
    expect(button(page, "Start the clock")).to_be_visible()


@pytest.mark.soak
def test_single_organiser_with_eight_players(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Violations
) -> None:
    event, user = make.check_in_event(players=8, **make.around_today()), make.make_user()
    make.grant(event, user)
    site, page = live_server.url, open_page()
    desk = f"{site}/organizza/{event.slug}/"
    visitors.sign_in_quickly(page, site, user)
    _without_points(page, desk)
    assert axe_violations(page) == []
    _draw(page)

    link(page, "Round desk").click()
    link(page, "Undo the draw").click()
    page.locator("[name=reason]").fill("È arrivato un altro")
    button(page, "Yes, do it").click()
    expect(heading(page, "Undo the draw of round %(number)s", number=1)).to_be_visible()
    assert axe_violations(page) == []
    first_entry, two = event.entries.select_related("event", "person").order_by("number")[:2]
    for entry in (first_entry, two):
        assert Round.objects.filter(event=event).count() == 1
        phone = _phone(open_page, site, entry)
        expect(phone.locator("#day")).to_contain_text("È arrivato un altro")
        assert axe_violations(phone) == []
        button(phone, "I agree to it").click()
        notice(phone, "You agreed, and it is on record.")
    assert DrawRequest.objects.get(event=event).done_at is not None
    assert not Round.objects.filter(event=event).exists()
    page.goto(f"{site}/eventi/{event.slug}/sorteggi/")
    expect(page.locator("main")).to_contain_text("È arrivato un altro")

    page.goto(desk)
    _draw(page)
    page.goto(desk)
    button(page, "Start the clock").click()
    expect(page).to_have_url(desk)
    expect(page.locator("#h-now")).to_contain_text(
        translated("Wait while %(round)s is played", round="il 1º turno")[1:]
    )
    make.play_round(event, close=False)
    page.goto(desk)
    page.locator("#desk-now .btn-primary").click()
    page.locator("[name=word]").fill("lanterna")
    button(page, "Close and draw %(following)s by the word alone", following="il 2º turno").click()
    expect(button(page, "Start the clock")).to_be_visible()
    make.play_round(event)
    page.goto(desk)
    expect(page.locator("#desk-standings tbody tr").first).to_be_visible()
    make.next_round(event)
    make.play_round(event)
    page.goto(desk)
    winner = make.tables_of(make.last_round(event))[0].seats.get(place=1).entry.person
    expect(page.locator("#h-winner")).to_have_text(translated("The winner is %(winner)s", winner=winner))
    assert axe_violations(page) == []
    button(page, "Conclude the event").click()
    assert Event.objects.get(pk=event.pk).state == Event.State.CONCLUDED


def test_delivered_sheet_is_next_step_while_clock_runs(open_page: Callable[..., Page], live_server: Any) -> None:
    event, user = make.drawn_event(**make.around_today()), make.make_user()
    make.grant(event, user)
    page = open_page("phone")
    visitors.sign_in_quickly(page, live_server.url, user)
    page.goto(f"{live_server.url}/organizza/{event.slug}/")
    expect(page.locator("#desk-now .btn-primary")).to_have_count(0)
    table = make.tables_of(make.last_round(event))[1]
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    page.reload()
    words = translated("Confirm the sheet of table %(table)s", table=2)
    expect(page.locator("#desk-now .btn-primary")).to_have_text(words)
