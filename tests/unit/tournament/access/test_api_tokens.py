"""Tokens for programs: what is kept of one, when it opens nothing, how many there may be."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories as make
from tournament.access import token_errors
from tournament.access.api_tokens import MOST_TOKENS, TOKEN_LENGTH, token_issue, token_resolve, token_revoke
from tournament.access.token_errors import TokenDaysWrong, TokenNameMissing, TooManyTokens
from tournament.models import ApiToken
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import person_erase
from tournament.regulation.errors import RuleError

pytestmark = pytest.mark.django_db


def test_of_a_token_only_its_hash_and_its_beginning_are_kept() -> None:
    user = make.make_user()
    row, token = token_issue(user=user, name="  script  del circolo ", days=30)
    assert len(token) == TOKEN_LENGTH
    assert token.startswith("fst_")
    stored = [str(value) for value in ApiToken.objects.filter(pk=row.pk).values_list().get()]
    assert not any(token in one for one in stored)
    assert (row.name, row.prefix) == ("script del circolo", token[:8])
    assert len(row.token_sha256) == 64
    assert token_issue(user=user, name="altro", days=30)[1] != token


def test_a_token_opens_for_its_user_until_it_is_over_or_revoked_or_the_account_is_closed() -> None:
    user = make.make_user()
    row, token = token_issue(user=user, name="prova", days=1)
    found = token_resolve(token)
    assert found is not None
    assert (found.pk, found.user) == (row.pk, user)
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
def test_what_is_no_token_opens_nothing(text: str) -> None:
    token_issue(user=make.make_user(), name="prova", days=1)
    assert token_resolve(text) is None


def test_the_last_use_is_written_once_an_hour() -> None:
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
def test_a_token_has_a_name(name: str) -> None:
    with pytest.raises(TokenNameMissing):
        token_issue(user=make.make_user(), name=name, days=30)
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("days", [0, -1, 366])
def test_a_token_ends(days: int) -> None:
    with pytest.raises(TokenDaysWrong):
        token_issue(user=make.make_user(), name="prova", days=days)


def test_nobody_has_more_live_tokens_than_can_be_looked_after() -> None:
    user = make.make_user()
    rows = [token_issue(user=user, name=f"prova {number}", days=30)[0] for number in range(MOST_TOKENS)]
    with pytest.raises(TooManyTokens):
        token_issue(user=user, name="una di troppo", days=30)
    token_revoke(token=rows[0])
    assert token_issue(user=user, name="al suo posto", days=30)[0].pk


def test_a_persons_data_name_their_tokens_and_hold_no_key() -> None:
    user = make.make_user()
    row, token = token_issue(user=user, name="prova", days=30)
    told = export(person=None, user=user)["account"]["api_tokens"]
    assert [one["name"] for one in told] == ["prova"]
    assert row.token_sha256 not in str(told)
    assert token not in str(told)


def test_a_closed_account_has_no_tokens() -> None:
    person, user = make.make_person(), make.make_user()
    person.user = user
    person.save()
    token_issue(user=user, name="Ildegarda", days=30)
    person_erase(person=person, by=None)
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    "error", [TokenNameMissing(most=60), TokenDaysWrong(days=0, most=365), TooManyTokens(most=20)], ids=lambda e: e.code
)
def test_every_refusal_has_both_sentences(error: RuleError) -> None:
    assert set(token_errors.SENTENCES[error.code]) == {"it", "en"}
    assert error.sentence("it") != error.sentence("en")
    assert "{" not in error.sentence("it") + error.sentence("en")
