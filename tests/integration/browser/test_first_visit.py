"""A first visit, with an empty cache: what is loaded, and that nothing moves when the letters arrive."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response

from tests import factories as make
from tournament.models import Person

pytestmark = pytest.mark.django_db(transaction=True)

#: Most of a page's height that may move, requests, and bytes as they are sent compressed.
SHIFT, REQUESTS, BYTES = 0.05, 12, 120_000
OBSERVE = """window.moved = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


def _sent(answer: Response) -> int:
    """Return the bytes of an answer as nginx sends it; fonts and pictures are compressed already."""
    body = answer.body()
    return len(body) if answer.url.endswith((".woff2", ".png")) else len(gzip.compress(body, 6))


def _visit(page: Page, address: str) -> dict[str, float]:
    """Open a page and return what is above its limit."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.add_init_script(OBSERVE)
    page.goto(address, wait_until="load")
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    # The stream of news is no part of the page and has no end.
    loaded = [answer for answer in answers if "event-stream" not in answer.headers.get("content-type", "")]
    counted = {
        "shift": page.evaluate("window.moved"),
        "requests": len(loaded),
        "bytes": sum(map(_sent, loaded)),
    }
    limits = {"shift": SHIFT, "requests": REQUESTS, "bytes": BYTES}
    return {name: value for name, value in counted.items() if value > limits[name]}


@pytest.mark.parametrize(
    ("view", "names"),
    [
        ("phone", ("home", "event", "account_login")),
        *(
            pytest.param(
                view,
                (
                    *("home", "event_list", "event", "draws", "ranking", "player", "regulation", "account_login"),
                    *("play", "organise_event"),
                ),
                marks=pytest.mark.soak(
                    gate="tests/integration/browser/test_first_visit.py::test_first_visit_is_light_and_nothing_moves"
                ),
            )
            for view in ("phone", "desktop")
        ),
    ],
)
def test_first_visit_is_light_and_nothing_moves(
    open_page: Callable[..., Page], live_server: Any, view: str, names: tuple[str, ...]
) -> None:
    event = make.concluded_event(players=16)
    person = Person.objects.filter(entries__event=event, consent=True).earliest("pk")
    arguments: dict[str, list[Any]] = {"event": [event.slug], "draws": [event.slug], "player": [person.pk]}
    base = live_server.url.replace("127.0.0.1", "localhost")
    over = {name: _visit(open_page(view), base + reverse(name, args=arguments.get(name, []))) for name in names}
    assert over == {name: {} for name in names}
