"""The four tasks on the production settings: PostgreSQL, Redis, two server processes behind nginx, workers, the clock.

An organiser draws and has a pack printed by a worker, a referee corrects a wrong number, a player's link shows the
place, either process notifies the display; axe checks each page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.on_production import HEALTH, served, trusting
from tests.integration.browser.test_referee import COUNTED, FIELDS, RIGHT, WRONG
from tests.integration.browser.visitors import button, notice, translated
from tests.integration.servers.installation import Installation

#: Milliseconds within which a change is on the display.
LIVE = 2000
#: Milliseconds for a worker to print.
PRINTED = 120_000
BUILD = """
from tests import factories as make
from tournament.models import EventRole
event = make.authorised_event(name="Torneo in produzione", **make.around_today())
from tournament.entries import services as entries; from tournament.events import lifecycle
for person in make.make_people(12):
    entries.entry_add(event=event, person=person, by=None)
make.grant(event, make.make_user("banco"))
make.grant(event, make.make_user("arbitra"), EventRole.Role.REFEREE)
lifecycle.event_open_check_in(event=event, by=None, early=True)
for entry in event.entries.all():
    entries.entry_check_in(entry=entry, by=None)
result = event.slug
"""
#: The paper with the participants' codes is printed: each has a link of their own.
CODES = """
from tournament.access import links
result = [[str(one.entry.person), links.link_token(one)] for one in links.participant_links_make(event=event, by=None)]
"""


@dataclass(frozen=True)
class Hall:
    """The site, its installation, and a page of each user."""

    url: str
    installation: Installation
    slug: str
    desk: Page
    referee: Page
    player: Page
    board: Page

    def go(self, page: Page, path: str) -> Page:
        response = page.goto(self.url + path)
        assert response is not None
        assert response.status == 200, path
        return page


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path, redis_url: str) -> Iterator[Hall]:
    redis = redis_url.replace("/0", "/5")
    with trusting(chromium) as browser, served(tmp_path, redis, BUILD) as (url, site_installation, slug):
        pages = [browser.page(*size) for size in ((1280, 900), (390, 844), (390, 844), (1920, 1080))]
        yield Hall(url, site_installation, slug, *pages)
        browser.leave()


def _sign_in(hall: Hall, page: Page, name: str, to: str) -> None:
    hall.go(page, to)
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(make.PASSWORD)
    page.get_by_role("button", name=translated("Sign in"), exact=True).click()
    expect(page).to_have_url(hall.url + to)


def _draw(hall: Hall) -> None:
    """Draw kingdom, tables and seats; the tables are on the display at once."""
    page = hall.go(hall.desk, f"/organizza/{hall.slug}/")
    page.locator("#desk-now .btn-primary").click()
    page.locator("[name=word]").fill("carciofo")
    page.locator("[name=press]").click()
    expect(hall.board.locator(".fo-tile")).to_have_count(3, timeout=LIVE)
    button(page, "Start the clock").click()
    expect(hall.board.locator(".board__clock[data-deadline]")).to_have_count(1, timeout=LIVE)


def _print(hall: Hall) -> int:
    """Let a worker print the round's pack; return its pages."""
    page = hall.go(hall.desk, f"/organizza/{hall.slug}/turni/1/")
    button(page, "Print the whole pack").click()
    download = page.get_by_role("link", name=translated("Download"))
    expect(download).to_be_visible(timeout=PRINTED)
    response = page.context.request.get(hall.url + str(download.get_attribute("href")), ignore_https_errors=True)
    assert response.status == 200
    return len(PdfReader(BytesIO(response.body())).pages)


def _mend(hall: Hall, axe: Callable[[Page], list[str]]) -> None:
    """Seven Coppers … four Provinces and three Estates are not 29 points: reported, corrected by button, confirmed."""
    page = hall.referee
    _sign_in(hall, page, "arbitra", f"/arbitro/{hall.slug}/1/1/")
    values = {"end": "provinces", "ended_by": "3"}
    for seat, numbers in enumerate(COUNTED):
        values |= {f"s{seat}_{name}": str(number) for name, number in zip(FIELDS, numbers, strict=True)}
    visitors.set_fields(page, {**values, "s1_points": str(WRONG)})
    points = page.locator("[name=s1_points]")
    expect(points).to_have_attribute("aria-invalid", "true")
    visitors.open_seats(page)
    assert axe(page) == []
    mend = page.locator("#findings-1").get_by_role("button", name=translated("Write %(number)s", number=RIGHT))
    mend.click()
    expect(points).to_have_value(str(RIGHT))
    expect(page.locator("#sheet [aria-invalid]")).to_have_count(0)
    expect(page.locator("#live ol li")).to_have_count(4)
    done = hall.board.locator(".board__dots .done")
    expect(done).to_have_count(0)
    with page.expect_navigation(wait_until="commit"):
        button(page, "Deliver and confirm").click()
    expect(done).to_have_count(1, timeout=LIVE)
    notice(page, "Table %(number)s is confirmed.", number=1)


def _place(hall: Hall, person: str) -> int:
    """Return the table of a player as shown on the display."""
    tiles = hall.board.locator(".fo-tile")
    for number in range(tiles.count()):
        if person in tiles.nth(number).inner_text():
            return number + 1
    raise AssertionError(person)


def _ready_and_secure(hall: Hall) -> None:
    """Check that all dependencies are available, worker and clock included, and that cookies are sent over TLS only."""
    ask = hall.desk.context.request
    outside = ask.get(f"{hall.url}/health/ready", ignore_https_errors=True)
    assert (outside.status, "dependencies" in outside.json()) == (200, False)
    bearer = {"Authorization": f"Bearer {HEALTH}"}
    response = ask.get(f"{hall.url}/health/ready", headers=bearer, ignore_https_errors=True)
    assert response.status == 200, response.text()
    assert set(response.json()["dependencies"]) >= {"database", "redis", "worker", "clock"}
    cookies: list[Any] = hall.desk.context.cookies()
    assert {cookie["name"]: cookie["secure"] for cookie in cookies} == dict.fromkeys(
        ("__Host-sessionid", "__Host-csrftoken", "fossato_device"), True
    )


@pytest.mark.soak(gate="tests/integration/servers/test_nginx.py::test_nginx_serves_venue_behind_one_address")
def test_four_main_tasks_in_production(hall: Hall, axe_violations: Callable[[Page], list[str]]) -> None:
    codes = hall.installation.do(CODES)
    with hall.board.expect_response(lambda answer: "/novita/" in answer.url):
        hall.go(hall.board, f"/parete/{hall.slug}/")
    me, token = codes[0]
    hall.go(hall.player, f"/g/{token}/")

    _sign_in(hall, hall.desk, "banco", f"/organizza/{hall.slug}/")
    assert axe_violations(hall.desk) == []
    _draw(hall)
    assert axe_violations(hall.desk) == []
    assert _print(hall) >= 5
    assert axe_violations(hall.desk) == []
    table = _place(hall, me)
    expect(hall.player.locator("#day")).to_contain_text(f"Siedi al tavolo {table}", timeout=30_000)
    assert axe_violations(hall.player) == []

    _mend(hall, axe_violations)
    assert axe_violations(hall.referee) == []
    assert axe_violations(hall.board) == []
    winner, place = hall.installation.do(
        "from tournament.models import Seat\n"
        "seat = Seat.objects.select_related('entry__person').get(round__event=event, table__number=1, place=1)\n"
        "result = [str(seat.entry.person), seat.place]"
    )
    assert place == 1
    hall.go(hall.player, f"/g/{dict(codes)[winner]}/")
    expect(hall.player.locator("main")).to_contain_text("1º")
    assert axe_violations(hall.player) == []
    _ready_and_secure(hall)
