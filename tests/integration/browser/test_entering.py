"""A full event: twelve enter, two wait, one withdraws, the first of the list takes the place and is checked in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.entering import enter, open_event
from tests.integration.browser import visitors
from tests.integration.browser.keys import Keys
from tests.integration.browser.visitors import button, heading
from tournament.events.lifecycle import event_open_check_in
from tournament.models import Entry, EntryRequest, Event

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = 12


def _mailed(address: str, kind: str, site: str) -> str:
    """Return the newest link of a kind ("i" of a request, "g" of an own page) that was mailed to an address."""
    tokens = [
        link[1]
        for message in mail.outbox
        if message.to == [address] and (link := re.search(rf"/{kind}/([\w-]{{22}})/", message.body))
    ]
    return f"{site}/{kind}/{tokens[-1]}/"


def _choose(page: Page) -> None:
    """Answer the questions that have no answer beforehand."""
    for name, value in (("age", "adult"), ("show_name", "yes"), ("photo_consent", "no")):
        page.locator(f"[name={name}][value={value}]").check()


def _enter_without_account(page: Page, site: str, event: Event, first_name: str, address: str) -> None:
    """Fill in the form as a visitor and confirm by the mailed link."""
    page.goto(f"{site}{event.get_absolute_url()}iscrizione/")
    _choose(page)
    for name, text in (("first_name", first_name), ("last_name", "Riva"), ("email", address)):
        page.locator(f"[name={name}]").fill(text)
    page.locator("main form button.btn-primary").click()
    expect(heading(page, "We have written to %(sent_to)s", sent_to=address)).to_be_visible()
    page.goto(_mailed(address, "i", site))
    button(page, "Confirm the entry").click()


def test_visitor_enters_and_confirms_by_keyboard(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    """From the event's page to the entry: every stop is visible, in order and shows the focus."""
    settings.FOSSATO_SITE_URL = live_server.url
    event = open_event()
    page = open_page("desktop")
    keys = Keys(page)
    page.goto(f"{live_server.url}{event.get_absolute_url()}")
    keys.follow("Enter", context="an event")
    keys.choose("age", "adult")
    for name, text in (("first_name", "Ada"), ("last_name", "Riva"), ("email", "ada@example.org")):
        keys.write(name, text)
    keys.choose("show_name", "yes")
    keys.choose("photo_consent", "no")
    keys.press("Enter the event")
    expect(heading(page, "We have written to %(sent_to)s", sent_to="ada@example.org")).to_be_visible()
    page.goto(_mailed("ada@example.org", "i", live_server.url))
    keys.press("Confirm the entry")
    expect(heading(page, "For the check-in")).to_be_visible()
    assert event.entries.count() == 1


@pytest.mark.soak(
    gate="tests/integration/concurrency/test_entering.py::test_last_place_is_given_once_and_the_others_wait"
)
def test_twelve_enter_two_wait_and_the_first_takes_the_place_of_who_withdraws(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    site = live_server.url
    settings.FOSSATO_SITE_URL = site
    event = open_event(capacity=PLACES)
    for number in range(PLACES - 2):
        enter(event, number)
    member = make.make_user(first_name="Ivo", last_name="Sala")
    EmailAddress.objects.create(user=member, email=member.email, primary=True, verified=True)

    with_account = open_page("desktop")
    visitors.sign_in_quickly(with_account, site, member)
    with_account.goto(f"{site}{event.get_absolute_url()}iscrizione/")
    _choose(with_account)
    with_account.locator("main form button.btn-primary").click()
    expect(button(with_account, "Withdraw from the event")).to_be_visible()
    visitor = open_page("phone")
    _enter_without_account(visitor, site, event, "Ada", "ada@example.org")
    expect(heading(visitor, "For the check-in")).to_be_visible()
    assert event.entries.count() == PLACES

    waiting = open_page("phone")
    _enter_without_account(waiting, site, event, "Eva", "eva@example.org")
    expect(waiting.locator("main")).to_contain_text("1º")
    enter(event, 99)
    assert event.entry_requests.filter(state=EntryRequest.State.WAITING).count() == 2

    visitor.goto(_mailed("ada@example.org", "g", site))
    button(visitor, "Withdraw from the event").click()
    visitor.locator("dialog[open] .btn-danger, form .btn-danger").first.click()
    expect(visitor).to_have_url(f"{site}{event.get_absolute_url()}")
    waiting.goto(_mailed("eva@example.org", "i", site))
    button(waiting, "I take the place").click()
    expect(heading(waiting, "For the check-in")).to_be_visible()
    assert event.entry_requests.get(last_name="Conti 99").state == EntryRequest.State.WAITING

    event_open_check_in(event=event, by=None, early=True)
    organiser = make.make_user()
    make.grant(event, organiser)
    desk = open_page("desktop")
    visitors.sign_in_quickly(desk, site, organiser)
    desk.goto(f"{site}/organizza/{event.slug}/presenze/")
    desk.locator("#code").fill(_mailed("eva@example.org", "g", site))
    desk.locator("#code").press("Enter")
    expect(desk.locator("#said .check-in__name")).to_have_text("Eva Riva")
    assert Entry.objects.get(event=event, person__first_name="Eva").state == Entry.State.CHECKED_IN
