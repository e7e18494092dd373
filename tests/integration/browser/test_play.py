"""A visitor plays and watches a game in Chromium: by taps in the first screen, without scripts, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from practice.tables import searching
from practice.tables.guest_tables import GuestTable, fixed_table
from practice.tables.searching import SearchPlace
from tests.volume import one_in

pytestmark = pytest.mark.django_db(transaction=True)

Axe = Callable[[Page], list[str]]
GATE = "tests/integration/browser/test_play.py::test_first_moves_of_a_game_are_taps_inside_the_first_screen"
#: Of each game a table against two bots; of Dominion one whose games are short.
TABLES: dict[str, GuestTable] = {
    "dominion": fixed_table("dominion", ("persona", "medio", "debole"), {"kingdom": "first_game"}, "schermo"),
    "megalomania": fixed_table("megalomania", ("persona", "debole", "debole"), {}, "schermo"),
    "era_of_kingdoms": fixed_table("era_of_kingdoms", ("persona", "medio", "debole"), {"trade": True}, "schermo"),
}
#: What a simple player of Dominion buys, best first.
WISHES = ("province", "gold", "silver")
MOVES = "#step :is(.g-card, .g-move)[name=m]"
#: More moves than a game of these tables has.
MOST_MOVES = 900
#: Whether each button of a move lies whole in the screen, is as large as a finger, and what lies over its middle.
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((button) => {
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.x < 0 || box.y < 0 || box.right > innerWidth || box.bottom > innerHeight
    || Math.min(box.width, box.height) < 44 || !button.contains(top);
}).map((button) => button.textContent.trim())"""


def address(site: str, game: str) -> str:
    return f"{site}/gioca/tavolo/{TABLES[game].seal()}/"


def chosen(page: Page) -> Locator:
    """Return the best card on the wish list, else the last option, or a number that is chosen in a list."""
    cards = [page.locator(f'.g-supply [data-sheet="t-{wish}"]') for wish in WISHES]
    wanted = [card for card in cards if card.count()]
    return wanted[0] if wanted else page.locator(MOVES).last


def tap(page: Page) -> None:
    before = page.url
    chosen(page).tap()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator(".htmx-request, .htmx-settling, .htmx-swapping")).to_have_count(0)


def all_inside(page: Page) -> None:
    """Every move can be tapped without scrolling, and nothing is longer or wider than the screen."""
    assert page.evaluate(OUTSIDE, MOVES) == []
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(size) == [390, 844]


@pytest.mark.parametrize("game", one_in(3, [*TABLES]))
def test_first_moves_of_a_game_are_taps_inside_the_first_screen(
    open_page: Callable[..., Page], live_server: Any, game: str
) -> None:
    """On a screen of 390 by 844 the page is swapped, not loaded again, and tells what happened."""
    page = open_page("phone")
    page.goto(address(live_server.url, game))
    page.evaluate("window.isFirst = true")
    for _move in range(3):
        all_inside(page)
        tap(page)
    assert page.evaluate("window.isFirst"), "the page was loaded again"
    expect(page.locator("#said")).not_to_be_empty()


@pytest.mark.soak(gate=GATE)
@pytest.mark.parametrize("game", TABLES)
def test_whole_game_by_taps_inside_the_first_screen(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe, game: str
) -> None:
    page = open_page("phone")
    page.goto(address(live_server.url, game))
    assert axe_violations(page) == []
    for _move in range(MOST_MOVES):
        if page.locator(".g-end").count():
            break
        all_inside(page)
        tap(page)
    expect(page.locator("h1")).to_contain_text(re.compile("Hai vinto|Vince|vince|condivisa"))
    expect(page.get_by_role("link", name="Gioca ancora")).to_be_in_viewport()
    assert axe_violations(page) == []
    page.get_by_role("link", name="Guarda la partita").click()
    expect(page.locator(".g-say")).to_contain_text("Passo 0 di")
    assert axe_violations(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator(".g-say")).to_contain_text("Passo 1 di")
    page.get_by_label("Mani visibili").select_option(index=1)
    expect(page).to_have_url(re.compile("occhi=1"))


@pytest.mark.soak(gate=GATE)
def test_text_of_a_card_opens_by_long_press_and_by_key(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("phone")
    page.goto(address(live_server.url, "dominion"))
    before = page.url
    silver = page.locator(".g-base .is-live").nth(1)
    box = silver.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    point = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    expect(page.locator("#t-silver")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#t-silver")).to_be_visible()
    assert page.url == before, "a long press is no move"
    page.keyboard.press("Escape")
    silver.focus()
    page.keyboard.press("?")
    expect(page.locator("#t-silver")).to_be_visible()


@pytest.mark.soak(gate=GATE)
def test_recorded_game_plays_by_itself_until_it_is_paused(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("desktop")
    page.goto(f"{live_server.url}/partite/01-first-game/3/")
    play = page.get_by_role("button", name="Riproduci da sola")
    # Motion is reduced here: the game waits to be asked.
    expect(play).to_have_attribute("aria-pressed", "false")
    page.locator("[data-speed]").select_option("700")
    play.click()
    expect(page).to_have_url(re.compile("/6/"))
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")


@pytest.mark.soak(gate=GATE)
def test_moves_undo_and_hint_without_scripts(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("desktop", java_script_enabled=False)
    page.goto(f"{live_server.url}/gioca/")
    page.get_by_label("Dominion", exact=False).first.check()
    page.get_by_role("combobox", name="Sedia 2").select_option(label="Bot medio")
    page.get_by_role("button", name="Comincia la partita").click()
    expect(page.locator("h1")).to_contain_text("tocca a te")
    first = page.url
    page.locator(MOVES).last.click()
    assert page.url != first
    page.get_by_role("link", name="Annulla").click()
    expect(page.get_by_role("link", name="Annulla")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="Suggerimento").click()
    expect(page.locator(".is-best")).to_have_count(1)


@pytest.mark.soak(gate=GATE)
@pytest.mark.parametrize("game", one_in(2, ["megalomania", "era_of_kingdoms"]))
def test_other_games_are_played_with_the_keyboard(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe, game: str
) -> None:
    page = open_page("desktop")
    page.goto(address(live_server.url, game))
    page.locator(MOVES).first.focus()
    for _move in range(6):
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_function("before => location.href !== before", arg=before)
        expect(page.locator("#step button:focus")).to_have_count(1)
    assert axe_violations(page) == []
    expect(page.locator(".g-log li").first).to_be_visible()


@pytest.mark.soak(gate=GATE)
def test_page_that_waits_for_the_bots_goes_on_after_a_failure_of_the_network(
    open_page: Callable[..., Page], live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Here the Job runs within the request, which would wait for a place as long as a worker does.
    monkeypatch.setattr(searching, "PATIENCE", 0.01)
    page = open_page("phone")
    with SearchPlace() as first, SearchPlace() as second:
        assert first.take()
        assert second.take()
        page.goto(f"{live_server.url}/gioca/tavolo/{fixed_table('megalomania', ('persona', 'forte'), {}, '1').seal()}/")
        expect(page.locator("#step[hx-get]")).to_be_visible()
        page.route("**/gioca/tavolo/**", lambda route: route.abort(), times=1)
        page.wait_for_event("requestfailed")
    expect(page.locator(MOVES).first).to_be_visible()
