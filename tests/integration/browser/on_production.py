"""A browser on the production settings: PostgreSQL, Redis, two server processes behind nginx, two workers, a clock."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.integration.browser.conftest import FLAGS
from tests.integration.servers.installation import Installation, installation
from tests.integration.servers.nginx import running_nginx
from tests.integration.servers.ports import free_port
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.production import collected_static, production_site
from tests.integration.servers.worker import production, running_clock, running_worker

#: Who bears it is told what is there.
HEALTH = "un-segreto-abbastanza-lungo-per-la-salute"


@contextmanager
def served(folder: Path, redis: str, build: str) -> Iterator[tuple[str, Installation, Any]]:
    """The site's address, the installation behind it, and what ``build`` left in ``result`` before anything ran.

    Arguments:
        folder: takes the media and what the processes say.
        redis: a database of Redis that nobody else uses.
        build: code for ``Installation.do``.
    """
    with ExitStack() as running:
        port = free_port()
        settings = production(
            database=running.enter_context(throwaway_postgres()),
            redis=redis,
            FOSSATO_HOSTS="127.0.0.1",
            FOSSATO_SITE_URL=f"https://127.0.0.1:{port}",
            FOSSATO_MEDIA=str(folder / "media"),
            FOSSATO_STATIC=str(collected_static()),
            FOSSATO_HEALTH_TOKEN=HEALTH,
        )
        house = running.enter_context(installation("postgresql", folder, settings))
        assert house.command("migrate", "--no-input")["status"] == 0
        built = house.do(build)
        for _worker in range(2):
            running.enter_context(running_worker(settings, signal.SIGTERM))
        running.enter_context(running_clock(settings, folder))
        site = running.enter_context(production_site(settings, folder))
        proxy = running.enter_context(running_nginx(upstream=site.port, port=port, static=collected_static()))
        yield proxy.url, house, built


class Trusting:
    """A browser that takes the test's own certificate for true; ``broken`` is what no page may say."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[Page] = []
        self.broken: list[str] = []

    def page(self, width: int, height: int) -> Page:
        """A page of its own cookie jar, in Italian."""
        context = self._browser.new_context(
            locale="it-IT",
            timezone_id="Europe/Rome",
            reduced_motion="reduce",
            viewport={"width": width, "height": height},
        )
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.broken.append(f"{page.url}: {error}"))
        page.on("console", lambda words: self._heard(page, words.text))
        self._pages.append(page)
        return page

    def _heard(self, page: Page, words: str) -> None:
        if "Content Security" in words:
            self.broken.append(f"{page.url}: {words}")

    def leave(self) -> None:
        """Nobody looks any more: no answer is under way when the servers end."""
        for page in self._pages:
            page.goto("about:blank")


@contextmanager
def trusting(chromium: Browser) -> Iterator[Trusting]:
    """Starts such a browser; at its end nothing may have broken."""
    flags = [*FLAGS, "--ignore-certificate-errors"]
    browser = chromium.browser_type.launch(executable_path=shutil.which("chromium"), args=flags)
    visits = Trusting(browser)
    try:
        yield visits
    finally:
        browser.close()
    assert visits.broken == []
