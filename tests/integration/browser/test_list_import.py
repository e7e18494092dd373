"""A list of another program in the browser: it is chosen, what it does not say is asked, and nobody in it is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.looking import FITS, Axe
from tests.integration.browser.visitors import button, heading
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

LISTS = Path(__file__).parents[2] / "data" / "lists"


def _desk(page: Page, site: str) -> Event:
    """Return an event at check-in, whose organiser has opened the page on which lists are imported."""
    organiser = make.make_user("circolo")
    event = make.check_in_event(players=0, organiser=make.make_organiser(organiser))
    make.grant(event, organiser)
    visitors.sign_in_quickly(page, site, organiser)
    page.goto(site + reverse("entries_import", args=[event.slug]))
    return event


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_entry_import.py::test_entries_import_is_previewed_and_then_entered"
)
def test_list_without_headings_is_asked_and_imported(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe
) -> None:
    desk = open_page("phone")
    event = _desk(desk, live_server.url)
    assert axe_violations(desk) == []
    desk.locator("[name=file]").set_input_files(LISTS / "no-headings.csv")
    button(desk, "Check the file").click()
    expect(heading(desk, "Which column is what?")).to_be_visible()
    assert axe_violations(desk) == []
    assert desk.evaluate(FITS)
    expect(desk.locator("[name=no_headings]")).to_be_checked()
    desk.locator("[name=column-3]").select_option("first_name")
    desk.locator("[name=column-4]").select_option("last_name")
    button(desk, "Go on").click()
    expect(heading(desk, "Row by row")).to_be_visible()
    assert axe_violations(desk) == []
    assert desk.evaluate(FITS)
    desk.locator("form:has([name=confirm]) button.btn-primary").click()
    expect(desk).to_have_url(live_server.url + reverse("entries", args=[event.slug]))
    names = [str(entry.person) for entry in event.entries.order_by("number")]
    assert names == ["Anna Bo", "Bruno De Castro", "Carla O'Neill", "Dario D'Alba"]


@pytest.mark.soak(
    gate="tests/unit/tournament/entries/test_importing.py::"
    "test_amb_25_known_card_is_the_person_and_a_known_name_is_asked"
)
def test_names_that_are_equal_are_asked_once(open_page: Callable[..., Page], live_server: Any) -> None:
    desk = open_page("phone")
    event = _desk(desk, live_server.url)
    content = "Nome;Cognome;Note\nNiccolò;D’Angelo;\nNiccolo';D' Angelo;vegetariano\n".encode()
    desk.locator("[name=file]").set_input_files({"name": "elenco.csv", "mimeType": "text/csv", "buffer": content})
    button(desk, "Check the file").click()
    button(desk, "Same name, same person").click()
    desk.locator("form:has([name=confirm]) button.btn-primary").click()
    expect(desk).to_have_url(live_server.url + reverse("entries", args=[event.slug]))
    assert [str(entry.person) for entry in event.entries.all()] == ["Niccolò D’Angelo"]
