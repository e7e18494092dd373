"""The four main tasks by keyboard only, in both languages: organiser, referee, National Referent, player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from ranking.models import LedgerEntry
from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.keys import Keys
from tests.integration.browser.test_referee import COUNTED, FIELDS, KINGDOM, PLACES, RIGHT, WRONG
from tests.integration.browser.visitors import heading, notice, translated
from tournament.access import links
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Entry, Event, LeaveWish, Person, Round, Seat, Sheet, Table

pytestmark = pytest.mark.django_db(transaction=True)

LOCALES = {"it": "it-IT", "en": "en-GB"}


@pytest.fixture(params=["it", pytest.param("en", marks=pytest.mark.soak)])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the task in Italian and in English."""
    with visitors.speaking(request.param):
        yield request.param


@pytest.fixture
def page(open_page: Callable[..., Page], language: str) -> Page:
    return open_page("desktop", locale=LOCALES[language])


@pytest.fixture
def keys(page: Page) -> Keys:
    return Keys(page)


def _desk_event(user: Any) -> Event:
    """Create a draft run by a user."""
    today = timezone.localdate()
    season = make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    event = make.make_event(organiser=make.make_organiser(user), season=season, first_day=today, last_day=today)
    make.grant(event, user)
    return event


def _spoken(page: Page, language: str) -> None:
    assert page.get_attribute("html", "lang") == language


@pytest.mark.soak(gate="tests/integration/browser/test_keyboard_jobs.py::test_keyboard_referee")
def test_keyboard_organiser(page: Page, keys: Keys, live_server: Any, language: str) -> None:
    """Announces, checks in, draws, starts the clock, closes the round, and at the end submits the report."""
    user = make.make_user()
    event = _desk_event(user)
    visitors.sign_in_quickly(page, live_server.url, user)
    page.goto(f"{live_server.url}/organizza/{event.slug}/")
    _spoken(page, language)
    keys.skip()
    keys.follow("Announce the event")
    keys.write("announcement_url", "https://forum.example/avviso/7")
    keys.press("Announce")
    notice(page, "Announced. The National Referent has it among the events to authorise.")
    lifecycle.event_authorise(event=Event.objects.get(pk=event.pk), by=None, at=make.in_time(event))
    for person in make.make_people(12):
        entries.entry_add(event=event, person=person, by=None)
    page.reload()
    keys.press("Open the check-in")
    expect(page.locator("#entries .fo-marks > li")).to_have_count(12)

    _check_in(page, keys, event)
    page.goto(f"{live_server.url}/organizza/{event.slug}/")
    keys.follow("Draw round 1")
    keys.write("word", "carciofo")
    keys.press("Draw round %(number)s", number=1)
    expect(visitors.button(page, "Start the clock")).to_be_visible()
    keys.press("Start the clock")
    # The clock is on the page before it runs; the button is not on the page that answers.
    expect(visitors.button(page, "Start the clock")).to_have_count(0)
    expect(page.locator("[role=timer]")).to_be_visible()
    for table in make.tables_of(make.last_round(event)):
        make.report(table)
    page.reload()
    keys.follow("Close %(round)s", round=translated("round %(number)s", "after a verb", number=1))
    _close(page, keys)
    assert event.round_set.get(number=1).state == Round.State.CLOSED
    _report(page, keys, event, live_server.url)


def _check_in(page: Page, keys: Keys, event: Event) -> None:
    """Check in three by keyboard, the others concurrently at another desk. The focus stays on the changed row."""
    rows = page.locator("#entries .fo-marks > li")
    for nth in range(3):
        keys.to(rows.nth(nth).locator(".fo-mark").get_attribute("aria-label") or "")
        page.keyboard.press("Enter")
        expect(rows.nth(nth).locator(".fo-mark[aria-pressed=true]")).to_have_count(1)
        expect(rows.nth(nth).get_by_role("button").first).to_be_focused()
        keys.settled()
    page.keyboard.press("Enter")
    expect(rows.nth(2).locator(".fo-mark[aria-pressed=true]")).to_have_count(0)
    expect(rows.nth(2).get_by_role("button").first).to_be_focused()
    for entry in Entry.objects.filter(event=event, state=Entry.State.REGISTERED):
        entries.entry_check_in(entry=entry, by=None)


def _close(page: Page, keys: Keys) -> None:
    """Close round 1 and draw round 2 with one press."""
    keys.write("word", "girasole")
    keys.press("Close and draw round %(number)s", number=2)
    expect(heading(page, "Now: everybody to the tables")).to_be_visible()


def _report(page: Page, keys: Keys, event: Event, site: str) -> None:
    """Play the rest of the day by the services and submit the report as the organiser."""
    make.play_round(event)
    make.next_round(event)
    make.play_round(event)
    page.goto(f"{site}/organizza/{event.slug}/")
    keys.press("Conclude the event")
    notice(page, "The event is concluded. The report is due within seven days (art. 1.2).")
    keys.follow("Send the report")
    picture = BytesIO()
    Image.new("RGB", (64, 48), "teal").save(picture, "JPEG")
    keys.to(name="file")
    page.locator("[name=file]:focus").set_input_files(
        {"name": "sala.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    )
    keys.write("caption", "La sala")
    keys.press("Add the photo")
    notice(page, "The photo is saved, without the place where it was taken.")
    keys.write("url", "https://forum.example/resoconto/7")
    keys.press("Save the address")
    expect(heading(page, "Complete: send it")).to_be_visible()
    keys.press("Send the report")
    notice(page, "The report is sent to the National Referent.")
    assert Event.objects.get(pk=event.pk).state == Event.State.REPORTED


def _table_of_money() -> Table:
    """Return the last table of a round with a manually recorded kingdom."""
    event = make.check_in_event()
    by_hand = {"drawn": sorted(KINGDOM, key=lambda card: card != "moat"), "rejected": []}
    make.opened(make.draw_round(event, kingdom_by_hand=by_hand))
    return make.tables_of(make.last_round(event))[-1]


def test_keyboard_referee(page: Page, keys: Keys, live_server: Any, language: str) -> None:
    """From the link on the paper form to a confirmed table, with a wrong number corrected by the button beside it."""
    table = _table_of_money()
    table_links = links.table_links_make(round=table.round, by=None)
    link = next(table_link for table_link in table_links if table_link.table_id == table.pk)
    page.goto(f"{live_server.url}/t/{links.link_token(link)}/")
    _spoken(page, language)
    keys.skip()
    for seat, numbers in enumerate(COUNTED):
        _open_seat(page, keys, table, seat)
        for name, number in zip(FIELDS, numbers, strict=True):
            keys.write(f"s{seat}_{name}", str(WRONG if (seat, name) == (1, "points") else number))
        if seat == 1:
            _mend(page, keys)
    keys.choose("end", "provinces")
    keys.choose("ended_by", "3")
    expect(page.locator("#deliver")).to_have_text(translated("Deliver and confirm"))
    keys.press("Deliver and confirm")
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True)) == PLACES
    assert Sheet.objects.get().data["seats"][1]["points"] == RIGHT


def _open_seat(page: Page, keys: Keys, table: Table, seat: int) -> None:
    details = page.locator("details.sheet__details").nth(seat)
    if details.get_attribute("open") is None:
        keys.to(inside=str(table.seats.get(position=seat + 1).entry))
        page.keyboard.press("Enter")
        expect(details).to_have_attribute("open", "")


def _mend(page: Page, keys: Keys) -> None:
    """D2, art. 2.3: the button beside the finding writes the right number and moves the focus to the field."""
    finding = page.locator("#findings-1 .fo-finding")
    expect(finding.get_by_role("button", name=translated("Write %(number)s", number=RIGHT))).to_have_count(1)
    keys.press("Write %(number)s", number=RIGHT)
    points = page.locator("[name=s1_points]")
    expect(points).to_have_value(str(RIGHT))
    expect(page.locator(".fo-finding")).to_have_count(0)
    expect(points).to_be_focused()


@pytest.mark.soak(gate="tests/integration/browser/test_keyboard_jobs.py::test_keyboard_referee")
def test_keyboard_national_referent(page: Page, keys: Keys, live_server: Any, language: str) -> None:
    """Authorises an event, homologates another, and reads the resulting Ranking."""
    season = make.make_season()
    club = make.make_organiser()
    announced = make.announced_event(name="Torneo nuovo", organiser=club, **make.upcoming())
    reported = reporting.reported_event(name="Torneo giocato", season=season, organiser=club)
    visitors.sign_in_quickly(page, live_server.url, make.make_user(referent=True))
    page.goto(f"{live_server.url}/")
    _spoken(page, language)
    keys.follow("Your work")
    expect(page.locator("h1")).to_be_visible()
    keys.skip()
    keys.press("Authorise")
    notice(page, "%(event)s is authorised.", event=announced.name)
    assert Event.objects.get(pk=announced.pk).state == Event.State.AUTHORISED

    keys.follow("Look and decide")
    expect(page.locator("[name=reason]")).to_be_visible()
    keys.write("reason", "Tutto in ordine")
    keys.press("Ratify")
    notice(page, "Ratified: the results count in the Ranking.")
    assert LedgerEntry.objects.filter(event=reported).exists()

    # The Ranking opens on the season of today, that of the new event; the game was played in another one.
    page.goto(f"{live_server.url}/")
    keys.follow("Ranking")
    keys.to(season.name)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{live_server.url}/ranking/{season.slug}/")
    expect(page.locator("tbody tr").first).to_be_visible()
    keys.skip()
    winner = str(reported.final_places.get(place=1).entry.person)
    keys.to(winner)
    page.keyboard.press("Enter")
    expect(page.locator("#scheda")).to_be_visible()
    keys.follow("Open the profile")
    expect(page.locator("h1")).to_have_text(winner)


@pytest.mark.soak(gate="tests/integration/browser/test_keyboard_jobs.py::test_keyboard_referee")
def test_keyboard_player(page: Page, keys: Keys, live_server: Any, language: str) -> None:
    """Opens the private page, gives consent, requests to leave after this round, and cancels the request."""
    event = make.drawn_event()
    seat = make.tables_of(make.last_round(event))[0].seats.select_related("entry__person").get(position=1)
    Person.objects.filter(pk=seat.entry.person_id).update(consent=False)
    participant_links = links.participant_links_make(event=event, by=None)
    link = next(
        participant_link for participant_link in participant_links if participant_link.entry_id == seat.entry_id
    )
    page.goto(f"{live_server.url}/g/{links.link_token(link)}/")
    _spoken(page, language)
    keys.skip()
    expect(page.locator(".phone__table-number")).to_contain_text("1")
    keys.press("Show my name in this event")
    expect(page.get_by_role("button", name=translated("Do not show my name in this event"))).to_be_visible()
    assert Entry.objects.get(pk=seat.entry_id).shows_name

    keys.press("I am leaving after this round")
    keys.answer(yes=False)
    expect(page.get_by_role("button", name=translated("I am leaving after this round"))).to_be_focused()
    assert not LeaveWish.objects.exists()
    page.keyboard.press("Enter")
    keys.answer()
    notice(page, "The desk knows that you leave. Your results stay.")
    assert LeaveWish.objects.get().entry == seat.entry
    keys.press("I stay after all")
    expect(page.get_by_role("button", name=translated("I am leaving after this round"))).to_be_visible()
    assert not LeaveWish.objects.exists()
