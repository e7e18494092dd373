"""A whole event of 13 players through four browsers: the desk, a referee's phone, a player's phone, the display.

A real ASGI server on its own database: the test reads only pages, and the salts of the links in printed codes.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.board_site import Site
from tests.integration.browser.visitors import button, link, notice, translated
from tournament.core.tokens import token_of
from tournament.entries import services as entries
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS, FINALISTS = 13, 4
#: Milliseconds within which a change is on the display, on the player's phone and at the desk.
LIVE = 2000
OF_ENTRY = "SELECT salt FROM tournament_privatelink WHERE revoked_at IS NULL AND entry_id = ?"
OF_TABLE = """
    SELECT salt FROM tournament_privatelink AS link JOIN tournament_table AS one ON one.id = link.table_id
    JOIN tournament_round AS round ON round.id = one.round_id WHERE round.number = ? AND one.number = ?
"""


@dataclass(frozen=True)
class Hall:
    """The four users, each with their own browser, and the printed codes."""

    site: str
    database: Path
    slug: str
    desk: Page
    referee: Page
    player: Page
    board: Page

    def code(self, query: str, *facts: int) -> str:
        """Return the path of a private link, as in the printed code."""
        with closing(sqlite3.connect(self.database)) as database:
            ((salt,),) = database.execute(query, facts).fetchall()
        return f"/{'g' if query == OF_ENTRY else 't'}/{token_of(salt)}/"

    def go(self, page: Page, path: str) -> Page:
        """Open a page of the site."""
        response = page.goto(self.site + path)
        assert response is not None
        assert response.status == 200, path
        return page

    def at_desk(self, path: str = "") -> Page:
        """Reload the organiser's desk."""
        return self.go(self.desk, f"/organizza/{self.slug}/{path}")


@pytest.fixture
def event() -> Event:
    """Create an authorised event with its entries, and the organiser's account."""
    authorised = make.authorised_event(name="Torneo della sala", **make.around_today())
    for person in make.make_people(PLAYERS):
        entries.entry_add(event=authorised, person=person, by=None)
    make.grant(authorised, make.make_user("banco"))
    return authorised


@pytest.fixture
def hall(open_page: Callable[..., Page], event: Event, tmp_path: Path) -> Iterator[Hall]:
    site = Site(tmp_path)
    site.start()
    board_page = open_page(viewport={"width": 1920, "height": 1080})
    pages = [open_page("desktop"), open_page("phone"), open_page("phone"), board_page]
    yield Hall(site.url, tmp_path / "site.sqlite3", event.slug, *pages)
    for page in pages:
        page.goto("about:blank")
    site.stop()


def _print_player_links(hall: Hall) -> None:
    """Print the participants' codes as the organiser."""
    page = hall.at_desk("link/")
    token = page.locator("main [name=csrfmiddlewaretoken]").first.input_value()
    path = reverse("player_links_print", args=[hall.slug])
    response = page.context.request.post(hall.site + path, form={"csrfmiddlewaretoken": token})
    assert response.body().startswith(b"%PDF")


def _check_in(hall: Hall, people: dict[int, str]) -> None:
    """Scan every player's code at check-in; the display counts them."""
    link(hall.at_desk("iscritti/"), "Read a QR code").click()
    page = hall.desk
    expect(page.locator("#code")).to_be_focused()
    for number, (entry, name) in enumerate(people.items(), start=1):
        page.keyboard.insert_text(hall.site + hall.code(OF_ENTRY, entry))
        page.keyboard.press("Enter")
        expect(page.locator(".check-in__answer--in .check-in__name")).to_have_text(name)
        if number in (1, PLAYERS):
            expect(hall.board.locator(".board__big")).to_have_text(f"{number} / {PLAYERS}", timeout=LIVE)


def _draw(hall: Hall, word: str, tables: int) -> None:
    """Draw a round; the display shows all tables immediately."""
    page = hall.at_desk()
    page.locator("#desk-now .btn-primary").click()
    page.locator("[name=word]").fill(word)
    page.locator("main form.fo-panel button.btn-quiet:not([name])").click()
    expect(hall.board.locator(".fo-tile")).to_have_count(tables, timeout=LIVE)
    button(page, "Start the clock").click()
    expect(hall.board.locator(".board__clock[data-deadline]")).to_have_count(1, timeout=LIVE)


def _numbers(order: list[int]) -> dict[str, str]:
    """Return a sheet's fields that rank the seats in this order."""
    values = {"end": "provinces", "ended_by": str(len(order))}
    for place, seat in enumerate(order):
        row = {**make.NUMBERS[place], "turns": 20}
        values |= {f"s{seat - 1}_{name}": str(number) for name, number in row.items()}
    return values


def _play(hall: Hall, number: int, table: int, order: list[int]) -> None:
    """Scan the code on the form, type and confirm as the referee; the display shows it within two seconds."""
    page = hall.go(hall.referee, hall.code(OF_TABLE, number, table))
    visitors.count_five_numbers(page)
    visitors.set_fields(page, _numbers(order))
    expect(page.locator("#live ol li")).to_have_count(len(order))
    done = hall.board.locator(".board__dots .done")
    before = done.count()
    with page.expect_navigation(wait_until="commit"):
        button(page, "Deliver and confirm").click()
    expect(done).to_have_count(before + 1, timeout=LIVE)
    notice(page, "Table %(number)s is confirmed.", number=table)


def _play_round(hall: Hall, number: int, sizes: list[int]) -> None:
    """Print a form, then play table by table; at every table seat 2 wins."""
    response = hall.desk.context.request.get(f"{hall.site}/stampa/{hall.slug}/turni/{number}/tavoli/1.pdf")
    assert response.body().startswith(b"%PDF")
    for table, size in enumerate(sizes, start=1):
        _play(hall, number, table, [2, 1, *range(3, size + 1)])
    expect(hall.board.locator(".board__say b")).to_have_text(translated("All results are in"))


def _help(hall: Hall) -> None:
    """Call for help as the player: the desk shows it at once, and the phone is notified when it is closed."""
    hall.at_desk()
    expect(hall.desk.locator("[data-news][data-live]")).to_have_count(1)
    button(hall.player, "I need help at this table").click()
    expect(hall.desk.locator("#desk-now .is-call")).to_have_count(1, timeout=LIVE)
    hall.desk.locator("#desk-now .btn-primary").click()
    closed = hall.player.locator("[data-news-said]")
    expect(closed).to_contain_text(translated("The desk has closed your table’s call for help."), timeout=LIVE)


def _close(hall: Hall, words: str = "The round is closed.") -> None:
    page = hall.at_desk()
    page.locator("#desk-now .btn-primary").click()
    if page.locator("[name=word]").count():
        page.locator("[name=word]").fill("girasole")
    page.locator("main form.fo-panel button:not([name])").click()
    expect(hall.board.locator(".board__say")).to_have_text(translated(words), timeout=LIVE)


def _leaves(hall: Hall, entry: int, name: str) -> None:
    """Request, on a player's own page, to leave after this round; the desk shows it."""
    page = hall.go(hall.referee, hall.code(OF_ENTRY, entry))
    button(page, "I am leaving after this round").click()
    page.locator("#fo-confirm [value=yes]").click()
    notice(page, "The desk knows that you leave. Your results stay.")
    expect(hall.at_desk().locator("#desk-now")).to_contain_text(name)


def _my_seat(hall: Hall, name: str) -> int:
    """Return the seat that the player's page and the display show after a live update."""
    words = hall.player.locator("#day")
    expect(words).to_contain_text("Siedi al tavolo", timeout=LIVE)
    expect(hall.player.locator("[data-news-said]")).to_contain_text("siedi al tavolo")
    seat_match = re.search(r"Siedi al tavolo (\d+), sedia (\d+)\.", words.inner_text())
    assert seat_match is not None
    table, seat = int(seat_match[1]), int(seat_match[2])
    expect(hall.board.locator(".fo-tile").nth(table - 1).locator("li").nth(seat - 1)).to_contain_text(name)
    return seat


def _my_result(hall: Hall, seat: int) -> None:
    """After the round the page shows the player's place by a live update and links to the explanation."""
    place = {1: 2, 2: 1}.get(seat, seat)
    page = hall.player
    row = page.locator("table[aria-labelledby=h-mine], [aria-labelledby=h-mine] table").locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator(".key")).to_have_text(f"{place}º")
    expect(row.locator(".fo-why")).to_have_count(1)
    expect(page.locator("#h-stand")).to_be_visible()
    row.get_by_role("link").click()
    expect(page.locator("main")).to_contain_text("1.5")
    page.go_back()


def _last_places(hall: Hall, winner: str, me: str) -> None:
    """Check that the display has the final places, the winner first, and the player's page the same place."""
    podium, beside = hall.board.locator(".board__podium > li"), hall.board.locator(".board__beside tbody tr")
    expect(podium).to_have_count(FINALISTS, timeout=LIVE)
    expect(beside).to_have_count(PLAYERS - FINALISTS)
    expect(podium.first).to_contain_text(winner)
    place = podium.or_(beside).filter(has_text=me).locator(".place, b").text_content()
    assert place is not None
    shown = translated("Your place: %(place)s", place=f"{place.removesuffix('º')}º")
    expect(hall.player.locator("#h-where")).to_have_text(shown, timeout=LIVE)


@pytest.mark.soak(gate="tests/integration/browser/test_organiser.py::test_event_from_draft_to_ranking")
def test_event_of_13_players_from_four_browsers(hall: Hall, event: Event) -> None:
    people = {entry.pk: str(entry.person) for entry in event.entries.select_related("person").order_by("number")}
    (me, my_name), *_other_people, (leaver, leaver_name) = people.items()
    visitors.sign_in(hall.desk, hall.site, event.roles.get().user, "/organizza/")
    with hall.board.expect_response(lambda answer: "/novita/" in answer.url):
        hall.go(hall.board, f"/parete/{hall.slug}/")

    button(hall.at_desk(), "Open the check-in").click()
    _print_player_links(hall)
    hall.go(hall.player, hall.code(OF_ENTRY, me))
    expect(hall.player.locator("#h-where")).to_have_text(translated("You are registered: check in at the desk"))
    _check_in(hall, people)

    _draw(hall, "carciofo", 4)
    seat = _my_seat(hall, my_name)
    _help(hall)
    _play_round(hall, 1, [4, 3, 3, 3])
    _leaves(hall, leaver, leaver_name)
    _close(hall)
    _my_result(hall, seat)

    _draw(hall, "lanterna", 3)
    expect(hall.board.locator(".fo-tiles, .fo-tables")).not_to_contain_text(leaver_name)
    _play_round(hall, 2, [4, 4, 4])
    _close(hall)

    _draw(hall, "tramonto", 1)
    winner = hall.board.locator(".fo-tile li").nth(1).text_content()
    assert winner is not None
    _play_round(hall, 3, [4])
    _close(hall)
    button(hall.at_desk(), "Conclude the event").click()
    notice(hall.desk, "The event is concluded. The report is due within seven days (art. 1.2).")
    _last_places(hall, winner.strip(), my_name)
