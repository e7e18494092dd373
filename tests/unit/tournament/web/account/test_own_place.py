"""Test where each role lands after signing in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.models import Event, EventRole

pytestmark = pytest.mark.django_db

Visitor = Callable[..., Client]


@pytest.mark.parametrize(
    ("role", "place"),
    [("player", "my_games"), ("referee", "referee_home"), ("organiser", "desk"), ("referent", "referent")],
)
def test_sign_in_lands_at_the_work_of_the_role(visitor: Visitor, role: str, place: str) -> None:
    event = make.check_in_event(players=1)
    user: Any = visitor(role, event).user
    client = Client()
    credentials = {"login": user.username, "password": make.PASSWORD}
    answer = client.post(reverse("account_login"), credentials, follow=True)
    assert answer.redirect_chain[-1][0] == reverse(place, args=[event.slug] if place == "desk" else [])
    assert answer.status_code == 200


@pytest.mark.parametrize(("next_path", "lands"), [("/ranking/", "/ranking/"), ("https://evil.example/", "/io/inizio/")])
def test_next_wins_only_on_this_site(next_path: str, lands: str) -> None:
    user = make.make_user("prossima")
    credentials = {"login": "prossima", "password": make.PASSWORD, "next": next_path}
    assert Client().post(reverse("account_login"), credentials)["Location"] == lands
    assert user.is_active


def test_home_page_leads_to_a_sign_in_that_lands_at_the_work(client: Client) -> None:
    assert f'href="{reverse("account_login")}"' in text_of(client.get("/"))
    assert f'{reverse("account_login")}?next=/ranking/"' in text_of(client.get("/ranking/"))


def test_several_roles_choose_among_their_places(visitor: Visitor) -> None:
    event = make.check_in_event(players=1)
    client: Any = visitor("player")
    make.grant(event, client.user, EventRole.Role.REFEREE)
    make.grant(event, client.user)
    page = text_of(client.get(reverse("own_place")))
    for address in (reverse("desk", args=[event.slug]), reverse("referee_home"), reverse("my_games")):
        assert f'href="{address}"' in page
    assert reverse("referent") not in page


def test_organiser_lands_at_the_event_in_progress_then_at_the_next(visitor: Visitor) -> None:
    client: Any = visitor("anonymous")
    user = make.make_user()
    client.force_login(user)
    today = timezone.localdate()
    events = [make.make_event(first_day=today + timedelta(days=days), **_season(days)) for days in (9, 4, -30)]
    for event in events:
        Event.objects.filter(pk=event.pk).update(last_day=event.first_day)
        make.grant(event, user)
    assert client.get(reverse("own_place"))["Location"] == reverse("desk", args=[events[1].slug])
    Event.objects.filter(pk=events[0].pk).update(state=Event.State.RUNNING)
    assert client.get(reverse("own_place"))["Location"] == reverse("desk", args=[events[0].slug])


def _season(days: int) -> dict[str, Any]:
    facts = make.upcoming(days)
    return {"season": facts["season"], "last_day": facts["last_day"]}
