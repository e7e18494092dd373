"""Keyboard only: to the content, through the whole sheet to its delivery, with the focus always visible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import notice, translated
from tests.volume import one_in
from tournament.models import EventRole, Seat, Sheet, Table

pytestmark = pytest.mark.django_db(transaction=True)

#: The focused element: its name, its kind, whether it is open, and whether it and its focus are visible.
FOCUSED = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  // A choice shows it on its tile, which is its label.
  const styles = [one, one.closest("label")].filter(Boolean).map((shown) => getComputedStyle(shown));
  return {
    name: one.name || "", kind: one.type || one.tagName, value: one.value || "", text: one.innerText || "",
    open: one.tagName === "SUMMARY" ? one.parentElement.open : null,
    seen: there !== null && (one.contains(there) || there.contains(one)),
    outline: styles.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2),
  };
}"""
MOST_STOPS = 80


def _sheet_page(page: Page, site: str) -> Table:
    event = make.drawn_event()
    (table, *_others) = make.tables_of(make.last_round(event))
    referee = make.make_user()
    make.grant(event, referee, EventRole.Role.REFEREE)
    visitors.sign_in_quickly(page, site, referee)
    page.goto(f"{site}/arbitro/{event.slug}/1/{table.number}/")
    return table


def _values(table: Table) -> dict[str, str]:
    sheet = make.simple_sheet(table)
    return {f"s{seat}_{name}": str(number) for seat, row in enumerate(sheet["seats"]) for name, number in row.items()}


@pytest.mark.soak(gate="tests/integration/browser/test_keyboard_jobs.py::test_keyboard_referee")
@pytest.mark.parametrize("view", ["phone", "desktop"])
def test_sheet_filled_in_by_keyboard(open_page: Callable[..., Page], live_server: Any, view: str) -> None:
    page = open_page(view)
    table = _sheet_page(page, live_server.url)
    remaining = _values(table)
    answers = {"end": "provinces", "ended_by": "4"}
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        # The preview that the server answers may move the page at the same time.
        visitors.until(page, f"({FOCUSED})().seen")
        focus = page.evaluate(FOCUSED)
        assert focus["outline"], f"nothing shows the focus: {focus}"
        if focus["open"] is False:
            page.keyboard.press("Enter")
        elif focus["name"] in remaining:
            page.keyboard.type(remaining.pop(focus["name"]))
        elif focus["kind"] == "radio":
            _choose(page, answers[focus["name"]])
        elif focus["text"] == translated("Deliver and confirm") or focus["text"] == translated("Deliver the sheet"):
            break
    # Ten numbers are entered; the value of the coins follows from them.
    assert set(remaining) == {f"s{seat}_coins" for seat in range(4)}
    expect(page.locator("#deliver")).to_have_text(translated("Deliver and confirm"))
    expect(page.locator("#deliver")).to_be_focused()
    page.keyboard.press("Enter")
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True)) == [1, 2, 3, 4]


def _choose(page: Page, value: str) -> None:
    """Choose among radio buttons with the arrow keys."""
    page.keyboard.press("Space")
    for _ in range(4):
        if page.evaluate("document.activeElement.value") == value:
            return
        page.keyboard.press("ArrowDown")
    pytest.fail(f"no choice is {value}")


def test_enter_key_in_number_does_nothing(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    _sheet_page(page, live_server.url)
    points = page.locator("[name=s0_points]")
    points.fill("18")
    points.press("Enter")
    expect(page.locator("#sum-0")).to_contain_text("18")
    expect(points).to_have_value("18")
    expect(page.locator("[name=mode]")).to_have_value("breakdown")
    assert not Sheet.objects.exists()


@pytest.mark.parametrize("address", one_in(2, ["/", "/eventi/", "/ranking/", "/arbitro/"]))
def test_first_stop_skips_to_content(open_page: Callable[..., Page], live_server: Any, address: str) -> None:
    make.make_season()
    page = open_page()
    visitors.sign_in_quickly(page, live_server.url, make.make_user())
    page.goto(f"{live_server.url}{address}")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name=translated("Skip to the content"))
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def _event(user: Any) -> str:
    return f"/eventi/{make.played_event().slug}/"


def _new_event(user: Any) -> str:
    make.make_organiser(user)
    make.make_season()
    return "/organizza/nuovo/"


def _door(user: Any) -> str:
    event = make.check_in_event()
    make.grant(event, user)
    return f"/organizza/{event.slug}/iscritti/"


@pytest.mark.parametrize("made", one_in(2, [_event, _door, _new_event]), ids=lambda one: one.__name__)
def test_focus_always_visible(open_page: Callable[..., Page], live_server: Any, made: Callable[[Any], str]) -> None:
    """Every stop of the Tab key has a focus outline: links, buttons, fields and choices."""
    user = make.make_user()
    page = open_page()
    visitors.sign_in_quickly(page, live_server.url, user)
    page.goto(live_server.url + made(user))
    stops = 0
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUSED)
        if focus["kind"] == "BODY":
            break
        stops += 1
        assert focus["outline"], f"nothing shows the focus: {focus}"
    assert stops > 12
