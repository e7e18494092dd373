"""A sanction with an appeal on a referee's phone, and a suspension that refuses an entry, in the browser."""

from __future__ import annotations

import os
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
from tests.integration.browser.visitors import button
from tournament.models import Entry, EventRole, Infraction

pytestmark = pytest.mark.django_db(transaction=True)


def _shot(page: Page, name: str) -> None:
    """Take a picture of the whole page for a person who looks at it, if a folder is named."""
    folder = os.environ.get("FOSSATO_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.soak
def test_sanction_is_appealed_and_a_suspended_player_is_not_entered(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    site, phone, page = live_server.url, open_page("phone"), open_page("desktop")
    season = make.make_season(regulation=make.regulation_published("2.1", sanctions="register"))
    event, other = make.drawn_event(season=season), make.authorised_event(season=season)
    referee = make.make_user()
    make.grant(event, referee, EventRole.Role.REFEREE)
    player = make.tables_of(make.last_round(event))[0].seats.get(position=1).entry

    visitors.sign_in_quickly(phone, site, referee)
    phone.goto(site + reverse("infractions", args=[event.slug]))
    phone.locator("[name=entry]").select_option(str(player.pk))
    phone.locator("[name=kind][value=warning]").check()
    for name, value in (("table", "1"), ("minute", "12"), ("what", "Ha guardato il mazzo")):
        phone.locator(f"main [name={name}]").fill(value)
    button(phone, "Enter it").click()
    expect(phone.locator("article")).to_contain_text("Ha guardato il mazzo")
    phone.locator("article summary").first.click()
    phone.locator("article textarea[name=words]").fill("Contava le carte")
    button(phone, "Note the appeal").click()
    expect(phone.locator("article")).to_contain_text("Contava le carte")
    _shot(phone, "infraction")

    visitors.sign_in_quickly(page, site, make.make_user(referent=True))
    page.goto(site + reverse("infractions", args=[event.slug]))
    page.locator("article summary").click()
    page.locator("article [name=words]").fill("Il mazzo si può contare (art. 2.4)")
    button(page, "Grant it").click()
    expect(page.locator("article")).to_contain_text("art. 2.4")
    assert Infraction.objects.get(entry=player).appeal == "granted"

    page.goto(site + reverse("person_suspend", args=[player.person_id]))
    page.locator("main [name=until]").fill((timezone.localdate() + timedelta(days=30)).isoformat())
    page.locator("main [name=reason]").fill("Liti al tavolo")
    button(page, "Suspend").click()
    page.goto(site + reverse("entry_add", args=[other.slug]) + f"?q={player.person.last_name}")
    page.locator(f"button[name=person][value='{player.person_id}']").click()
    expect(page.locator("body")).to_contain_text("ha una sospensione")
    _shot(page, "suspended")
    assert not Entry.objects.filter(event=other, person=player.person).exists()
