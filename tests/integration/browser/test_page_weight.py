"""Count what a page asks of an organiser: visible links, buttons, fields and words inside main, links of its frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser.visitors import sign_in_quickly
from tournament.models import Event
from tournament.sheets.services import sheet_submit

pytestmark = pytest.mark.django_db(transaction=True)

#: Most links of the frame of a working page.
FRAME = 6
COUNT = r"""() => {
  const main = document.querySelector("main");
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && element.checkVisibility();
  };
  const all = (root, selector) => [...root.querySelectorAll(selector)].filter(seen).length;
  const links = all(main, "a[href]");
  return {
    links,
    buttons: all(main, "button, summary, input[type=submit]"),
    fields: all(main, "input:not([type=hidden]):not([type=submit]), select, textarea"),
    words: main.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    frame: all(document, "a[href]") - links,
  };
}"""


@dataclass(frozen=True, slots=True)
class Weight:
    """The most that a page may have inside main."""

    links: int
    buttons: int
    fields: int
    words: int


def over(page: Page, most: Weight) -> dict[str, int]:
    """Return the counts of a page that are above its most."""
    counted: dict[str, int] = page.evaluate(COUNT)
    limits = {"links": most.links, "buttons": most.buttons, "fields": most.fields, "words": most.words, "frame": FRAME}
    return {name: counted[name] for name, limit in limits.items() if counted[name] > limit}


def test_new_event_is_four_fields_and_two_buttons(open_page: Callable[..., Page], live_server: Any) -> None:
    user = make.make_user()
    make.make_organiser(user, place="La Bottega del Drago, via Cavana 14, Trieste")
    for kind in ("phone", "desktop"):
        page = open_page(kind)
        sign_in_quickly(page, live_server.url, user)
        page.goto(live_server.url + reverse("event_new"))
        assert over(page, Weight(links=1, buttons=4, fields=5, words=90)) == {}


def test_draw_and_closing_of_a_round_ask_for_one_press(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    # The pages ask the beacon for nothing until the button is pressed.
    settings.FOSSATO_BEACON_RELAYS = ["http://127.0.0.1:1", "http://127.0.0.1:2"]
    event, user = make.check_in_event(players=13, **make.around_today()), make.make_user()
    make.grant(event, user)

    def looked_at(name: str, *numbers: int) -> Page:
        page = open_page("phone")
        sign_in_quickly(page, live_server.url, user)
        page.goto(live_server.url + reverse(name, args=[event.slug, *numbers]))
        return page

    assert over(looked_at("round_new"), Weight(links=1, buttons=4, fields=1, words=60)) == {}
    make.draw_round(event)
    make.play_round(event, close=False)
    page = looked_at("round_close", 1)
    # One tick a player, and the words beside the table.
    in_table = page.evaluate("document.querySelector('main table').innerText.match(/[\\p{L}\\p{N}]\\S*/gu).length")
    assert over(page, Weight(links=1, buttons=1, fields=13, words=120 + in_table)) == {}


def _running_desk(players: int) -> tuple[Event, Any]:
    """Create a running round whose first sheet waits and whose last is confirmed, and its organiser."""
    event = make.drawn_event(players=players)
    for number, entry in enumerate(event.entries.select_related("person")):
        make.change_person(entry.person, first_name="Beatrice", last_name=f"Černigoj{number}")
    first, *_between, last = make.tables_of(make.last_round(event))
    make.report(last)
    sheet_submit(table=first, data=make.simple_sheet(first), by=None)
    user = make.make_user()
    make.grant(event, user)
    return event, user


@pytest.mark.parametrize(
    ("players", "most"),
    [
        (13, Weight(links=12, buttons=4, fields=0, words=140)),
        pytest.param(
            200,
            Weight(links=40, buttons=10, fields=0, words=400),
            marks=pytest.mark.soak(
                gate="tests/unit/tournament/web/desk/test_events.py::test_desk_of_a_large_hall_is_a_grid_of_numbers_with_the_open_ones_first"
            ),
        ),
    ],
)
def test_running_desk_is_tables_and_one_act(
    open_page: Callable[..., Page], live_server: Any, players: int, most: Weight
) -> None:
    event, user = _running_desk(players)
    for kind in ("phone", "desktop"):
        page = open_page(kind)
        sign_in_quickly(page, live_server.url, user)
        page.goto(live_server.url + reverse("desk", args=[event.slug]))
        expect(page.locator("#desk-now .btn-primary")).to_have_count(1)
        assert over(page, most) == {}


def test_running_desk_of_five_tables_is_a_screen_of_a_phone(open_page: Callable[..., Page], live_server: Any) -> None:
    """At most 1,000 px; what was just done is the first line of the dock, and covers no button."""
    event, user = _running_desk(19)
    page = open_page(viewport={"width": 390, "height": 844})
    sign_in_quickly(page, live_server.url, user)
    page.goto(live_server.url + reverse("desk", args=[event.slug]))
    assert page.evaluate("document.documentElement.scrollHeight") <= 1000
    page.locator("#desk-now .btn-primary").click()
    toast = page.locator(".fo-work__act .fo-toast")
    expect(toast).to_have_count(1)
    told, act = toast.bounding_box(), page.locator("#desk-now").bounding_box()
    assert told is not None
    assert act is not None
    assert told["y"] + told["height"] <= act["y"]
