"""A club asks to organise, is approved, opens an event and invites a referee, who finds it: with mails alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser.visitors import (
    back_link,
    button,
    create_event,
    link,
    notice,
    sign_in_quickly,
    translated,
)
from tournament.models import EventRole, Season

pytestmark = pytest.mark.django_db(transaction=True)

REFEREE = "arbitra@example.org"


def _link_of_mail(to: str, site: str) -> str:
    """Return the address in the last mail to somebody, on the site of the test."""
    body = next(str(sent.body) for sent in reversed(mail.outbox) if sent.to == [to])
    address = re.search(r"https?://[^/\s]+(/\S+)", body)
    assert address is not None, body
    return site + address[1]


def _ask(page: Page, site: str) -> None:
    """Ask to organise, and answer the question that comes back."""
    page.goto(f"{site}/organizza-un-evento/")
    for name in ("name", "city", "contact", "plan"):
        page.locator(f"[name={name}]").fill(make.REQUEST[name])
    button(page, "Send the request to the Referent").click()
    notice(page, "The request is sent. The answer comes by mail and on this page.")


def _approve(page: Page, to: str) -> None:
    """Approve the request as the Referent, from the link of the mail."""
    page.goto(to)
    card = page.locator("main li", has_text=make.REQUEST["name"])
    expect(card).to_contain_text(make.REQUEST["plan"])
    card.locator("button[value=yes]").click()
    notice(page, "%(name)s can hold events.", name=make.REQUEST["name"])


def _open_event(page: Page, to: str, season: Season) -> None:
    """Open the first event, from the mail that says yes."""
    page.goto(to)
    create_event(
        page, name="Coppa della Torre", day=timezone.localdate(), place="Sala dei Canottieri, Ivrea", season=season
    )
    back_link(page).click()
    expect(page.locator("h1")).to_have_text("Coppa della Torre")


def _invite_referee(page: Page) -> None:
    link(page, "Staff").click()
    page.locator("[name=address]").fill(REFEREE)
    button(page, "Send the invitation").click()
    expect(page.locator("main")).to_contain_text(REFEREE)


def _accept(page: Page, to: str) -> None:
    """Follow the link without an account, create one, and accept: no other code is needed."""
    page.goto(to)
    expect(page.locator("h1")).to_contain_text("Coppa della Torre")
    link(page, "Create an account").click()
    expect(page.locator("[name=email]")).to_have_value(REFEREE)
    for name, text in {"first_name": "Elena", "last_name": "Riva", "password1": "una frase lunga"}.items():
        page.locator(f"[name={name}]").fill(text)
    button(page, "Create with the password").click()
    button(page, "Accept").click()
    expect(page.locator("h1")).to_have_text(translated("Your tables"))
    expect(page.locator("main")).to_contain_text("Coppa della Torre")


def test_club_asks_is_approved_and_invites_a_referee_by_mail(live_server: Any, open_page: Callable[..., Page]) -> None:
    today = timezone.localdate()
    season = make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    site = live_server.url
    club, referent = make.make_user("torre"), make.make_user(referent=True)
    asks, decides, referees = open_page("phone"), open_page(), open_page("phone")
    sign_in_quickly(asks, site, club)
    sign_in_quickly(decides, site, referent)
    _ask(asks, site)
    _approve(decides, _link_of_mail(referent.email, site))
    _open_event(asks, _link_of_mail(club.email, site), season)
    _invite_referee(asks)
    _accept(referees, _link_of_mail(REFEREE, site))
    assert EventRole.objects.get(role="referee").user.email == REFEREE
    asks.reload()
    expect(asks.locator("main table")).to_contain_text("Elena Riva")
