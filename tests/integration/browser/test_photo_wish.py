"""Somebody in the winner’s photo takes it off the event’s page; the desk reads the wish and removes the photo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.looking import Axe
from tests.integration.browser.visitors import button, notice, translated
from tournament.access.links import link_token, participant_links_make
from tournament.models import ErrorReport
from tournament.reports.photo_privacy import winner_photo_show
from tournament.reports.photos import photo_add

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_report.py::test_photo_remove_asks_for_confirmation_and_is_idempotent"
)
def test_player_takes_the_photo_down_and_the_desk_removes_it(
    open_page: Callable[..., Page], live_server: Any, axe_violations: Axe
) -> None:
    site, organiser = live_server.url, make.make_user()
    event = make.concluded_event()
    make.grant(event, organiser)
    photo = photo_add(event=event, file=reporting.picture(), caption="Il podio", by=None)
    winner_photo_show(photo=photo, is_agreed=True, by=None)
    link = next(one for one in participant_links_make(event=event, by=None) if one.entry is not None)
    anybody, player = open_page("desktop"), open_page("phone")
    anybody.goto(site + event.get_absolute_url())
    shown = anybody.locator(f"img[src^='{reverse('event_photo', args=[event.slug])}']")
    expect(shown).to_be_visible()

    player.goto(site + reverse("player_phone", args=[link_token(link)]))
    player.get_by_text(translated("Are you in a photo and do not want to be?")).click()
    assert axe_violations(player) == []
    button(player, "Take the photos down").click()
    expect(player.locator(".fo-toast")).to_have_count(1)
    anybody.reload()
    expect(anybody.locator("h1")).to_be_visible()
    expect(shown).to_have_count(0)

    desk = open_page("desktop")
    visitors.sign_in_quickly(desk, site, organiser)
    desk.goto(site + reverse("error_reports", args=[event.slug]))
    expect(desk.locator("main")).to_contain_text(str(ErrorReport.objects.get().words))
    desk.goto(site + reverse("event_photos", args=[event.slug]))
    # A photo is not shown again as long as the wish is open: the page says so.
    desk.locator("[name=agreed]").check()
    button(desk, "Show it as the photo of the winner").click()
    expect(desk.locator(".fo-toast")).to_have_count(1)
    event.refresh_from_db()
    assert event.winner_photo_id is None
    button(desk, "Remove").click()
    desk.locator("dialog[open] .btn-danger, main form .btn-danger").first.click()
    notice(desk, "The photo is erased.")
    assert not event.photos.exists()
