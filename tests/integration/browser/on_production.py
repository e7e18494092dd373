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

#: Bearer token that shows the details of the health page.
HEALTH = "un-segreto-abbastanza-lungo-per-la-salute"


@contextmanager
def served(folder: Path, redis: str, build: str) -> Iterator[tuple[str, Installation, Any]]:
    """Yield the site's address, its installation, and the ``result`` of ``build``, which runs before the servers.

    Arguments:
        folder: takes the media and the processes' output.
        redis: a Redis database used by nothing else.
        build: code for ``Installation.do``.
    """
    with ExitStack() as running:
        port = free_port()
        settings = production(
            database=running.enter_context(throwaway_postgres(migrated=True)),
            redis=redis,
            FOSSATO_HOSTS="127.0.0.1",
            FOSSATO_SITE_URL=f"https://127.0.0.1:{port}",
            FOSSATO_MEDIA=str(folder / "media"),
            FOSSATO_STATIC=str(collected_static()),
            FOSSATO_HEALTH_TOKEN=HEALTH,
        )
        running_installation = running.enter_context(installation("postgresql", folder, settings))
        built = running_installation.do(build)
        for _worker in range(2):
            running.enter_context(running_worker(settings, signal.SIGTERM))
        running.enter_context(running_clock(settings))
        site = running.enter_context(production_site(settings, folder))
        proxy = running.enter_context(running_nginx(upstream=site.port, port=port, static=collected_static()))
        yield proxy.url, running_installation, built


class Trusting:
    """A browser that accepts the test's own certificate; ``broken`` collects errors, of which there must be none."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[Page] = []
        self.broken: list[str] = []

    def page(self, width: int, height: int) -> Page:
        """Open a page with its own cookie jar, in Italian."""
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
        """Close all pages, so that no response is pending when the servers stop."""
        for page in self._pages:
            page.goto("about:blank")


@contextmanager
def trusting(chromium: Browser) -> Iterator[Trusting]:
    """Start such a browser; at its end nothing may have broken."""
    flags = [*FLAGS, "--ignore-certificate-errors"]
    browser = chromium.browser_type.launch(executable_path=shutil.which("chromium-headless-shell"), args=flags)
    visits = Trusting(browser)
    try:
        yield visits
    finally:
        browser.close()
    assert visits.broken == []
