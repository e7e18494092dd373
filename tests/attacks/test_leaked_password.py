"""An attacker has the password of an account: of the National Referent it opens nothing, and tokens end with it."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.reporting import reported_event
from tournament.access.api_tokens import token_issue
from tournament.delivery.account_mail import ACCOUNT_MAIL
from tournament.models import Event, Job

pytestmark = pytest.mark.django_db
NEW = "tre gatti sul tavolo"


@pytest.fixture(autouse=True)
def _as_on_a_server(settings: Any, tmp_path: Any) -> None:
    settings.FOSSATO_STAFF_SECOND_FACTOR = True
    settings.MEDIA_ROOT = tmp_path


def _signed_in(user: Any) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": user.get_username(), "password": make.PASSWORD})
    return client


def test_password_of_the_referent_ratifies_nothing() -> None:
    event, referent = reported_event(), make.make_user(referent=True)
    TOTP.activate(referent, generate_totp_secret())
    client = _signed_in(referent)
    sent = {"decision": "homologate", "reason": "I conti tornano"}
    for name, arguments in (("referent", []), ("people", []), ("homologation", [event.slug])):
        address = reverse(name, args=arguments)
        assert client.get(address).status_code == client.post(address, sent).status_code == 302
    assert Event.objects.get(pk=event.pk).state == Event.State.REPORTED


def test_password_of_the_referent_removes_no_second_factor() -> None:
    referent = make.make_user(referent=True)
    TOTP.activate(referent, generate_totp_secret())
    client = _signed_in(referent)
    assert client.post(reverse("mfa_deactivate_totp")).status_code == 302
    assert referent.authenticator_set.exists()


@pytest.mark.django_db(transaction=True)
def test_new_password_ends_the_tokens_and_sessions_of_the_thief_and_is_told_by_mail() -> None:
    user = make.make_user()
    _row, token = token_issue(user=user, name="del ladro", days=30)
    thief, owner = _signed_in(user), _signed_in(user)
    headers = {"Authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/me", headers=headers).status_code == 200
    sent = {"oldpassword": make.PASSWORD, "password1": NEW, "password2": NEW}
    owner.post(reverse("account_reauthenticate"), {"password": make.PASSWORD})
    owner.post(reverse("account_change_password"), sent)
    assert Client().get("/api/v1/me", headers=headers).status_code == 401
    assert thief.get(reverse("account")).status_code == 302
    assert owner.get(reverse("account")).status_code == 200
    # What changed is sealed in the row: only the mail names it.
    assert Job.objects.filter(kind=ACCOUNT_MAIL, args__to=user.email, args__name="account_changed").exists()
