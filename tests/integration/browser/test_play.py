"""A visitor plays and watches a game in Chromium: by touch, without scripts, by keyboard, and readable by all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from practice.tables import searching
from practice.tables.guest_tables import fixed_table
from practice.tables.searching import SearchPlace
from tests.volume import one_in

pytestmark = pytest.mark.django_db(transaction=True)

Axe = Callable[[Page], list[str]]
#: What a simple player buys, best first.
WISHES = ("Provincia", "Oro", "Argento")


def begin(page: Page, site: str, game: str = "Dominion", against: str = "Bot medio") -> None:
    page.goto(f"{site}/gioca/")
    page.locator(".fo-lobby__game", has=page.get_by_text(game, exact=True)).click()
    page.get_by_role("combobox", name="Sedia 2").select_option(label=against)
    page.get_by_role("button", name="Comincia la partita").click()
    expect(page.locator("h1")).to_contain_text("tocca a te")


def move(page: Page) -> None:
    """Buy the best card on the wish list, else take the last option."""
    before = page.url
    names = [re.compile(rf"Acquista: costo \d+ {wish} ") for wish in WISHES]
    wanted = [page.get_by_role("button", name=name) for name in names]
    last = page.locator("#step button[name=m]").last
    next((button for button in wanted if button.count()), last).click()
    page.wait_for_url(lambda url: url != before)


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_game_of_era_of_kingdoms_is_played_to_its_sheet")
def test_whole_game_on_a_phone_then_watched_from_its_first_step(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe
) -> None:
    page = open_page("phone")
    page.goto(f"{live_server.url}/gioca/")
    assert axe_violations(page) == []
    begin(page, live_server.url)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for _turn in range(200):
        if page.locator("#h-end").count():
            break
        move(page)
    expect(page.locator("h1")).to_contain_text(re.compile("Hai vinto|Vince|condivisa"))
    page.get_by_role("link", name="Guarda questa partita passo per passo").click()
    expect(page.locator(".fo-way__number")).to_contain_text("0 di")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".fo-way__number")).to_contain_text("1 di")
    page.get_by_label("Mani visibili").select_option(index=1)
    expect(page).to_have_url(re.compile("occhi=1"))
    page.go_back()
    expect(page).not_to_have_url(re.compile("occhi=1"))


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_game_of_era_of_kingdoms_is_played_to_its_sheet")
def test_moves_undo_and_hint_without_scripts(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("desktop", java_script_enabled=False)
    begin(page, live_server.url)
    first = page.url
    page.locator("#step button[name=m]").last.click()
    assert page.url != first
    page.get_by_role("link", name="Annulla").click()
    expect(page.get_by_role("link", name="Annulla")).to_have_count(0)
    page.get_by_role("link", name="Suggerimento").click()
    expect(page.locator("#h-hint")).to_be_visible()


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_game_of_era_of_kingdoms_is_played_to_its_sheet")
@pytest.mark.parametrize("game", one_in(2, ["Megalomania", "Era of Kingdoms"]))
def test_other_games_are_played_with_the_keyboard(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe, game: str
) -> None:
    page = open_page("desktop")
    begin(page, live_server.url, game, "Bot forte")
    for _move in range(6):
        before = page.url
        page.locator("#step button[name=m]").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
    assert axe_violations(page) == []
    expect(page.locator(".fo-chronicle").first).to_be_visible()


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_game_of_era_of_kingdoms_is_played_to_its_sheet")
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
        expect(page.locator("#step[data-again]")).to_be_visible()
        page.route("**/gioca/tavolo/**", lambda route: route.abort(), times=1)
        page.wait_for_event("requestfailed")
    expect(page.locator("#step button[name=m]").first).to_be_visible()
