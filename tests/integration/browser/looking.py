"""Visual checks shared by the tests of every page: test data by role, axe violations and horizontal overflow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.integration.browser import visitors, worlds
from tests.integration.browser.conftest import VIEWS

EXAMPLE = Path(__file__).parents[3] / "games" / "dominion" / "examples" / "01-first-game.json"
#: Test data sets, and the roles that view each; the first role's account owns the data.
WORLDS: dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]] = {
    "public": (worlds.public, ("player", "visitor")),
    "desk": (worlds.desk, ("organiser",)),
    "referee": (worlds.refereed, ("referee",)),
    "referent": (worlds.referents, ("referent",)),
}
_STICKY = ".sheet__live, .sheet__top, .fo-work__act"
UNSTUCK = f"document.querySelectorAll('{_STICKY}').forEach((one) => {{ one.style.position = 'static' }})"
FITS = "document.documentElement.scrollWidth <= window.innerWidth"

Axe = Callable[[Page], list[str]]
#: The narrowest screen on which no page scrolls sideways (WCAG 2.2, 1.4.10).
NARROWEST = 320


def looked_at(page: Page, axe: Axe, views: Iterable[str] = VIEWS) -> list[str]:
    """Return the problems of the current page at each width."""
    problems = []
    # Content under a sticky bar is reached by scrolling; axe counts it as a target partly covered.
    page.evaluate(UNSTUCK)
    for view in map(VIEWS.__getitem__, views):
        page.set_viewport_size(view["viewport"])
        width = view["viewport"]["width"]
        problems += [f"{width}: {line}" for line in axe(page)]
        problems += [] if page.evaluate(FITS) else [f"{width}: wider than the screen"]
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    problems += [] if page.evaluate(FITS) else [f"{NARROWEST}: wider than the screen"]
    return problems


def drop_a_record(page: Page, site: str, language: str = "it") -> None:
    """Upload a game record to the page of games, for step-by-step viewing."""
    page.goto(f"{site}{reverse('practice')}")
    page.locator("[name=record]").set_input_files(EXAMPLE)
    with visitors.speaking(language):
        visitors.button(page, "Show the game").click()
    expect(page).to_have_url(f"{site}{reverse('practice_own', args=[0])}")
