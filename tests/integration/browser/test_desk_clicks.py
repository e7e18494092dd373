"""The organiser runs an event of 13 players alone, from the new event to the report; clicks and fields are counted.

Only buttons, links and fields that a person sees are used, no addresses. A field that is typed into counts as a field,
everything else that is pressed as a click; the numbers of sheets (points and turns, at most two a seat, and what equals
count) and the ten cards are counted apart. The other sheets come in from the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import HOUR, PLACE, button, heading, link, translated
from tests.relays import beacon, published
from tournament.access import links
from tournament.events import lifecycle
from tournament.models import Entry, Event, Seat, Sheet, Table

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Torneo del Fossato"
PLAYERS = 13
#: Most clicks and typed fields of an afternoon.
MOST_CLICKS, MOST_FIELDS = 40, 12
#: Ten cards as they were turned over: no Attack, so the Moat rule asks for nothing.
CARDS = "Taglialegna, Cancelliere, Giardini, Fucina, Miglioria, Usuraio, Banchetto, Mercato, Laboratorio, Villaggio"


class Hand:
    """The organiser's hand: it presses and types only what is visible, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.fields = 0

    def click(self, target: Locator) -> None:
        expect(target).to_have_count(1)
        target.click()
        self.clicks += 1

    def write(self, field: str, text: str) -> None:
        """Type into the visible field with this name."""
        target = self.page.locator(f"[name={field}]:visible")
        expect(target).to_have_count(1)
        target.fill(text)
        self.fields += 1

    def draw(self, press: Locator, settings: Any) -> None:
        """Press, and wait until the beacon's number has drawn."""
        with beacon(settings, published):
            self.click(press)
            expect(heading(self.page, "Now: everybody to the tables")).to_be_visible(timeout=30_000)


def _announced(hand: Hand) -> Event:
    """Create the event and announce it; the National Referent authorises it elsewhere."""
    page = hand.page
    hand.click(link(page, "New event"))
    facts = {"name": NAME, "first_day": timezone.localdate().isoformat(), "starts_at": HOUR, "place": PLACE}
    for field, text in facts.items():
        hand.write(field, text)
    hand.click(button(page, "Create the event"))
    hand.write("announcement_url", "https://forum.example/avviso/7")
    hand.click(button(page, "Announce"))
    expect(page.locator("main")).to_contain_text(translated("Waiting for the National Referent."))
    return lifecycle.event_authorise(event=Event.objects.get(name=NAME), by=None)


def _entered(hand: Hand, event: Event) -> None:
    """Enter thirteen names from a list, and mark all as present in one act."""
    page, more = hand.page, translated("More", "options")
    hand.click(button(page, "Open the check-in"))
    hand.click(page.locator("main summary", has_text=more).last)
    hand.click(link(page, "Import a list"))
    names = "\n".join(["Nome;Cognome", *(f"{person.first_name};{person.last_name}" for person in _people())])
    with page.expect_file_chooser() as chooser:
        hand.click(page.locator("[name=file]"))
    chooser.value.set_files({"name": "iscritti.csv", "mimeType": "text/csv", "buffer": names.encode()})
    hand.click(button(page, "Check the file"))
    hand.click(page.locator("form:has([name=confirm]) button.btn-primary"))
    expect(page.locator("#entries .fo-mark")).to_have_count(PLAYERS)
    hand.click(page.locator("main summary", has_text=more).last)
    hand.click(button(page, "Everybody is present"))
    expect(page.locator("#entries .fo-mark[aria-pressed=true]")).to_have_count(PLAYERS)
    hand.click(link(page, "Go to the draw"))
    expect(heading(page, "Now: draw round %(number)s", number=1)).to_be_visible()
    assert event.entries.count() == PLAYERS


def _people() -> list[Any]:
    """Return thirteen people who are not stored."""
    return [make.Person(first_name=f"Nome{letter}", last_name=f"Cognome{letter}") for letter in "ABCDEFGHIJKLM"]


def _drawn_twice(hand: Hand, settings: Any) -> None:
    """Draw, undo the draw, and record a kingdom that was turned over by hand."""
    page = hand.page
    hand.draw(button(page, "Draw round %(number)s", number=1), settings)
    hand.click(page.locator("summary", has_text=translated("Undo the draw")))
    hand.write("reason", "Mancava un giocatore alla porta")
    hand.click(page.locator("main form .btn-danger"))
    hand.click(page.locator("summary", has_text=translated("Other ways")))
    page.locator("[name=kingdom]").fill(CARDS)
    hand.write("first_witness", "Elisa Dell’Orto")
    hand.write("second_witness", "Omar Deledda")
    hand.draw(button(page, "Record the draw by hand"), settings)


def _phone(page: Page, site: str, table: Table) -> None:
    """Open the sheet of a table on a phone of the table, without an account."""
    table_links = links.table_links_make(round=table.round, by=None)
    token = links.link_token(next(table_link for table_link in table_links if table_link.table_id == table.pk))
    page.goto(f"{site}/t/{token}/")


def _delivered(page: Page, table: Table, points: Mapping[int, int]) -> None:
    """Type points and turns of some seats, from 0, and deliver: two numbers a seat."""
    visitors.open_seats(page)
    for seat, number in points.items():
        visitors.set_fields(page, {f"s{seat}_points": str(number), f"s{seat}_turns": "17"})
    if len(set(points.values())) < len(points):
        expect(page.locator("#tie")).to_be_visible()
        for seat, cards in {0: (7, 2, 5, 6), 1: (7, 4, 4, 6)}.items():
            names = ("copper", "silver", "gold", "actions")
            visitors.set_fields(page, {f"s{seat}_tie_{name}": str(n) for name, n in zip(names, cards, strict=True)})
    page.locator("[name=end][value=provinces]").check()
    button(page, "Deliver and confirm").click()
    expect(page.locator("tbody .place")).to_have_count(table.seats.count())
    assert Table.objects.get(pk=table.pk).state == Table.State.CONFIRMED


def _sheet(hand: Hand, table: Table) -> None:
    """Open the sheet of a table from the desk."""
    name = translated("Table %(number)s", number=table.number)
    hand.click(hand.page.locator("#desk-tables").get_by_role("link", name=name, exact=True))


def _abandoned(hand: Hand, table: Table) -> None:
    """AMB-35: a player leaves during the game, and the others play on."""
    _sheet(hand, table)
    hand.click(link(hand.page, "A player dropped out during the game"))
    hand.write("reason", "Deve prendere il treno")
    hand.click(hand.page.locator("main form [name=entry]").nth(1))
    expect(hand.page.locator(".sheet__seat--gone")).to_have_count(1)
    hand.click(hand.page.locator(".sheet__top a"))


def _corrected(hand: Hand, table: Table) -> None:
    """Correct a confirmed sheet."""
    _sheet(hand, table)
    hand.click(link(hand.page, "Correct the sheet"))
    visitors.open_seats(hand.page)
    hand.page.locator("[name=s0_points]").fill("34")
    hand.write("reason", "Un ducato contato due volte")
    hand.click(button(hand.page, "Save the correction"))
    expect(hand.page.locator("#desk-tables")).to_be_visible()
    assert Sheet.objects.filter(table=table).count() == 2


def _started(hand: Hand, event: Event) -> list[Table]:
    """Start the clock; return the tables."""
    hand.click(hand.page.locator("main form[action*='/avvia/'] button").first)
    expect(hand.page.locator("[role=timer]").first).to_be_visible()
    return make.tables_of(make.last_round(event))


def _from_the_tables(page: Page, tables: Sequence[Table]) -> None:
    """Let sheets come in from the phones of the tables."""
    for table in tables:
        make.report(table)
    page.reload()


def _closed(hand: Hand, event: Event, settings: Any, *, stops: bool = False) -> None:
    """Close the round and draw what follows with the same press."""
    page = hand.page
    hand.click(page.locator("#desk-now .btn-primary"))
    if stops:
        hand.click(page.locator("[name=stops]").last)
    if make.last_round(event).is_final:
        hand.click(page.locator("#close-press"))
        expect(page.locator("#desk-winner")).to_be_visible()
    else:
        hand.draw(page.locator("#close-press"), settings)


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
    hand.click(button(page, "Add the photo"))
    hand.write("url", "https://forum.example/resoconto/7")
    hand.click(button(page, "Save the address"))
    hand.click(button(page, "Send the report"))
    visitors.notice(page, "The report is sent to the National Referent.")


@pytest.mark.soak(gate="tests/integration/browser/test_organiser.py::test_event_from_draft_to_ranking")
def test_event_of_thirteen_players_takes_few_clicks(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    settings.FOSSATO_JOBS_IN_THREAD = True
    # Until a draw starts its relays, the pages only need to know that the site has some.
    settings.FOSSATO_BEACON_RELAYS = ["http://127.0.0.1:1", "http://127.0.0.1:2"]
    user, today = make.make_user("circolo"), timezone.localdate()
    make.make_organiser(user)
    make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    page = open_page("desktop")
    hand = Hand(page)
    visitors.sign_in(page, live_server.url, user, "/organizza/")
    event = _announced(hand)
    page.reload()
    _entered(hand, event)
    _drawn_twice(hand, settings)
    first, second, third, fourth = _started(hand, event)
    phone = open_page("phone")
    _phone(phone, live_server.url, second)
    _delivered(phone, second, {0: 33, 1: 33, 2: 27})
    _from_the_tables(page, [first, third, fourth])
    _corrected(hand, first)
    _closed(hand, event, settings, stops=True)
    first, *others = _started(hand, event)
    _abandoned(hand, first)
    _phone(phone, live_server.url, first)
    gone = first.seats.get(is_abandoned=True).position - 1
    _delivered(phone, first, {seat: 30 - seat for seat in range(first.seats.count()) if seat != gone})
    _from_the_tables(page, others)
    _closed(hand, event, settings)
    _from_the_tables(page, _started(hand, event))
    _closed(hand, event, settings)
    hand.click(button(page, "Conclude the event"))
    _reported(hand)
    assert Event.objects.get(pk=event.pk).state == Event.State.REPORTED
    assert event.entries.filter(state=Entry.State.LEFT).count() == 2
    assert Seat.objects.filter(round__event=event, is_abandoned=True).count() == 1
    assert (hand.clicks <= MOST_CLICKS, hand.fields <= MOST_FIELDS) == (True, True), (hand.clicks, hand.fields)
