"""Test the name of an account's owner, wherever one is shown."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.access.api_tokens import token_issue
from tournament.exchange.export import event_to_file
from tournament.models import Event, EventRole, Sheet
from tournament.models.accounts import account_name

pytestmark = pytest.mark.django_db

GENERATED = "u-0123456789abcdef"


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"username": "arbitro"}, "arbitro"),
        ({"username": "arbitro", "first_name": "Ada", "last_name": "Neri"}, "Ada Neri"),
        ({"username": GENERATED, "first_name": "Ada", "last_name": "Neri"}, "Ada Neri"),
    ],
)
def test_account_name_is_the_full_name_else_the_user_name(fields: dict[str, Any], name: str) -> None:
    assert account_name(make.make_user(**fields)) == name


def test_account_name_never_is_a_generated_user_name() -> None:
    user = make.make_user(GENERATED)
    assert account_name(user) == f"account {user.pk}"


def test_generated_user_name_is_shown_nowhere() -> None:
    event = make.drawn_event()
    user = make.make_user(GENERATED, first_name="Ada", last_name="Neri")
    for role in EventRole.Role:
        EventRole.objects.get_or_create(event=event, user=user, role=role)
    make.report(make.tables_of(make.last_round(event))[0], by=user)
    client = Client()
    client.force_login(user)
    assert Sheet.objects.get().entered_name == "Ada Neri"
    for address in (reverse("history", args=[event.slug]), reverse("sheet", args=[event.slug, 1, 1])):
        page = text_of(client.get(address))
        assert GENERATED not in page, address
        assert "Ada Neri" in page
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    file = str(event_to_file(Event.objects.get(pk=event.pk)))
    assert "Ada Neri" in file
    assert GENERATED not in file
    _token, secret = token_issue(user=user, name="programma", days=1)
    me = Client().get("/api/v1/me", headers={"authorization": f"Bearer {secret}"})
    assert me.json()["user"] == "Ada Neri"
