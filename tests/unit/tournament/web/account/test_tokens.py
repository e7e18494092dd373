"""Test the page of a user's API tokens: shown once, listed by prefix, revoked after confirmation, private."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.access.api_tokens import MOST_TOKENS, token_issue, token_resolve
from tournament.models import ApiToken

pytestmark = pytest.mark.django_db


def _organiser(visitor: Callable[..., Client]) -> Client:
    """Return a client of somebody who runs a club."""
    client = visitor("player")
    make.make_organiser(client.user)
    return client


def _token_shown(page: str) -> str:
    return page.partition("fst_")[2].partition("</code>")[0]


def test_token_create_shows_a_working_token_once(visitor: Callable[..., Client]) -> None:
    client = _organiser(visitor)
    answer = client.post(reverse("tokens"), {"name": "script del circolo", "days": "30", "scopes": ["desk"]})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    token = "fst_" + _token_shown(text_of(answer))
    resolved = token_resolve(token)
    assert resolved is not None
    assert (resolved.user, resolved.scopes) == (client.user, "desk")
    page = text_of(client.get(reverse("tokens")))
    assert token not in page
    assert token[:8] in page
    assert "script del circolo" in page


@pytest.mark.parametrize(
    ("name", "days"), [("", "30"), ("x" * 61, "30"), ("prova", "31"), ("prova", "0"), ("prova", "")]
)
def test_token_create_invalid_form_is_refused(visitor: Callable[..., Client], name: str, days: str) -> None:
    answer = _organiser(visitor).post(reverse("tokens"), {"name": name, "days": days, "scopes": ["results"]})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_token_create_name_with_a_nul_is_refused(visitor: Callable[..., Client]) -> None:
    answer = _organiser(visitor).post(reverse("tokens"), {"name": "a\0b", "days": "30", "scopes": ["results"]})
    assert answer.status_code == 400
    assert "Questa richiesta non si può leggere" in text_of(answer)
    assert not ApiToken.objects.exists()


def test_token_create_beyond_the_limit_is_refused_with_a_sentence(visitor: Callable[..., Client]) -> None:
    client = _organiser(visitor)
    for number in range(MOST_TOKENS):
        token_issue(user=client.user, name=f"prova {number}", days=30)
    answer = client.post(reverse("tokens"), {"name": "ancora", "days": "30", "scopes": ["results"]})
    assert answer.status_code == 422
    assert f"Hai già {MOST_TOKENS} chiavi valide" in text_of(answer)


def test_token_revoke_asks_for_confirmation(visitor: Callable[..., Client]) -> None:
    client = _organiser(visitor)
    row, token = token_issue(user=client.user, name="script", days=30)
    address = reverse("token_revoke", args=[row.pk])
    assert "Revocare la chiave «script»?" in text_of(client.get(address))
    assert token_resolve(token) is not None
    assert client.post(address)["Location"] == reverse("tokens")
    assert token_resolve(token) is None
    assert "revocata" in text_of(client.get(reverse("tokens")))


def test_player_makes_no_token_and_revokes_one_of_earlier(visitor: Callable[..., Client]) -> None:
    client = visitor("player")
    assert client.get(reverse("tokens")).status_code == 404
    row, _token = token_issue(user=client.user, name="script", days=30)
    page = text_of(client.get(reverse("tokens")))
    assert reverse("token_revoke", args=[row.pk]) in page
    assert 'name="scopes"' not in page
    made = {"name": "ancora", "days": "30", "scopes": ["results"]}
    assert client.post(reverse("tokens"), made).status_code == 404


@pytest.mark.parametrize("role", ["organiser", "referent"])
def test_token_revoke_of_another_user_answers_404(visitor: Callable[..., Client], role: str) -> None:
    row, token = token_issue(user=make.make_user(), name="di un altro", days=30)
    client = visitor(role, make.make_event())
    assert "di un altro" not in text_of(client.get(reverse("tokens")))
    for ask in (client.get, client.post):
        assert ask(reverse("token_revoke", args=[row.pk])).status_code == 404
    assert token_resolve(token) is not None
