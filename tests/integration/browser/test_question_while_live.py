"""A confirmation is open while the live refresh replaces the fragment it was opened from: the answer is still valid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser.visitors import notice, translated
from tournament.access import links
from tournament.models import Consent, LeaveWish, Person
from tournament.records.consents import consent_set

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(open_page: Callable[..., Page], live_server: Any) -> Page:
    """Open a participant's page with the question whether they leave, opened before the fragment was replaced."""
    event = make.drawn_event()
    link = links.participant_links_make(event=event, by=None)[0]
    page = open_page("phone")
    page.goto(f"{live_server.url}/g/{links.link_token(link)}/")
    page.get_by_role("button", name=translated("I am leaving after this round")).click()
    expect(page.locator("#fo-confirm")).to_be_visible()
    part = page.locator("#day")
    before = part.get_attribute("data-version")
    person = Person.objects.get(entries=link.entry_id)
    consent_set(person=person, consent=not person.consent, source=Consent.Source.ACCOUNT, by=None)
    # A phone's event when it is back online: the page requests updates at once.
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(part).not_to_have_attribute("data-version", before or "")
    return page


def test_question_answered_yes_after_refresh(page: Page) -> None:
    page.locator("#fo-confirm [value=yes]").click()
    notice(page, "The desk knows that you leave. Your results stay.")
    assert LeaveWish.objects.count() == 1


@pytest.mark.soak(
    gate="tests/integration/browser/test_question_while_live.py::test_question_answered_yes_after_refresh"
)
def test_question_answered_no_focuses_new_button(page: Page) -> None:
    page.locator("#fo-confirm [value=no]").click()
    expect(page.get_by_role("button", name=translated("I am leaving after this round"))).to_be_focused()
    assert not LeaveWish.objects.exists()
