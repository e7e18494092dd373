"""Test API tokens: stored data, validity, limits per user."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories as make
from tests.refusals import refuses
from tournament.access.api_tokens import MOST_TOKENS, TOKEN_LENGTH, token_issue, token_resolve, token_revoke
from tournament.models import ApiToken
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import person_erase

pytestmark = pytest.mark.django_db


def test_token_issue_stores_only_hash_and_prefix() -> None:
    user = make.make_user()
    row, token = token_issue(user=user, name="  script  del circolo ", days=30)
    assert len(token) == TOKEN_LENGTH
    assert token.startswith("fst_")
    stored = [str(value) for value in ApiToken.objects.filter(pk=row.pk).values_list().get()]
    assert not any(token in field_value for field_value in stored)
    assert (row.name, row.prefix) == ("script del circolo", token[:8])
    assert len(row.token_sha256) == 64
    assert token_issue(user=user, name="altro", days=30)[1] != token


def test_token_resolve_refuses_expired_revoked_or_inactive_user() -> None:
    user = make.make_user()
    row, token = token_issue(user=user, name="prova", days=1)
    resolved = token_resolve(token)
    assert resolved is not None
    assert (resolved.pk, resolved.user) == (row.pk, user)
    ApiToken.objects.filter(pk=row.pk).update(expires_at=timezone.now())
    assert token_resolve(token) is None
    ApiToken.objects.filter(pk=row.pk).update(expires_at=timezone.now() + timedelta(days=1))
    user.is_active = False
    user.save()
    assert token_resolve(token) is None
    user.is_active = True
    user.save()
    revoked = token_revoke(token=row)
    assert token_resolve(token) is None
    assert token_revoke(token=row).revoked_at == revoked.revoked_at


@pytest.mark.parametrize("text", ["", "fst_", "fst_" + "A" * 43, "A" * TOKEN_LENGTH, "fst_" + "è" * 43, "\0" * 47])
def test_token_resolve_unknown_text_gives_none(text: str) -> None:
    token_issue(user=make.make_user(), name="prova", days=1)
    assert token_resolve(text) is None


def test_token_last_use_is_updated_at_most_hourly() -> None:
    row, token = token_issue(user=make.make_user(), name="prova", days=1)
    first = token_resolve(token)
    assert first is not None
    assert first.last_used_at is not None
    again = token_resolve(token)
    assert again is not None
    assert again.last_used_at == first.last_used_at
    before = timezone.now() - timedelta(hours=1)
    ApiToken.objects.filter(pk=row.pk).update(last_used_at=before)
    later = token_resolve(token)
    assert later is not None
    assert later.last_used_at > before


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_token_issue_without_a_valid_name_is_refused(name: str) -> None:
    with refuses("TOKEN_NAME_MISSING"):
        token_issue(user=make.make_user(), name=name, days=30)
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("days", [0, -1, 366])
def test_token_issue_with_impossible_days_is_refused(days: int) -> None:
    with refuses("TOKEN_DAYS_WRONG"):
        token_issue(user=make.make_user(), name="prova", days=days)


def test_token_issue_beyond_the_limit_is_refused() -> None:
    user = make.make_user()
    rows = [token_issue(user=user, name=f"prova {number}", days=30)[0] for number in range(MOST_TOKENS)]
    with refuses("TOO_MANY_TOKENS"):
        token_issue(user=user, name="una di troppo", days=30)
    token_revoke(token=rows[0])
    assert token_issue(user=user, name="al suo posto", days=30)[0].pk


def test_personal_export_lists_token_names_without_keys() -> None:
    user = make.make_user()
    row, token = token_issue(user=user, name="prova", days=30)
    tokens = export(person=None, user=user)["account"]["api_tokens"]
    assert [token_row["name"] for token_row in tokens] == ["prova"]
    assert row.token_sha256 not in str(tokens)
    assert token not in str(tokens)


def test_person_erase_deletes_tokens() -> None:
    person, user = make.make_person(), make.make_user()
    person.user = user
    person.save()
    token_issue(user=user, name="Ildegarda", days=30)
    person_erase(person=person, by=None)
    assert not ApiToken.objects.exists()
