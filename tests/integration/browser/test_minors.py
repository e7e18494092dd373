"""A parent enters a child by their own mail; a minor who enters alone has no public name (art. 1.6; art. 8 GDPR)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.entering import open_event
from tests.integration.browser import visitors
from tests.integration.browser.looking import FITS, Axe
from tests.integration.browser.visitors import button, heading, translated
from tournament.events.lifecycle import event_open_check_in
from tournament.models import Event
from tournament.records.refusals import GuardianNeeded

pytestmark = pytest.mark.django_db(transaction=True)


def _newest_link(address: str, kind: str, site: str) -> str:
    """Return the newest link of a kind ("i" of a request, "g" of an own page) that was mailed to an address."""
    found = [
        link[1]
        for message in mail.outbox
        if message.to == [address] and (link := re.search(rf"/{kind}/([\w-]{{22}})/", message.body))
    ]
    return f"{site}/{kind}/{found[-1]}/"


def _enter(page: Page, site: str, event: Event, age: str, **texts: str) -> None:
    """Fill in the form of an entry with a shown name, without photographs."""
    page.goto(f"{site}{event.get_absolute_url()}iscrizione/")
    for name, value in (("age", age), ("show_name", "yes"), ("photo_consent", "no")):
        page.locator(f"[name={name}][value={value}]").check()
    for name, text in texts.items():
        page.locator(f"[name={name}]").fill(text)
    button(page, "Enter the event").click()


@pytest.mark.soak(
    gate="tests/unit/tournament/web/public/test_entering.py::test_account_enters_a_child_by_the_guardians_mail"
)
def test_parent_enters_a_child_and_decides_about_the_name(
    open_page: Callable[..., Page], live_server: Any, settings: Any, axe_violations: Axe
) -> None:
    site = settings.FOSSATO_SITE_URL = live_server.url
    event = open_event()
    parent = open_page("phone")
    names = {"first_name": "Ivo", "last_name": "Sala"}
    _enter(parent, site, event, "child", **names, email="gina@example.org")
    # Without the parent's name the form comes back, with what was typed.
    expect(parent.locator("[role=alert]").first).to_be_visible()
    expect(parent.locator("[name=first_name]")).to_have_value("Ivo")
    assert axe_violations(parent) == []
    parent.locator("[name=guardian_name]").fill("Gina Sala")
    button(parent, "Enter the event").click()
    expect(heading(parent, "We have written to %(sent_to)s", sent_to="gina@example.org")).to_be_visible()
    parent.goto(_newest_link("gina@example.org", "i", site))
    words = "With this button you confirm that you are the parent or guardian, and that this mail address is yours."
    expect(parent.locator("main")).to_contain_text(translated(words))
    assert axe_violations(parent) == []
    button(parent, "Confirm the entry").click()
    expect(heading(parent, "For the check-in")).to_be_visible()
    assert parent.evaluate(FITS)
    anybody = open_page("phone")
    anybody.goto(f"{site}{event.get_absolute_url()}?parte=iscritti")
    expect(anybody.locator("main")).to_contain_text("Ivo Sala")
    button(parent, "Do not show my name in this event").click()
    anybody.reload()
    expect(anybody.locator("main")).not_to_contain_text("Ivo Sala")


@pytest.mark.soak(gate="tests/unit/tournament/entries/test_requests.py::test_minor_without_guardian_has_no_public_name")
def test_minor_who_enters_alone_has_no_public_name(
    open_page: Callable[..., Page], live_server: Any, settings: Any, axe_violations: Axe
) -> None:
    site = settings.FOSSATO_SITE_URL = live_server.url
    event = open_event()
    player = open_page("phone")
    _enter(player, site, event, "teen", first_name="Lia", last_name="Neri", email="lia@example.org")
    player.goto(_newest_link("lia@example.org", "i", site))
    expect(player.locator("main dl")).to_contain_text(translated("not shown"))
    button(player, "Confirm the entry").click()
    expect(heading(player, "For the check-in")).to_be_visible()
    # The page says how the name could be shown, and offers nothing that would be refused.
    expect(player.locator("main")).to_contain_text(translated(GuardianNeeded().message))
    expect(button(player, "Show my name in this event")).to_have_count(0)
    assert axe_violations(player) == []
    anybody = open_page("phone")
    anybody.goto(f"{site}{event.get_absolute_url()}?parte=iscritti")
    expect(anybody.locator("main")).not_to_contain_text("Lia")
    # The desk knows the name.
    event_open_check_in(event=event, by=None, early=True)
    organiser = make.make_user()
    make.grant(event, organiser)
    desk = open_page("desktop")
    visitors.sign_in_quickly(desk, site, organiser)
    desk.goto(f"{site}/organizza/{event.slug}/iscritti/")
    expect(desk.locator("main")).to_contain_text("Lia Neri")
