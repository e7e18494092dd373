"""A late entry with a name of the national list: the desk answers by a button whether it is the same person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.looking import FITS, Axe
from tests.integration.browser.visitors import button, heading, translated
from tournament.entries import services as entries
from tournament.models import Entry, Event, Person

pytestmark = pytest.mark.django_db(transaction=True)


def _comes_in(page: Page, site: str, event: Event, **names: str) -> None:
    """Enter a person by name on the day of the event."""
    page.goto(site + reverse("entries", args=[event.slug]))
    page.locator("summary", has_text=translated("At the door")).click()
    form = page.locator(f"form[action='{reverse('walk_in', args=[event.slug])}']")
    for name, text in names.items():
        form.locator(f"[name={name}]").fill(text)
    button(page, "Add and check in").click()


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_same_person.py::test_walk_in_with_a_known_name_asks_before_writing"
)
def test_desk_answers_whether_it_is_the_same_person(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe
) -> None:
    site, organiser = live_server.url, make.make_user("circolo")
    event = make.check_in_event(players=3, organiser=make.make_organiser(organiser))
    make.grant(event, organiser)
    before = make.authorised_event(organiser=event.organiser, season=event.season)
    known = make.make_person(first_name="Ada", last_name="Riva", city="Pisa")
    entries.entry_add(event=before, person=known, by=None)
    card = make.make_person(first_name="Ugo", last_name="Sala", card_number="RM-17")
    desk = open_page("phone")
    visitors.sign_in_quickly(desk, site, organiser)

    _comes_in(desk, site, event, first_name="Ada", last_name="Riva")
    expect(heading(desk, "Is it the same %(name)s?", name="Ada Riva")).to_be_visible()
    assert axe_violations(desk) == []
    assert desk.evaluate(FITS)
    button(desk, "It is the same person").click()
    expect(desk).to_have_url(site + reverse("entries", args=[event.slug]))
    assert event.entries.get(person=known).state == Entry.State.CHECKED_IN

    _comes_in(desk, site, event, first_name="Ada", last_name="Riva")
    button(desk, "Another person").click()
    expect(desk).to_have_url(site + reverse("entries", args=[event.slug]))
    assert Person.objects.filter(first_name="Ada", last_name="Riva").count() == 2

    # Of another club only the number of the card proves it; a wrong one is said beside its field.
    _comes_in(desk, site, event, first_name="Ugo", last_name="Sala")
    desk.locator("[name=proof]").fill("RM-71")
    button(desk, "It is the same person").click()
    expect(desk.locator("main [role=alert]")).to_be_visible()
    desk.locator("[name=proof]").fill("rm-17")
    button(desk, "It is the same person").click()
    expect(desk).to_have_url(site + reverse("entries", args=[event.slug]))
    assert event.entries.get(person=card).state == Entry.State.CHECKED_IN
