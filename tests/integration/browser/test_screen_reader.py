"""Screen-reader output: names in Chromium's accessibility tree, clocks without chatter, polite live announcements."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import translated
from tests.volume import one_in
from tournament.access import links
from tournament.models import Event, EventRole

pytestmark = pytest.mark.django_db(transaction=True)

#: Every text change of a live region, in order.
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[role=status], [aria-live=polite]"))
    new MutationObserver(() => { const said = region.innerText.trim(); if (said) window.heard.push(said); })
      .observe(region, { childList: true, characterData: true, subtree: true });
}"""


def tree(page: Page) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the accessibility tree: (role, name, properties) of everything that is not ignored."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [
        (
            str(node["role"]["value"]),
            str(node.get("name", {}).get("value", "")),
            {property_["name"]: property_["value"].get("value") for property_ in node.get("properties", [])},
        )
        for node in nodes
        if not node.get("ignored")
    ]


def names(page: Page, role: str) -> list[str]:
    """Return the names of all nodes of a role, in the page's order."""
    return [name for kind, name, _facts in tree(page) if kind == role]


@pytest.fixture
def event() -> Event:
    return make.drawn_event()


@pytest.fixture(params=one_in(2, ["it", "en"]))
def page(request: pytest.FixtureRequest, open_page: Callable[..., Page]) -> Any:
    """Open a page in each language."""
    with visitors.speaking(request.param):
        yield open_page("desktop", locale={"it": "it-IT", "en": "en-GB"}[request.param])


def _player(page: Page, site: str, event: Event) -> None:
    seat = make.tables_of(make.last_round(event))[0].seats.get(position=1)
    participant_links = links.participant_links_make(event=event, by=None)
    page.goto(
        f"{site}/g/{links.link_token(next(link for link in participant_links if link.entry_id == seat.entry_id))}/"
    )


def _clock(page: Page) -> tuple[str, dict[str, Any]]:
    ((name, facts),) = [(name, facts) for role, name, facts in tree(page) if role == "timer"]
    return name, facts


# ---------------------------------------------------------------- clocks


def test_clocks_named_and_silent(page: Page, live_server: Any, event: Event) -> None:
    """On the event's page, the participant's, the referee's sheet, the desk and the public display."""
    user = make.make_user()
    make.grant(event, user)
    make.grant(event, user, EventRole.Role.REFEREE)
    _player(page, live_server.url, event)
    assert _clock(page)[0] == translated("Clock of the round")
    visitors.sign_in_quickly(page, live_server.url, user)
    for path in (
        f"/eventi/{event.slug}/",
        f"/arbitro/{event.slug}/1/1/",
        f"/organizza/{event.slug}/",
        f"/parete/{event.slug}/",
    ):
        page.goto(live_server.url + path)
        name, facts = _clock(page)
        assert name.startswith(translated("Clock of the round")), path
        assert facts.get("live", "off") == "off", path


#: Enough to press the button of the sound.
SECONDS_LEFT = 8
COUNT_BEEPS = """
window.beeps = 0;
AudioContext = class extends AudioContext {
  createOscillator() {
    window.beeps += 1;
    return super.createOscillator();
  }
};
"""


def _alone(page: Page) -> None:
    """Let a page ask nothing once it is loaded: the server, whose time stands still, would put its clock right."""
    asked = ("fetch", "xhr", "eventsource")
    page.route("**/*", lambda one: one.abort() if one.request.resource_type in asked else one.continue_())


def test_clock_announces_ten_five_one_minutes_and_end(page: Page, live_server: Any, event: Event) -> None:
    """A whole round is run through second by second: four sentences, each once."""
    page.clock.install()
    _alone(page)
    page.goto(live_server.url + event.get_absolute_url())
    page.evaluate(LISTEN)
    region = page.locator("[data-clock-call]")
    expect(region).to_have_text("")
    minutes_left = (page.text_content(".fo-clock__time") or "").partition(":")[0]
    assert int(minutes_left) in (44, 45)
    heard = []
    for minutes, words in ((36, "10 minutes left"), (4, "5 minutes left"), (4, "One minute left"), (2, "Time is up")):
        page.clock.fast_forward(minutes * 60_000)
        page.clock.run_for(1_000)
        heard.append(translated(words))
        expect(region).to_have_text(translated(words))
        page.clock.run_for(3_000)
    assert [sentence for sentence in page.evaluate("window.heard") if sentence in heard] == heard


@pytest.mark.soak(
    gate="tests/integration/browser/test_screen_reader.py::test_clock_announces_ten_five_one_minutes_and_end"
)
def test_clock_rings_once_at_the_end_where_the_sound_is_on(page: Page, live_server: Any, event: Event) -> None:
    """The sound is off until its button is pressed; it rings then, and once more at 0:00, seconds after."""
    round_ = make.last_round(event)
    round_.clock_ends_at = timezone.now() + timedelta(seconds=SECONDS_LEFT)
    round_.save(update_fields=["clock_ends_at"])
    page.add_init_script(COUNT_BEEPS)
    page.goto(live_server.url + event.get_absolute_url())
    button = page.get_by_role("button", name=translated("Ring when time is up"))
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.beeps") == 3
    expect(page.locator(".fo-clock__time")).to_have_text("0:00")
    assert page.evaluate("window.beeps") == 6


@pytest.mark.soak(
    gate="tests/integration/browser/test_screen_reader.py::test_clock_announces_ten_five_one_minutes_and_end"
)
def test_clock_opened_late_skips_past_announcements(page: Page, live_server: Any) -> None:
    event = make.drawn_event()
    page.clock.install()
    _alone(page)
    page.goto(live_server.url + event.get_absolute_url())
    page.clock.fast_forward(41 * 60_000)
    page.clock.run_for(500)
    expect(page.locator("[data-clock-call]")).to_have_text(translated("5 minutes left"))
    page.clock.run_for(30_000)
    expect(page.locator("[data-clock-call]")).to_have_text(translated("5 minutes left"))


# ---------------------------------------------------------------- names


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_stepper_bounded_and_fires_events")
def test_steppers_name_field_and_seat(page: Page, live_server: Any, event: Event) -> None:
    table = make.tables_of(make.last_round(event))[0]
    link = next(
        table_link
        for table_link in links.table_links_make(round=table.round, by=None)
        if table_link.table_id == table.pk
    )
    page.goto(f"{live_server.url}/t/{links.link_token(link)}/")
    visitors.open_seats(page)
    fields, buttons = names(page, "textbox"), names(page, "button")
    for seat in table.seats.select_related("entry__person"):
        who = str(seat.entry.person)
        gold = f"{translated('Gold')}, {who}"
        assert f"{translated('Turns')}, {who}" in fields
        assert gold in fields
        assert translated("%(label)s: one more", label=gold) in buttons
        assert translated("%(label)s: one less", label=gold) in buttons
    assert len(set(fields)) == len(fields)
    assert "" not in fields + buttons


def test_board_headings_and_table_headers(page: Page, live_server: Any, event: Event) -> None:
    page.goto(f"{live_server.url}/parete/{event.slug}/")
    headings = [(name, facts.get("level")) for role, name, facts in tree(page) if role == "heading"]
    assert [name for name, level in headings if level == 1] == [event.name]
    assert (translated("Round %(number)s", number=1), 2) in headings
    assert {translated("Table %(number)s", number=table) for table in (1, 2, 3)} <= {name for name, _level in headings}


@pytest.mark.parametrize("where", ["event", "ranking"])
def test_table_named_with_column_headers(page: Page, live_server: Any, where: str) -> None:
    event = make.played_event()
    page.goto(live_server.url + {"event": event.get_absolute_url(), "ranking": "/ranking/"}[where])
    assert page.locator("th:not([scope])").count() == 0
    assert all(name for role, name, _facts in tree(page) if role == "columnheader")


def test_updates_announced_politely_once(page: Page, live_server: Any, event: Event) -> None:
    _player(page, live_server.url, event)
    regions = page.locator("[data-news-said]")
    expect(regions).to_have_count(1)
    assert regions.get_attribute("aria-live") == "polite" or regions.get_attribute("role") == "status"
    assert page.locator("[aria-live=assertive], [role=alert]").count() == 0


# ---------------------------------------------------------------- movement


@pytest.mark.soak(gate="tests/integration/browser/test_screen_reader.py::test_clocks_named_and_silent")
def test_reduced_motion_respected(page: Page, live_server: Any, event: Event) -> None:
    moving = """() => document.getAnimations().length + [...document.querySelectorAll("*")].filter((one) => {
      const style = getComputedStyle(one);
      const longest = (list) => Math.max(...list.split(",").map(parseFloat));
      const animated = style.animationName !== "none" && longest(style.animationDuration) > 0.01;
      return animated || longest(style.transitionDuration) > 0.01;
    }).length"""
    page.emulate_media(reduced_motion="reduce")
    for path in ("/", f"/eventi/{event.slug}/", f"/parete/{event.slug}/"):
        page.goto(live_server.url + path)
        assert page.evaluate(moving) == 0, path
