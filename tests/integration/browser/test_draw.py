"""A draw's page recomputes the draw in the visitor's browser, and detects a record changed on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests import factories as make
from tests.integration.browser.visitors import link, translated
from tests.volume import one_in
from tournament.models import Draw

pytestmark = pytest.mark.django_db(transaction=True)

RECORD = re.compile(r'(<script id="draw" type="application/json">)(.*?)(</script>)', re.DOTALL)
SAME = "Your browser has drawn again and the outcome is the same."
DIFFERENT = "Your browser has drawn again and the outcome is different."
PURPOSES = ["kingdom", "tables", "seats"]

Change = Callable[[dict[str, Any]], None]


def _exchange(record: dict[str, Any]) -> None:
    record["outcome"][:2] = reversed(record["outcome"][:2])


def _other_word(record: dict[str, Any]) -> None:
    record["word"] = "altra parola"


def _other_seed(record: dict[str, Any]) -> None:
    record["seed"] = "00" * 32


def _other_promise(record: dict[str, Any]) -> None:
    record["commitment"] = "00" * 32


def _draw(purpose: str) -> Draw:
    event = make.drawn_event(players=13)
    return Draw.objects.filter(event=event, purpose=purpose, drawn_at__isnull=False).earliest("pk")


def _tampering(change: Change) -> Callable[[Route], None]:
    """Answer a request for the page with the server's response, its record changed."""

    def answer(route: Route) -> None:
        response = route.fetch()

        def changed(found: re.Match[str]) -> str:
            record = json.loads(found[2])
            change(record)
            return found[1] + json.dumps(record) + found[3]

        body, times = RECORD.subn(changed, response.text())
        assert times == 1
        route.fulfill(response=response, body=body)

    return answer


@pytest.mark.parametrize("purpose", one_in(2, PURPOSES))
def test_draw_recomputed_in_browser(open_page: Callable[..., Page], live_server: Any, purpose: str) -> None:
    """From the event's page to the draw: the recorded outcome is drawn again, card by card or name by name."""
    draw = _draw(purpose)
    page = open_page("phone")
    page.goto(f"{live_server.url}/eventi/{draw.event.slug}/")
    page.locator("main summary", has_text=translated("Check the draws")).click()
    link(page, "All draws of this event").click()
    page.locator(f"main a[href='/sorteggi/{draw.pk}/']").click()
    expect(page.locator("[data-draw-verdict]")).to_have_text(translated(SAME))
    expect(page.locator("[data-draw-check]")).to_have_attribute("data-agrees", "true")
    rows = page.locator("[data-draw-outcome] tbody tr")
    expect(rows).to_have_count(10 if purpose == "kingdom" else 13)
    expect(page.locator("[data-draw-outcome] .fo-tag--done")).to_have_count(rows.count())
    expect(page.locator("main")).to_contain_text(draw.commitment)
    expect(page.locator("main")).to_contain_text(f"«{make.WORD}»")


@pytest.mark.parametrize(
    "change", one_in(2, [_exchange, _other_word, _other_promise, _other_seed]), ids=lambda one: one.__name__
)
def test_draw_changed_record_detected(open_page: Callable[..., Page], live_server: Any, change: Change) -> None:
    draw = _draw("tables")
    page = open_page("phone")
    page.route(f"**/sorteggi/{draw.pk}/", _tampering(change))
    page.goto(f"{live_server.url}/sorteggi/{draw.pk}/")
    expect(page.locator("[data-draw-verdict]")).to_have_text(translated(DIFFERENT))
    expect(page.locator("[data-draw-check]")).to_have_attribute("data-agrees", "false")
    assert page.locator("[data-draw-check] .fo-tag--help").count() >= 1
