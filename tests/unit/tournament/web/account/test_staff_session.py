"""Test how long a session lasts: a National Referent's ends at a fixed time after the sign-in, another's does not."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make

pytestmark = pytest.mark.django_db


def _end(client: Client) -> datetime:
    """Return when the stored session of a client ends."""
    return Session.objects.get(session_key=client.cookies[site_settings.SESSION_COOKIE_NAME].value).expire_date


def _sign_in(user: Any) -> Client:
    client = Client()
    sent = {"login": user.get_username(), "password": make.PASSWORD}
    assert client.post(reverse("account_login"), sent).status_code == 302
    return client


def test_session_of_the_referent_ends_twelve_hours_after_the_sign_in(settings: Any) -> None:
    settings.FOSSATO_STAFF_SESSION_HOURS = 12
    before = timezone.now()
    client = _sign_in(make.make_user(referent=True))
    end = _end(client)
    assert before + timedelta(hours=12) <= end <= timezone.now() + timedelta(hours=12)
    # Storing the session again, as a change of the language does, does not move the end.
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert _end(client) == end
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert reverse("account_login") in client.get(reverse("referent"))["Location"]


def test_session_of_another_account_lasts_as_long_as_before(settings: Any) -> None:
    settings.FOSSATO_STAFF_SESSION_HOURS = 12
    assert _end(_sign_in(make.make_user())) > timezone.now() + timedelta(days=13)


def test_session_of_the_referent_ends_when_it_is_not_used(settings: Any, time_machine: Any) -> None:
    settings.FOSSATO_STAFF_IDLE_MINUTES = 120
    time_machine.move_to("2026-03-01T12:00:00+01:00")
    client, player = _sign_in(make.make_user(referent=True)), _sign_in(make.make_user())
    page = reverse("referent")
    for moment in ("13:50", "15:40"):
        time_machine.move_to(f"2026-03-01T{moment}:00+01:00")
        assert client.get(page).status_code == 200
    time_machine.move_to("2026-03-01T17:41:00+01:00")
    answer = client.get(page)
    assert answer["Location"] == f"{reverse('account_login')}?next=%2Freferente%2F"
    assert "L’accesso è finito perché la pagina non è stata usata" in client.get(answer["Location"]).content.decode()
    assert client.get(page).status_code == 302
    assert player.get(reverse("account")).status_code == 200


def test_clock_set_back_does_not_sign_the_referent_out(settings: Any, time_machine: Any) -> None:
    settings.FOSSATO_STAFF_IDLE_MINUTES = 120
    time_machine.move_to("2026-03-01T12:00:00+01:00")
    client = _sign_in(make.make_user(referent=True))
    time_machine.move_to("2026-03-01T09:00:00+01:00")
    assert client.get(reverse("referent")).status_code == 200
    time_machine.move_to("2026-03-01T10:30:00+01:00")
    assert client.get(reverse("referent")).status_code == 200
