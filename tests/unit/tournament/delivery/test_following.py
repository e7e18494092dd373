"""Test the clubs and cities that an account follows, and the mails about a new event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.refusals import refuses
from tests.unit.tournament.web.conftest import text_of
from tournament.delivery.following import MOST, follow
from tournament.events import lifecycle
from tournament.models import Follow
from tournament.personal_data.erasure import account_close
from tournament.web.account.addresses import settings_url

pytestmark = pytest.mark.django_db


def test_followers_of_club_and_city_told_once_of_a_new_event(django_capture_on_commit_callbacks: Any) -> None:
    user, other = make.make_user(), make.make_user()
    club = make.make_organiser()
    client = Client()
    client.force_login(user)
    assert reverse("follow_club", args=[club.pk]) in text_of(client.get(reverse("club", args=[club.pk])))
    client.post(reverse("follow_club", args=[club.pk]))
    client.post(reverse("follows"), {"city": " Forlì "})
    client.post(reverse("follows"), {"city": "Forlì"})
    follow(user=other, city="Rimini")
    assert Follow.objects.filter(account=user).count() == 2
    event = make.make_event(organiser=club, city="Forlì")
    day = event.first_day - timedelta(days=14)
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.event_announce(event=event, announcement_url="https://forum.example/1", announced_on=day, by=None)
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert event.get_absolute_url() in str(mail.outbox[0].body)
    assert settings_url("avvisi") in str(mail.outbox[0].body)


def test_followed_things_removed_by_their_own_account_only() -> None:
    user, other = make.make_user(), make.make_user()
    own, foreign = follow(user=user, city="Forlì"), follow(user=other, city="Forlì")
    client = Client()
    client.force_login(user)
    assert "Forlì" in text_of(client.get(reverse("account")))
    for row in (own, foreign):
        client.post(reverse("follows"), {"remove": row.pk})
    assert list(Follow.objects.all()) == [foreign]
    assert account_close(user=other)
    assert not Follow.objects.exists()


def test_empty_city_and_too_many_refused() -> None:
    user = make.make_user()
    with refuses("FIELD_WRONG"):
        follow(user=user, city="  ")
    Follow.objects.bulk_create(Follow(account=user, city=f"Città {number}") for number in range(MOST))
    with refuses("FIELD_WRONG"):
        follow(user=user, city="Forlì")
