"""The organiser plays an event of 13 players at the desk, from its draft to the report, and every click is counted.

Only buttons, links and fields that a person sees are used, no addresses. The sheets come in without the organiser.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import HOUR, PLACE, back_link, button, heading, link, translated
from tournament.entries.services import entry_add
from tournament.events import lifecycle
from tournament.models import Event, Round

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Torneo del Fossato"
PLAYERS = 13
#: Most clicks, beside those on sheets.
MOST_CLICKS = 45


class Hand:
    """The organiser's hand: it clicks what is visible, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, target: Locator) -> None:
        expect(target).to_have_count(1)
        target.click()
        self.clicks += 1

    def write(self, field: str, text: str) -> None:
        """Click a field and type."""
        self.click(self.page.locator(f"[name={field}]"))
        self.page.keyboard.type(text)


def _round(hand: Hand, event: Event, number: int) -> None:
    """Start the clock, wait for the sheets, close the round and draw what follows with one word."""
    page = hand.page
    hand.click(button(page, "Start the clock"))
    expect(page.locator("[role=timer]")).to_be_visible()
    round_ = make.last_round(event)
    assert (round_.number, round_.state) == (number, Round.State.RUNNING)
    for table in make.tables_of(round_):
        make.report(table)
    page.reload()
    close = page.locator("#desk-now .btn-primary")
    expect(close).to_have_attribute("href", f"/organizza/{event.slug}/turni/{number}/chiudi/")
    hand.click(close)
    if not round_.is_final:
        hand.write("word", "girasole")
    hand.click(page.locator("#close-press"))
    expect(page.locator("h1")).to_have_text(
        event.name if round_.is_final else translated("Now: everybody to the tables")
    )
    assert Round.objects.get(pk=round_.pk).state == Round.State.CLOSED


def _announced(hand: Hand) -> Event:
    """Create the event and announce it; the National Referent authorises it elsewhere."""
    page, today = hand.page, timezone.localdate().isoformat()
    hand.click(link(page, "New event"))
    hand.write("name", NAME)
    for field, text in {"first_day": today, "starts_at": HOUR}.items():
        # Days and times are typed into the field's own boxes; the test fills each in one step.
        hand.click(page.locator(f"[name={field}]"))
        page.locator(f"[name={field}]").fill(text)
    hand.write("place", PLACE)
    hand.click(button(page, "Create the event"))
    hand.write("announcement_url", "https://forum.example/avviso/7")
    hand.click(button(page, "Announce"))
    expect(page.locator("main")).to_contain_text(translated("Waiting for the National Referent."))
    return lifecycle.event_authorise(event=Event.objects.get(name=NAME), by=None)


def _checked_in(hand: Hand, event: Event) -> None:
    """Mark all as present in one act, and enter one more without an entry."""
    page = hand.page
    hand.click(button(page, "Open the check-in"))
    hand.click(page.locator("main summary", has_text=translated("More", "options")).last)
    hand.click(button(page, "Everybody is present"))
    expect(page.locator("#entries .fo-mark[aria-pressed=true]")).to_have_count(PLAYERS - 1)
    hand.click(page.locator("summary", has_text=translated("At the door")))
    hand.write("first_name", "Zita")
    hand.write("last_name", "Porta")
    hand.click(page.locator("[name=consent]"))
    hand.click(button(page, "Add and check in"))
    expect(page.locator("#entries .fo-mark[aria-pressed=true]")).to_have_count(PLAYERS)
    hand.click(back_link(page))


def _reported(hand: Hand) -> None:
    """Send the report with a photograph and the address on the Forum."""
    page = hand.page
    hand.click(link(page, "Send the report"))
    expect(heading(page, "Still missing")).to_be_visible()
    picture = BytesIO()
    Image.new("RGB", (64, 48), "teal").save(picture, "JPEG")
    with page.expect_file_chooser() as chooser:
        hand.click(page.locator("[name=file]"))
    chooser.value.set_files({"name": "sala.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()})
    hand.write("caption", "La sala")
    hand.click(button(page, "Add the photo"))
    hand.write("url", "https://forum.example/resoconto/7")
    hand.click(button(page, "Save the address"))
    hand.click(button(page, "Send the report"))
    visitors.notice(page, "The report is sent to the National Referent.")


@pytest.mark.soak(gate="tests/integration/browser/test_organiser.py::test_event_from_draft_to_ranking")
def test_event_of_thirteen_players_takes_few_clicks(open_page: Callable[..., Page], live_server: Any) -> None:
    user, today = make.make_user("circolo"), timezone.localdate()
    make.make_organiser(user)
    make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    page = open_page("desktop")
    hand = Hand(page)
    visitors.sign_in(page, live_server.url, user, "/organizza/")
    event = _announced(hand)
    for person in make.make_people(PLAYERS - 1):
        entry_add(event=event, person=person, by=None)
    page.reload()

    _checked_in(hand, event)
    hand.click(link(page, "Draw round 1"))
    hand.write("word", "carciofo")
    hand.click(button(page, "Draw round %(number)s", number=1))
    for number in (1, 2, 3):
        _round(hand, event, number)
    expect(page.locator("#desk-winner")).to_be_visible()
    hand.click(button(page, "Conclude the event"))
    _reported(hand)
    assert Event.objects.get(pk=event.pk).state == Event.State.REPORTED
    assert hand.clicks <= MOST_CLICKS
