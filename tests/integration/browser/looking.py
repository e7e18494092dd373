"""How every page is looked at: whose worlds there are, what axe says of the page that is open, whether it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.integration.browser import visitors, worlds
from tests.integration.browser.conftest import VIEWS

EXAMPLE = Path(__file__).parents[3] / "games" / "dominion" / "examples" / "01-first-game.json"
#: Worlds, and who looks at each; the first one's account is the world's own.
WORLDS: dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]] = {
    "public": (worlds.public, ("player", "visitor")),
    "desk": (worlds.desk, ("organiser",)),
    "referee": (worlds.refereed, ("referee",)),
    "referent": (worlds.referents, ("referent",)),
}
UNSTUCK = "document.querySelectorAll('.sheet__live, .sheet__top').forEach((one) => { one.style.position = 'static' })"
FITS = "document.documentElement.scrollWidth <= window.innerWidth"

Axe = Callable[[Page], list[str]]


def looked_at(page: Page, axe: Axe, views: Iterable[str] = VIEWS) -> list[str]:
    """What is wrong with the page that is open, at each width."""
    wrong = []
    # What lies under a bar that stays at its edge is reached by scrolling; axe takes it for a target of what is left.
    page.evaluate(UNSTUCK)
    for view in map(VIEWS.__getitem__, views):
        page.set_viewport_size(view["viewport"])
        width = view["viewport"]["width"]
        wrong += [f"{width}: {line}" for line in axe(page)]
        wrong += [] if page.evaluate(FITS) else [f"{width}: wider than the screen"]
    return wrong


def drop_a_record(page: Page, site: str, language: str = "it") -> None:
    """Drops the record of a game on the page of games, so that it can be looked at step by step."""
    page.goto(f"{site}{reverse('practice')}")
    page.locator("[name=record]").set_input_files(EXAMPLE)
    with visitors.speaking(language):
        visitors.button(page, "Show the game").click()
    expect(page).to_have_url(f"{site}{reverse('practice_own', args=[0])}")
