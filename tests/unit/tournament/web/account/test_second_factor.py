"""Test that a Referent does nothing without a second factor, by whichever way the session began."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.access.api_tokens import token_issue
from tournament.core.permissions import NATIONAL_REFERENT

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _compulsory(settings: Any) -> None:
    settings.FOSSATO_STAFF_SECOND_FACTOR = True


def _referent() -> Any:
    user = make.make_user()
    user.groups.add(Group.objects.get_or_create(name=NATIONAL_REFERENT)[0])
    return user


def _signed_in(user: Any) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": user.get_username(), "password": make.PASSWORD})
    return client


def _code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


@pytest.mark.django_db(transaction=True)  # a new factor is announced after the commit, within the request
def test_referent_without_second_factor_is_led_to_set_it_up_and_then_works() -> None:
    user = _referent()
    client = _signed_in(user)
    for name in ("referent", "people", "home", "own_data_file"):
        assert client.get(reverse(name))["Location"] == reverse("mfa_index") + "?due=1"
    assert client.post(reverse("season_new"), {"year": "2030"})["Location"] == reverse("mfa_index") + "?due=1"
    assert (
        "Le pagine del Referente del Nazionale si aprono solo"
        in client.get(reverse("mfa_index") + "?due=1").content.decode()
    )
    activate = reverse("mfa_activate_totp")
    client.post(reverse("account_reauthenticate"), {"password": make.PASSWORD})
    secret = client.get(activate).context["form"].secret
    codes = client.post(activate, {"code": _code(secret)}, follow=True)
    onwards = f'<a href="{reverse("own_place")}">Continua</a>'
    assert onwards in codes.content.decode().partition("<main")[2]
    assert client.get(reverse("referent")).status_code == 200


def test_session_begun_with_the_password_alone_is_asked_for_the_factor_that_exists() -> None:
    user = _referent()
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    # As after the sign-in page of the administration, which asks for no second step.
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = reverse("referent")
    asked = client.get(page)["Location"]
    assert asked.startswith(reverse("mfa_reauthenticate"))
    assert client.post(asked, {"code": "000000"}).status_code == 200
    assert client.get(page).status_code == 302
    assert client.post(asked, {"code": _code(secret)})["Location"] == page
    assert client.get(page).status_code == 200
    # The factor of one account says nothing about another that signs in with the same browser.
    client.force_login(_referent(), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(page).status_code == 302


def test_administrator_without_second_factor_enters_no_administration() -> None:
    user = make.make_user(superuser=True)
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(reverse("admin:index"))["Location"] == reverse("mfa_index") + "?due=1"


@pytest.mark.parametrize("superuser", [True, False])
@pytest.mark.parametrize("is_compulsory", [True, False])
def test_password_alone_changes_no_factor_and_no_address(superuser: bool, is_compulsory: bool, settings: Any) -> None:
    settings.FOSSATO_STAFF_SECOND_FACTOR = is_compulsory
    user = make.make_user(superuser=superuser)
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    changes = {
        "account_reauthenticate": {"password": make.PASSWORD},
        "mfa_deactivate_totp": {},
        "mfa_add_webauthn": {},
        "mfa_generate_recovery_codes": {},
        "account_email": {"email": "ladro@example.org", "action_add": ""},
        "account_change_password": {
            "oldpassword": make.PASSWORD,
            "password1": "x7-lungo-e-nuovo",
            "password2": "x7-lungo-e-nuovo",
        },
    }
    for name, body in changes.items():
        answer = client.post(reverse(name), body)
        assert answer["Location"].startswith(reverse("mfa_reauthenticate")), name
    assert Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
    user.refresh_from_db()
    assert user.check_password(make.PASSWORD)
    client.post(reverse("mfa_reauthenticate"), {"code": _code(secret)})
    assert client.get(reverse("account_email")).status_code == 200


@pytest.mark.parametrize("is_secure", [True, False])
def test_account_with_a_passkey_alone_is_asked_for_it_in_a_session_that_has_not_shown_it(is_secure: bool) -> None:
    """Also without TLS, where the question for a code would lead back to the page, for ever."""
    user = make.make_user()
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Telefono"})
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    answer = client.get(reverse("mfa_list_webauthn"), secure=is_secure)
    assert answer["Location"].startswith(reverse("mfa_reauthenticate_webauthn"))


def test_token_of_a_referent_without_second_factor_is_refused() -> None:
    user = _referent()
    _row, token = token_issue(user=user, name="script", days=30)
    headers = {"Authorization": f"Bearer {token}"}
    refused = Client().get("/api/v1/me", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "SECOND_FACTOR_NEEDED")
    TOTP.activate(user, generate_totp_secret())
    assert Client().get("/api/v1/me", headers=headers).status_code == 200


def test_others_need_no_second_factor() -> None:
    user = make.make_user()
    assert _signed_in(user).get(reverse("account")).status_code == 200
    assert not Authenticator.objects.exists()
