"""Live updates of a participant's phone and the desk: streams, a restart, a revoked link, a wrong device clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import APIResponse, Page, Route, expect

from tests import factories as make
from tests.integration.browser.board_site import Site
from tests.integration.browser.visitors import translated
from tests.volume import one_in
from tournament.access import links
from tournament.models import Entry, Event, Round, Seat, StandingRow
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db(transaction=True)

#: Milliseconds within which a change is on the page.
LIVE = 2000
#: Milliseconds within which a page is live again after a restart.
BACK = 15_000
#: Milliseconds within which a public page follows, and a page whose browser has its stream in another page.
FOLLOWED = 6000
LIVE_STREAM = "[data-news][data-live]"
#: The page's screen-reader announcements.
SAID = "[data-news-said] .fo-toast > span"


@dataclass(frozen=True)
class Hall:
    """An event, its organiser signed in, and the first participant of table 1 with their link."""

    event: Event
    organiser: Client
    seat: Seat
    address: str

    @property
    def entry(self) -> Entry:
        return self.seat.entry


def _hall(event: Event) -> Hall:
    user = make.make_user()
    make.grant(event, user)
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    seat = Seat.objects.filter(round__event=event, table__number=1, position=1).select_related("entry__person").get()
    participant_links = links.participant_links_make(event=event, by=None)
    token = links.link_token(
        next(participant_link for participant_link in participant_links if participant_link.entry_id == seat.entry_id)
    )
    return Hall(event, client, seat, f"/g/{token}/")


def _open(page: Page, address: str) -> Page:
    """Open a page and wait until its stream is connected."""
    page.goto(address)
    expect(page.locator(LIVE_STREAM)).to_have_count(1, timeout=BACK)
    return page


def _sign_in(page: Page, site: Site, hall: Hall) -> None:
    """Use the organiser's session, which is in the site's copy of the database too."""
    value = hall.organiser.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": value, "url": site.url}])


def _delivered(event: Event) -> Event:
    for table in make.tables_of(make.last_round(event)):
        sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    return event


def test_phone_updates_within_two_seconds_announced_once(
    open_page: Callable[..., Page], site_of: Callable[[], Site], axe_violations: Callable[[Page], list[str]]
) -> None:
    hall = _hall(make.played_event(players=12, **make.around_today()))
    place = StandingRow.objects.get(round=hall.seat.round, entry=hall.entry).position
    table = (place + 3) // 4
    site, slug = site_of(), hall.event.slug
    page = _open(open_page("phone"), site.url + hall.address)
    expect(page.locator(".phone__table-number")).to_have_count(0)
    assert site.post(hall.organiser, "round_new", [slug], {"word": make.WORD}) == 302
    where = re.compile(rf"^2º turno: siedi al tavolo {table}, sedia [1-4]\.$")
    expect(page.locator(".phone__table-number")).to_contain_text(str(table), timeout=LIVE)
    expect(page.locator(SAID)).to_have_text([where])
    assert site.post(hall.organiser, "round_clock", [slug, 2, "avvia"], {}) == 302
    runs = re.compile(r"^L’orologio corre fino alle \d\d:\d\d\.$")
    expect(page.locator(SAID)).to_have_text([where, runs], timeout=LIVE)
    expect(page.locator("#day [data-clock][data-deadline]")).to_have_count(1)
    assert site.post(hall.organiser, "round_clock", [slug, 2, "pausa"], {"reason": "Allarme"}) == 302
    expect(page.locator(SAID)).to_have_text([where, translated("The clock is paused.")], timeout=LIVE)
    assert axe_violations(page) == []
    page.locator("[data-news-said] [data-dismiss]").first.click()
    expect(page.locator(SAID)).to_have_text([translated("The clock is paused.")])
    page.reload()
    expect(page.locator(".phone__table-number")).to_contain_text(str(table))
    expect(page.locator(SAID)).to_have_count(0)


def test_public_page_follows_pause_and_added_minutes(
    open_page: Callable[..., Page], site_of: Callable[[], Site]
) -> None:
    """Case 11-public-clock-not-live: like phone and wall, else it shows no clock that runs on."""
    hall = _hall(make.drawn_event(players=12))
    site, slug = site_of(), hall.event.slug
    page = _open(open_page("phone"), f"{site.url}/eventi/{slug}/")
    expect(page.locator("[data-clock][data-deadline]")).to_have_count(1)
    assert site.post(hall.organiser, "round_clock", [slug, 1, "pausa"], {}) == 302
    expect(page.locator("#event-clock")).to_contain_text(translated("Paused."), timeout=FOLLOWED)
    stopped = page.inner_text(".fo-clock__time")
    assert site.post(hall.organiser, "round_clock", [slug, 1, "allunga"], {"minutes": "5"}) == 302
    longer = f"{int(stopped.partition(':')[0]) + 5}:{stopped.partition(':')[2]}"
    expect(page.locator(".fo-clock__time")).to_have_text(longer, timeout=FOLLOWED)
    page.context.set_offline(True)
    expect(page.locator("[data-news-net]")).to_be_visible()
    expect(page.locator(".fo-clock__time")).to_be_hidden()


@pytest.mark.soak(gate="tests/integration/browser/test_news.py::test_public_page_follows_pause_and_added_minutes")
def test_ten_pages_of_one_browser_share_one_stream(open_page: Callable[..., Page], site_of: Callable[[], Site]) -> None:
    """A browser gives a server six connections (HTTP/1.1): ten pages with a stream each would wait for ever."""
    hall = _hall(make.drawn_event(players=12))
    site, slug = site_of(), hall.event.slug
    first = open_page()
    _sign_in(first, site, hall)
    streams: list[str] = []
    first.context.on("request", lambda request: streams.append(request.url) if "/novita/" in request.url else None)
    ways = [f"/eventi/{slug}/", f"/parete/{slug}/", f"/organizza/{slug}/", f"/organizza/{slug}/turni/1/", hall.address]
    pages = [first, *(first.context.new_page() for _number in range(9))]
    for page, way in zip(pages, cycle(ways), strict=False):
        page.goto(site.url + way)
    for page in pages:
        expect(page.locator("[data-deadline]")).to_have_count(1)
    assert len(streams) == 1
    assert site.post(hall.organiser, "round_clock", [slug, 1, "pausa"], {}) == 302
    for page in pages:
        expect(page.locator("[data-deadline]")).to_have_count(0, timeout=FOLLOWED)
    first.close()
    assert site.post(hall.organiser, "round_clock", [slug, 1, "riprendi"], {}) == 302
    for page in pages[1:]:
        expect(page.locator("[data-deadline]")).to_have_count(1, timeout=FOLLOWED)


def _wait_for_requests(page: Page, held: list[Any], number: int) -> None:
    """Wait until so many requests of the page are held, at most 15 seconds."""
    for _look in range(300):
        if len(held) == number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(held)} requests instead of {number}")


def test_refresh_read_before_a_press_does_not_undo_what_the_press_shows(
    open_page: Callable[..., Page], site_of: Callable[[], Site]
) -> None:
    event = make.check_in_event(players=5, present=0, **make.around_today())
    organiser = make.make_user()
    make.grant(event, organiser)
    client = Client()
    client.force_login(organiser, backend="allauth.account.auth_backends.AuthenticationBackend")
    first, *_others, last = event.entries.order_by("person__last_name").values_list("pk", flat=True)
    site, slug = site_of(), event.slug
    page = open_page("desktop")
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site.url}])
    _open(page, f"{site.url}/organizza/{slug}/iscritti/")
    held: list[tuple[Route, APIResponse]] = []
    held_back = True

    def hold(route: Route) -> None:
        if route.request.method == "GET" and held_back:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route(f"{site.url}/organizza/{slug}/iscritti/", hold)
    absent = page.locator("#entries form[action$='/presente/'] button")
    expect(absent).to_have_count(5)
    with page.expect_request(f"{site.url}/organizza/{slug}/iscritti/"):
        assert site.post(client, "entry_act", [slug, last, "presente"], {}) == 302
    _wait_for_requests(page, held, 1)
    page.locator(f"#act-{first}").click()
    # The answer is the row of this entry alone; the other one comes with the next refresh.
    expect(absent).to_have_count(4)
    route, answer = held[0]
    route.fulfill(response=answer)
    # The page asks again once it has read the answer.
    _wait_for_requests(page, held, 2)
    expect(page.locator(f"#entries form[action$='/{first}/presente/']")).to_have_count(0)
    # News of the press may come during this request, and have the page ask once more.
    held_back = False
    for route, answer in held[1:]:
        route.fulfill(response=answer)
    expect(absent).to_have_count(3)


@pytest.mark.soak(
    gate="tests/integration/browser/test_news.py::test_refresh_read_before_a_press_does_not_undo_what_the_press_shows"
)
def test_link_pressed_during_refresh_is_followed(open_page: Callable[..., Page], site_of: Callable[[], Site]) -> None:
    hall = _hall(_delivered(make.drawn_event(players=12, **make.around_today())))
    site, slug = site_of(), hall.event.slug
    page = open_page("desktop")
    _sign_in(page, site, hall)
    _open(page, f"{site.url}/arbitro/")
    table = page.locator(f"a[href='/arbitro/{slug}/1/2/']")
    table.hover()
    page.mouse.down()
    with page.expect_response(lambda response: response.request.resource_type == "fetch") as refreshed:
        assert site.post(hall.organiser, "round_clock", [slug, 1, "pausa"], {"reason": "Allarme"}) == 302
    assert refreshed.value.finished() is None
    page.mouse.up()
    expect(page).to_have_url(f"{site.url}/arbitro/{slug}/1/2/")


@pytest.mark.soak(gate="tests/integration/browser/test_news.py::test_phone_updates_within_two_seconds_announced_once")
def test_phone_shows_confirmed_result_and_standings(
    open_page: Callable[..., Page], site_of: Callable[[], Site]
) -> None:
    hall = _hall(_delivered(make.drawn_event(players=12)))
    site = site_of()
    page = _open(open_page("phone"), site.url + hall.address)
    expect(page.locator("#h-mine")).to_have_count(0)
    tables = make.tables_of(make.last_round(hall.event))
    site.confirm(hall.organiser, tables[0])
    result = translated(
        "%(round)s, table %(table)s is confirmed: your place is %(place)s.", round="1º turno", table=1, place="1º"
    )
    expect(page.locator(SAID).filter(has_text=result)).to_have_count(1, timeout=LIVE)
    expect(page.locator("#h-mine")).to_have_count(1)
    for table in tables[1:]:
        site.confirm(hall.organiser, table)
    assert site.post(hall.organiser, "round_close", [hall.event.slug, 1], {"word": make.WORD}) == 302
    out = translated("The standings are out: %(round)s.", round="1º turno")
    expect(page.locator(SAID).filter(has_text=out)).to_have_count(1, timeout=LIVE)
    expect(page.locator("#h-stand")).to_have_count(1)
    expect(page.locator(SAID).filter(has_text=result)).to_have_count(1)


@pytest.mark.soak(gate="tests/integration/browser/test_news.py::test_phone_updates_within_two_seconds_announced_once")
def test_phone_ignores_changes_of_other_tables(open_page: Callable[..., Page], site_of: Callable[[], Site]) -> None:
    hall = _hall(_delivered(make.drawn_event(players=12)))
    site = site_of()
    page = _open(open_page("phone"), site.url + hall.address)
    other = open_page()
    with other.expect_response(lambda answer: "/novita/" in answer.url):
        other.goto(f"{site.url}/parete/{hall.event.slug}/")
    page.wait_for_load_state("networkidle")
    requested_paths: list[str] = []
    page.on("request", lambda request: requested_paths.append(request.url))
    tables = make.tables_of(make.last_round(hall.event))
    site.confirm(hall.organiser, tables[1])
    expect(other.locator(".board__dots .done")).to_have_count(1)
    assert requested_paths == []
    site.confirm(hall.organiser, tables[0])
    expect(page.locator("#h-mine")).to_have_count(1, timeout=LIVE)
    assert len(requested_paths) == 1


@pytest.mark.soak(gate="tests/unit/tournament/rounds/test_confirmations.py::test_help_call_stays_open_until_closed")
@pytest.mark.parametrize("where", ["/organizza/{slug}/?tutto", "/organizza/{slug}/turni/1/", "/arbitro/"])
def test_help_call_on_desk_within_two_seconds_and_closed(
    open_page: Callable[..., Page],
    site_of: Callable[[], Site],
    axe_violations: Callable[[Page], list[str]],
    where: str,
) -> None:
    hall = _hall(make.drawn_event(players=12))
    site = site_of()
    desk = open_page()
    _sign_in(desk, site, hall)
    _open(desk, site.url + where.format(slug=hall.event.slug))
    is_typing = "tutto" not in where
    if is_typing:
        desk.locator("summary", has_text=translated("Add minutes or start over")).click()
        desk.locator("[name=reason]").first.fill("Sto ancora scrivendo")
    phone = _open(open_page("phone"), site.url + hall.address)
    phone.get_by_role("button", name=translated("I need help at this table")).click()
    words = translated("Help is needed at table %(number)s (round %(round)s)", number=1, round=1)
    expect(desk.locator(".fo-calls")).to_contain_text(words, timeout=LIVE)
    expect(desk.locator(SAID)).to_have_text([words])
    if is_typing:
        expect(desk.locator("[name=reason]").first).to_have_value("Sto ancora scrivendo")
    assert axe_violations(desk) == []
    desk.get_by_role("button", name=translated("Somebody went there")).click()
    expect(desk.locator(".fo-calls .fo-finding")).to_have_count(0)
    closed = translated("The desk has closed your table’s call for help.")
    expect(phone.locator(SAID)).to_have_text([closed], timeout=LIVE)
    expect(phone.get_by_role("button", name=translated("I need help at this table"))).to_be_visible()


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_events.py::test_desk_tables_have_their_state_places_and_act"
)
def test_help_call_is_what_the_running_desk_does_now(
    open_page: Callable[..., Page], site_of: Callable[[], Site], axe_violations: Callable[[Page], list[str]]
) -> None:
    hall = _hall(make.drawn_event(players=12))
    site = site_of()
    desk = open_page("phone")
    _sign_in(desk, site, hall)
    _open(desk, f"{site.url}/organizza/{hall.event.slug}/")
    phone = _open(open_page("phone"), site.url + hall.address)
    phone.get_by_role("button", name=translated("I need help at this table")).click()
    expect(desk.locator("#desk-now h2")).to_have_text(translated("Now: go to table %(number)s", number=1), timeout=LIVE)
    expect(desk.locator(".fo-work__act").locator(SAID)).to_have_count(1)
    assert axe_violations(desk) == []
    desk.locator("#desk-now .btn-primary").click()
    expect(desk.locator("#desk-now h2")).to_have_text(translated("Now: they play"))


@pytest.mark.soak(
    gate="tests/integration/browser/test_restart.py::test_browser_with_waiting_sheet_survives_server_kill"
)
def test_phone_and_desk_live_again_after_server_restart(
    open_page: Callable[..., Page], site_of: Callable[[], Site]
) -> None:
    hall = _hall(_delivered(make.drawn_event(players=12)))
    site = site_of()
    desk = open_page()
    _sign_in(desk, site, hall)
    pages = [
        _open(open_page("phone"), site.url + hall.address),
        _open(desk, f"{site.url}/organizza/{hall.event.slug}/"),
    ]
    site.stop()
    for page in pages:
        expect(page.locator("[data-news-net]")).to_have_text(re.compile(r"^Server non raggiungibile dalle \d\d:\d\d"))
    site.start()
    for page in pages:
        expect(page.locator("[data-news-net]")).to_be_hidden(timeout=BACK)
        expect(page.locator(LIVE_STREAM)).to_have_count(1, timeout=BACK)
    site.confirm(hall.organiser, make.tables_of(make.last_round(hall.event))[0])
    expect(pages[0].locator("#h-mine")).to_have_count(1, timeout=LIVE)
    expect(pages[1].locator("#desk-tables .fo-tile--done")).to_have_count(1, timeout=LIVE)


@pytest.mark.soak(gate="tests/integration/browser/test_links.py::test_revoked_link_explained")
def test_link_revoked_while_open_explained_content_kept(
    open_page: Callable[..., Page], site_of: Callable[[], Site]
) -> None:
    hall = _hall(_delivered(make.drawn_event(players=12)))
    site = site_of()
    page = _open(open_page("phone"), site.url + hall.address)
    revoked = hall.entry.links.get().pk
    assert site.post(hall.organiser, "link_revoke", [hall.event.slug, revoked], {"confirmed": "1"}) == 302
    site.confirm(hall.organiser, make.tables_of(make.last_round(hall.event))[0])
    expect(page.locator("[data-news-net]")).to_have_text(translated("This page no longer gets news: load it again."))
    expect(page.locator("#h-mine")).to_have_count(0)
    expect(page.locator(".phone__table-number")).to_contain_text("1")


def test_phone_polls_without_stream(open_page: Callable[..., Page], live_server: Any) -> None:
    """The test's own server is a WSGI one: it answers 204 to stream requests."""
    hall = _hall(_delivered(make.drawn_event(players=12)))
    page = open_page("phone")
    page.clock.install()
    with page.expect_response(lambda answer: "/novita/" in answer.url) as stream:
        page.goto(live_server.url + hall.address)
    assert stream.value.status == 204
    make.sheets.sheet_confirm(sheet=hall.seat.table.sheets.get(), by=None, accept_warnings=True)
    page.clock.run_for(20_000)
    expect(page.locator("#h-mine")).to_have_count(1)
    expect(page.locator(SAID)).to_have_count(1)


@pytest.mark.parametrize("hours", [-3, pytest.param(3, marks=pytest.mark.soak)], ids=["slow", "fast"])
@pytest.mark.parametrize("kind", one_in(2, ["the player's page", "the sheet"]))
def test_phone_time_right_on_wrong_device_clock(
    open_page: Callable[..., Page], live_server: Any, hours: int, kind: str
) -> None:
    hall = _hall(make.drawn_event(players=12))
    clock_end = Round.objects.get(event=hall.event).clock_ends_at
    assert clock_end is not None
    address, time_selector = hall.address, ".fo-clock__time"
    if kind == "the sheet":
        table_links = links.table_links_make(round=make.last_round(hall.event), by=None)
        address, time_selector = f"/t/{links.link_token(table_links[0])}/", "[data-clock-digits]"
    page = open_page("phone")
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=hours))
    page.goto(live_server.url + address)
    expect(page.locator(time_selector)).to_have_text(re.compile(r"^4[45]:\d\d$"))
    minutes, seconds = map(int, page.locator(time_selector).inner_text().split(":"))
    assert abs(minutes * 60 + seconds - (clock_end - datetime.now(UTC)).total_seconds()) <= 3
