"""Fixtures for a real Chromium: pages of phone and desktop size, and the accessibility check."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.integration.browser.board_site import Site
from tests.integration.in_flight import InFlight
from tests.volume import one_in

VIEWS: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    },
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}
#: Milliseconds for unmeasured steps: a machine running many tests is slow, which is no defect.
PATIENCE = 15_000
#: Letters are as wide as on a screen: the headless shell alone rounds them to whole pixels.
FLAGS = [
    "--font-render-hinting=none",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--force-prefers-reduced-motion",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as browser."""
    for item in items:
        if item.path.is_relative_to(__file__.rpartition("/")[0]):
            item.add_marker("browser")


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    """Store files made in a test in its own folder."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def site_of(tmp_path: Path) -> Iterator[Callable[[], Site]]:
    """Return a function that starts the site on a copy of the current database."""
    sites: list[Site] = []

    def start() -> Site:
        site = Site(tmp_path)
        sites.append(site)
        site.start()
        return site

    yield start
    for site in sites:
        site.stop()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium without its windows once for the folder; stop it before other folders' tests.

    The whole browser without a display draws its own windows too, which takes 40 % more processor.

    Playwright's synchronous API keeps an event loop running in this thread, where Django would refuse the database:
    DJANGO_ALLOW_ASYNC_UNSAFE is therefore set, only as long as the browser runs.
    """
    program = shutil.which("chromium-headless-shell")
    assert program, "Chromium is not installed: run script/bootstrap --dev"
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, in_flight: InFlight) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page with its own cookie jar: ``open_page("phone", java_script_enabled=False)``.

    At the end the test fails if a script raised, or if the content security policy blocked something. Pending requests
    of closed pages are awaited: the tables are emptied next, and the server shares their connection.
    """
    contexts = []
    broken: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            broken.append(message.text)

    def open_one(view: str = "desktop", **options: Any) -> Page:
        settings = {
            "locale": "it-IT",
            "timezone_id": "Europe/Rome",
            "reduced_motion": "reduce",
            **VIEWS[view],
            **options,
        }
        context = chromium.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.on("console", heard)
        return page

    yield open_one
    for context in contexts:
        context.close()
    in_flight.none_left()
    assert broken == []


@pytest.fixture(params=one_in(2, VIEWS))
def browser_page(request: pytest.FixtureRequest, open_page: Callable[..., Page]) -> Page:
    """Open one page; the test runs twice in a soak, in phone and in desktop size, at the gate in the first."""
    return open_page(request.param)


#: The axe rules used. Those of WCAG 2.2 are off unless requested by name.
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture
def axe_violations() -> Callable[[Page], list[str]]:
    """Return a function that lists a page's violations of WCAG 2.2 AA, one line each; tests expect none."""
    script = Axe().axe_script

    def check(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        violations = page.evaluate(
            "(tags) => axe.run({ runOnly: tags, resultTypes: ['violations'] }).then((results) => results.violations)",
            AXE_TAGS,
        )
        return [
            f"{violation['id']} ({violation['impact']}): {node['html']}"
            for violation in violations
            for node in violation["nodes"]
        ]

    return check
