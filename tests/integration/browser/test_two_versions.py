"""Two versions of the regulation in one season: the second is made in the browser, an event is played by each.

Both event files are then verified by the command that needs neither the site nor its database.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, link
from tournament.models import Event
from tournament.regulation import parameters as regulation

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
#: Players of the event of the second version, fewer than 2.0 needs.
FEW = 9


def _second_version(site: str, page: Page) -> None:
    """Copy version 2.0, change a minimum, the points, the minutes and a reading, and publish it from today."""
    page.goto(site + reverse("regulations"))
    page.locator("a[href$='/copia/']").last.click()
    page.locator("[name=number]").fill("2.1")
    page.locator("[name=effective_from]").fill(timezone.localdate().isoformat())
    page.locator("[name=note]").fill("Meno giocatori, più tempo")
    button(page, "Make the draft").click()
    for name, value in (("minimum_players_i", str(FEW)), ("minutes", "50"), ("further_half_points", "0.5")):
        page.locator(f"[name={name}]").fill(value)
    page.locator("[name=place_half_points]").fill("1: 12\n4: 6\n8: 1.5")
    page.locator("[name=drop_outs]").select_option("last")
    button(page, "Save draft").click()
    expect(page.locator("section[aria-labelledby=h-changes] li")).to_have_count(5)
    _shot(page, "draft")
    button(page, "Publish the version").click()
    button(page, "Publish the version").click()
    expect(page.locator("main h1")).to_contain_text("2.1")


def _shot(page: Page, name: str) -> None:
    """Take a picture of the whole page for a person who looks at it, if a folder is named."""
    folder = os.environ.get("FOSSATO_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def _verified(site: str, page: Page, event: Event, folder: Path) -> dict[str, Any]:
    """Return what the command derives from the downloaded event file, in a process without the site's settings."""
    answer = page.request.get(site + reverse("event_file", args=[event.slug]))
    file = folder / f"{event.slug}.json"
    file.write_bytes(answer.body())
    command = "import sys; from tournament.regulation.event_file.command import main; sys.exit(main())"
    away = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "FOSSATO"))}
    done = subprocess.run(
        [sys.executable, "-c", command, str(file), "--json"],
        cwd=folder,
        env=away | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    derived: dict[str, Any] = json.loads(done.stdout)
    return derived


@pytest.mark.soak(
    gate="tests/unit/tournament/regulation_versions/test_services.py::"
    "test_event_played_by_another_version_verifies_without_the_server"
)
def test_events_of_two_versions_are_played_side_by_side_and_verified_away(
    live_server: Any, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    site, page = live_server.url, open_page("desktop")
    visitors.sign_in_quickly(page, site, make.make_user(referent=True))
    today = timezone.localdate()
    season = make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    days = {"season": season, "first_day": today, "last_day": today}
    old = make.concluded_event(**days)
    _second_version(site, page)
    new = make.concluded_event(players=FEW, **days)
    assert (old.regulation, new.regulation, new.is_official) == ("2.0", "2.1", True)
    assert new.clock_minutes == regulation.get("2.1").minutes == 50

    page.goto(site + new.get_absolute_url())
    expect(page.locator("td.key").first).to_have_text("12")
    expect(page.locator("td.key").last).to_have_text("0,5")
    link(page, "Regulation %(version)s", version="2.1").first.click()
    link(page, "Whole text").click()
    _shot(page, "whole-text")
    expect(page.locator("main")).to_contain_text("Minuti di una partita: 50.")

    derived = {event.slug: _verified(site, page, event, tmp_path) for event in (old, new)}
    earned = {slug: [row["points"] for row in result["places"]] for slug, result in derived.items()}
    assert earned[new.slug] == [12, 6, 6, 6, 1.5, 1.5, 1.5, 1.5, 0.5]
    assert earned[old.slug][:5] == [10, 7, 5, 3, 2]
