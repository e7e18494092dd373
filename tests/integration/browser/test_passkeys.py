"""A person creates an account with a passkey, signs out, and signs in with it; the browser holds a virtual passkey."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser.looking import Axe, looked_at
from tests.integration.browser.visitors import sign_in_quickly, translated
from tournament.web.account.second_factor import KEY

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


@pytest.mark.soak(
    gate="tests/integration/browser/test_passkeys.py::test_passkey_not_offered_on_an_address_without_name"
)
def test_account_created_and_opened_with_a_passkey(page: Page, live_server: Any, axe_violations: Axe) -> None:
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
    assert looked_at(page, axe_violations) == []
    code = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code is not None
    page.get_by_label(translated("Code")).fill(code[1])
    page.get_by_role("button", name=translated("Continue")).click()
    expect(page.locator("h1")).to_have_text(translated("Make your passkey"))
    assert looked_at(page, axe_violations) == []
    page.get_by_role("button", name=translated("Make the passkey")).click()
    expect(page.get_by_role("banner")).to_contain_text("Žiga Đorđević Černigoj")
    page.get_by_role("button", name=translated("Sign out")).click()
    page.get_by_role("link", name=translated("Sign in")).click()
    page.get_by_role("button", name=translated("Sign in with a passkey")).click()
    expect(page.get_by_role("banner")).to_contain_text("Žiga Đorđević Černigoj")


def _session(page: Page) -> SessionStore:
    """Return the session of a page's cookie."""
    return SessionStore(next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"))


@pytest.mark.soak(
    gate="tests/unit/tournament/web/account/test_second_factor.py::"
    "test_referent_without_second_factor_is_led_to_set_it_up_and_then_works"
)
def test_second_step_pages_accessible(page: Page, live_server: Any, axe_violations: Axe) -> None:
    user = make.make_user("attenta")
    app = TOTP.activate(user, generate_totp_secret()).instance
    page.goto(f"{live_server.url}/accounts/login/?next=/accounts/2fa/totp/activate/")
    page.locator("[name=login]").fill(user.get_username())
    page.locator("[name=password]").fill(make.PASSWORD)
    page.get_by_role("button", name=translated("Sign in"), exact=True).click()
    expect(page.locator("h1")).to_have_text(translated("The second step"))
    assert looked_at(page, axe_violations) == []
    app.delete()
    sign_in_quickly(page, live_server.url, user)
    # As if the sign-in were long ago: one of the last minutes is proof enough.
    session = _session(page)
    del session[AUTHENTICATION_METHODS_SESSION_KEY]
    session.save()
    page.goto(f"{live_server.url}/accounts/2fa/totp/activate/")
    expect(page.locator("h1")).to_have_text(translated("Confirm that it is you"))
    assert looked_at(page, axe_violations) == []
    page.get_by_label(translated("Password")).fill(make.PASSWORD)
    page.get_by_role("button", name=translated("Continue")).click()
    expect(page.locator("h1")).to_have_text(translated("Add an app"))
    assert looked_at(page, axe_violations) == []
    page.goto(live_server.url + reverse("mfa_add_webauthn"))
    assert looked_at(page, axe_violations) == []
    key = Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Telefono"})
    # As if the passkey had been shown: a session that has not is asked for it.
    session = _session(page)
    session[KEY] = user.pk
    session.save()
    for name, args in (
        ("mfa_list_webauthn", []),
        ("mfa_edit_webauthn", [key.pk]),
        ("mfa_remove_webauthn", [key.pk]),
        ("mfa_generate_recovery_codes", []),
    ):
        page.goto(live_server.url + reverse(name, args=args))
        assert looked_at(page, axe_violations) == [], name
    page.get_by_role("button", name=translated("Make new codes")).click()
    expect(page.locator("h1")).to_have_text(translated("Recovery codes"))
    assert looked_at(page, axe_violations) == []


def test_passkey_not_offered_on_an_address_without_name(page: Page, live_server: Any) -> None:
    page.goto(f"{live_server.url.replace('localhost', '127.0.0.1')}/accounts/login/")
    expect(page.locator("[name=login]")).to_be_visible()
    expect(page.get_by_role("button", name=translated("Sign in with a passkey"))).to_be_hidden()
