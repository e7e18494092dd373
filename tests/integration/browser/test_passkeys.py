"""A person creates an account with a passkey, signs out, and signs in with it; the browser holds a virtual passkey."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from tests.integration.browser.visitors import translated

pytestmark = pytest.mark.django_db(transaction=True)
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def page(open_page: Callable[..., Page], live_server: Any, settings: Any) -> Page:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
    page = open_page("phone")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return page


def test_account_created_and_opened_with_a_passkey(page: Page, live_server: Any) -> None:
    # A passkey belongs to a name, not to an address of numbers.
    site = live_server.url.replace("127.0.0.1", "localhost")
    page.goto(f"{site}/")
    page.get_by_role("link", name=translated("Sign in")).click()
    page.get_by_role("link", name=translated("Create one")).click()
    page.get_by_label(translated("First name"), exact=True).fill("Žiga")
    page.get_by_label(translated("Last name")).fill("Đorđević Černigoj")
    page.get_by_label(translated("Mail"), exact=True).fill("ziga@example.org")
    page.get_by_role("button", name=translated("Create with a passkey")).click()
    expect(page.locator("h1")).to_have_text(translated("The code of the mail"))
    code = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code is not None
    page.get_by_label(translated("Code")).fill(code[1])
    page.get_by_role("button", name=translated("Continue")).click()
    page.get_by_role("button", name=translated("Make the passkey")).click()
    expect(page.get_by_role("banner")).to_contain_text("Žiga Đorđević Černigoj")
    page.get_by_role("button", name=translated("Sign out")).click()
    page.get_by_role("link", name=translated("Sign in")).click()
    page.get_by_role("button", name=translated("Sign in with a passkey")).click()
    expect(page.get_by_role("banner")).to_contain_text("Žiga Đorđević Černigoj")


def test_passkey_not_offered_on_an_address_without_name(page: Page, live_server: Any) -> None:
    page.goto(f"{live_server.url.replace('localhost', '127.0.0.1')}/accounts/login/")
    expect(page.locator("[name=login]")).to_be_visible()
    expect(page.get_by_role("button", name=translated("Sign in with a passkey"))).to_be_hidden()
