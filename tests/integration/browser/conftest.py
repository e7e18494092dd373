"""A real Chromium: pages as on a phone and on a desk, and the accessibility check."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.integration.browser.board_site import Site
from tests.integration.browser.in_flight import InFlight

VIEWS: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    },
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}
#: Milliseconds for what is not measured: a machine that tests much at a time is slow, and that is no defect.
PATIENCE = 15_000
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-prefers-reduced-motion"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is marked browser."""
    for item in items:
        if item.path.is_relative_to(__file__.rpartition("/")[0]):
            item.add_marker("browser")


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    """Files made in a test stay in its own folder."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def site_of(tmp_path: Path) -> Iterator[Callable[[], Site]]:
    """A function that starts the site on a copy of the database as it is now."""
    made: list[Site] = []

    def start() -> Site:
        site = Site(tmp_path)
        made.append(site)
        site.start()
        return site

    yield start
    for site in made:
        site.stop()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, started once for the folder and stopped before other folders' tests.

    Playwright's synchronous face keeps an event loop running in this thread, where Django would refuse the database:
    so Django is told to allow it, and only as long as the browser lives.
    """
    program = shutil.which("chromium")
    assert program, "Chromium is not installed: run script/bootstrap --dev"
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def in_flight() -> Iterator[InFlight]:
    """The requests that the live server has begun to answer."""
    counted = InFlight()
    with counted.listening():
        yield counted


@pytest.fixture
def open_page(chromium: Browser, in_flight: InFlight) -> Iterator[Callable[..., Page]]:
    """A function that opens a page of its own cookie jar: ``open_page("phone", java_script_enabled=False)``.

    At the end the test fails where a script raised, or where the content security policy stopped something. What the
    closed pages had asked for is waited for: the tables are emptied next, and the server shares their connection.
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


@pytest.fixture(params=list(VIEWS))
def browser_page(request: pytest.FixtureRequest, open_page: Callable[..., Page]) -> Page:
    """One page; the test runs twice, as on a phone and as on a desk."""
    return open_page(request.param)


#: What axe looks for. Its rules of WCAG 2.2 are off unless they are asked for by name.
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture
def axe_violations() -> Callable[[Page], list[str]]:
    """A function that gives a page's violations of WCAG 2.2 AA, one line each; none is what a test wants."""

    script = Axe().axe_script

    def check(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        found = page.evaluate(
            "(tags) => axe.run({ runOnly: tags, resultTypes: ['violations'] }).then((results) => results.violations)",
            AXE_TAGS,
        )
        return [f"{one['id']} ({one['impact']}): {node['html']}" for one in found for node in one["nodes"]]

    return check
