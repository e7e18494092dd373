"""An attacker has the token of an account, from a script or a log."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.access.api_tokens import token_issue, token_revoke
from tournament.models import ApiToken

pytestmark = pytest.mark.django_db


@pytest.fixture
def stolen() -> tuple[ApiToken, dict[str, str]]:
    row, token = token_issue(user=make.make_user(referent=True), name="script", days=30)
    return row, {"Authorization": f"Bearer {token}"}


def _opens(headers: dict[str, str]) -> bool:
    return bool(Client().get("/api/v1/me", headers=headers).status_code == 200)


def test_token_opens_no_page(stolen: Any) -> None:
    _row, headers = stolen
    assert _opens(headers)
    for name in ("account", "tokens", "people", "referent", "sessions"):
        assert Client().get(reverse(name), headers=headers).status_code in (302, 404)


def test_token_makes_no_other_token(stolen: Any) -> None:
    _row, headers = stolen
    Client().post(reverse("tokens"), {"name": "copia", "days": "30"}, headers=headers)
    assert ApiToken.objects.count() == 1


def test_revoked_token_opens_nothing(stolen: Any) -> None:
    row, headers = stolen
    token_revoke(token=row)
    assert not _opens(headers)


def test_token_ends_with_the_account(stolen: Any) -> None:
    row, headers = stolen
    row.user.is_active = False
    row.user.save()
    assert not _opens(headers)
