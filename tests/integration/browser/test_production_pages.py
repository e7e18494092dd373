"""Every page of the site on the production settings, on a phone and in Italian: it responds with all that it loads.

The pages and their data are those of ``test_axe``, which looks at them, in PostgreSQL, behind nginx, by two processes.
One differs from the test server: the gallery of components is for developers, and is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response

from tests.integration.browser import site_pages
from tests.integration.browser.conftest import VIEWS
from tests.integration.browser.looking import WORLDS, drop_a_record
from tests.integration.browser.on_production import Trusting, served, trusting

#: For each data set its values, and the session of its owner.
BUILD = """
from tests import factories as make
from tests.integration.browser.looking import WORLDS
from tests.integration.browser.visitors import session_of
result = {}
for name, (build, groups) in WORLDS.items():
    me = make.make_user(groups[0], referent=name == "referent")
    world = build(make.make_organiser(me if name == "desk" else None), make.make_season(), me)
    result[name] = {"world": world, "session": session_of(me)}
"""
#: Pages missing from a production site.
ABSENT = {"gallery"}


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Trusting]:
    with trusting(chromium) as trusting_browser:
        yield trusting_browser


@pytest.fixture
def site(browser: Trusting, tmp_path: Path, redis_url: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the site's address and the test data."""
    with served(tmp_path, redis_url.replace("/0", "/4"), BUILD) as (url, _house, built):
        yield url, built
        browser.leave()


class Looker:
    """Visits a group of pages; ``wrong`` lists the problems."""

    def __init__(self, page: Page, url: str) -> None:
        self._page, self._url = page, url
        self._failed: list[str] = []
        self.wrong: list[str] = []
        page.on("response", self._heard)

    def _heard(self, answer: Response) -> None:
        if answer.status >= 400:
            self._failed.append(f"{answer.status} {answer.url.removeprefix(self._url)}")

    def look(self, one: site_pages.Page, world: dict[str, Any]) -> None:
        """Open a page and check that all its resources load. A missing page is the site's own 404 page."""
        path = one.address(world).format_map(world)
        response = self._page.goto(self._url + path)
        assert response is not None
        assert response.status == (404 if one.name in ABSENT else 200), one
        assert response.headers["strict-transport-security"].startswith("max-age=31536000"), one
        assert self._page.get_attribute("html", "lang") == "it", one
        assert self._page.locator("h1").count() == 1, one
        self.wrong += [f"{one}: {line}" for line in self._failed if line != f"404 {path}" or one.name not in ABSENT]
        self._failed.clear()


def _opened(browser: Trusting, url: str, group: str, session: str) -> Page:
    """Open a page for the role of a group, signed in unless it is anonymous."""
    page = browser.page(**VIEWS["phone"]["viewport"])
    if group != "visitor":
        page.context.add_cookies([{"name": "__Host-sessionid", "value": session, "url": url, "secure": True}])
    if group == "player":
        drop_a_record(page, url)
    return page


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_pages_accessible_and_within_width")
def test_production_pages_respond_with_their_resources(site: tuple[str, dict[str, Any]], browser: Trusting) -> None:
    url, built = site
    problems: list[str] = []
    checked_names: set[str] = set()
    for name, (_build, groups) in WORLDS.items():
        facts = built[name]
        for group in groups:
            looker = Looker(_opened(browser, url, group, facts["session"]), url)
            for site_page in site_pages.GROUPS[group]:
                looker.look(site_page, facts["world"])
                checked_names.add(site_page.name)
            problems += [f"{group}: {line}" for line in looker.wrong]
    assert problems == [], "\n".join(problems)
    assert checked_names == {site_page.name for pages in site_pages.GROUPS.values() for site_page in pages}
