"""Test what ends with a password: the sessions of other devices and the tokens, not the session that changed it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.access.api_tokens import token_issue, token_resolve

pytestmark = pytest.mark.django_db

NEW = "ponte levatoio alzato"


def test_new_password_ends_tokens_and_other_sessions() -> None:
    user = make.make_user()
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        sent = {"login": user.get_username(), "password": make.PASSWORD}
        assert client.post(reverse("account_login"), sent).status_code == 302
    _row, token = token_issue(user=user, name="script", days=30)
    _row, stranger = token_issue(user=make.make_user(), name="script", days=30)
    sent = {"oldpassword": make.PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post(reverse("account_change_password"), sent)["Location"] == reverse("account")
    assert token_resolve(token) is None
    assert token_resolve(stranger) is not None
    assert here.get(reverse("account")).status_code == 200
    assert reverse("account_login") in elsewhere.get(reverse("account"))["Location"]


def test_same_password_under_a_newer_hash_ends_no_token(settings: Any) -> None:
    older = "django.contrib.auth.hashers.ScryptPasswordHasher"
    settings.PASSWORD_HASHERS = [*settings.PASSWORD_HASHERS, older]
    user = make.make_user()
    user.password = make_password(make.PASSWORD, hasher="scrypt")
    user.save()
    _row, token = token_issue(user=user, name="script", days=30)
    before = user.password
    assert user.check_password(make.PASSWORD)
    user.refresh_from_db()
    assert user.password != before
    assert token_resolve(token) is not None
    # A password that the administration or a command sets ends them too.
    user.set_password(NEW)
    user.save()
    assert token_resolve(token) is None
