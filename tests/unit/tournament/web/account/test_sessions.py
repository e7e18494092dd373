"""Test the page of an account's sessions: listed at each sign-in, ended one or all, announced by mail."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.access.api_tokens import token_issue
from tournament.personal_data import retention
from tournament.web.account.addresses import settings_url
from tournament.web.account.known_device import COOKIE
from tournament.web.account.sessions import browser_name

pytestmark = pytest.mark.django_db
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def _sign_in(user: Any, agent: str, client: Client | None = None) -> Client:
    visitor = client or Client()
    visitor.defaults["HTTP_USER_AGENT"] = agent
    sent = {"login": user.get_username(), "password": make.PASSWORD}
    assert visitor.post(reverse("account_login"), sent).status_code == 302
    return visitor


def _old_account() -> Any:
    user = make.make_user()
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=9))
    return user


def test_sessions_of_two_devices_are_listed_and_one_is_ended() -> None:
    user = make.make_user()
    token_issue(user=user, name="script del circolo", days=30)
    laptop, phone = _sign_in(user, LAPTOP), _sign_in(user, PHONE)
    page = text_of(laptop.get(reverse("account")))
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    # A player makes no key; one of earlier is shown, to be revoked.
    assert reverse("tokens") in page
    other = UserSession.objects.get(user_agent=PHONE)
    assert laptop.post(reverse("sessions_end"), {"session": str(other.pk)})["Location"] == settings_url("accesso")
    assert phone.get(reverse("account")).status_code == 302
    assert laptop.get(reverse("account")).status_code == 200
    # The own one and another account's are not ended here.
    stranger = _sign_in(make.make_user(), LAPTOP)
    own = UserSession.objects.get(user=user)
    for visitor in (laptop, stranger):
        assert visitor.post(reverse("sessions_end"), {"session": str(own.pk)}).status_code == 404


def test_all_other_sessions_are_ended_and_told_by_mail(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user()
    laptop, phone = _sign_in(user, LAPTOP), _sign_in(user, PHONE)
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        laptop.post(reverse("sessions_end"))
    assert phone.get(reverse("account")).status_code == 302
    assert laptop.get(reverse("account")).status_code == 200
    assert "sono stati chiusi gli accessi su altri dispositivi" in str(mail.outbox[0].body)


def test_sign_in_from_an_unknown_device_is_told_by_mail_once(django_capture_on_commit_callbacks: Any) -> None:
    user = _old_account()
    laptop = Client()
    with django_capture_on_commit_callbacks(execute=True):
        _sign_in(user, LAPTOP, laptop)
        laptop.post(reverse("account_logout"))
        _sign_in(user, LAPTOP, laptop)
    assert [str(message.body).count("con un dispositivo nuovo") for message in mail.outbox] == [1]
    assert "127.0.0.1" in str(mail.outbox[0].body)
    # The cookie says nothing and opens nothing.
    assert user.get_username() not in laptop.cookies[COOKIE].value
    assert laptop.cookies[COOKIE]["httponly"]
    stranger = Client()
    stranger.cookies[COOKIE] = laptop.cookies[COOKIE].value
    assert stranger.get(reverse("account")).status_code == 302
    # It ends with the password.
    user.set_password("un’altra frase lunga")
    user.save(update_fields=["password"])
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        laptop.post(reverse("account_logout"))
        laptop.post(reverse("account_login"), {"login": user.get_username(), "password": "un’altra frase lunga"})
    assert len(mail.outbox) == 1


def test_token_made_and_revoked_are_told_by_mail(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user()
    make.make_organiser(user)
    client = _sign_in(user, LAPTOP)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("tokens"), {"name": "script", "days": "30", "scopes": ["results"]})
        client.post(reverse("token_revoke", args=[user.api_tokens.get().pk]))
    assert [
        "creata una chiave API" in str(mail.outbox[0].body),
        "revocata una chiave" in str(mail.outbox[1].body),
    ] == [
        True,
        True,
    ]


def test_sessions_are_in_the_copy_without_keys_and_end_with_retention() -> None:
    user = make.make_user()
    client = _sign_in(user, LAPTOP)
    row = UserSession.objects.get(user=user)
    copy = client.get(reverse("own_data_file")).content.decode()
    facts = json.loads(copy)["account"]
    assert facts["sessions"][0]["user_agent"] == LAPTOP
    assert facts["sign_ins"][0]["succeeded"] is True
    assert row.session_key not in copy
    now = timezone.now()
    assert retention.data_retention(now=now).sessions == 0
    Session.objects.update(expire_date=now - timedelta(seconds=1))
    assert retention.data_retention(dry_run=True).sessions == 2
    assert retention.data_retention().sessions == 2
    assert not UserSession.objects.exists()
    summary = retention.data_retention(now=now + timedelta(days=retention.SIGN_IN_DAYS, hours=1))
    assert summary.sign_ins == 1


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("", "Un altro programma"),
        ("curl/8.0", "Un altro programma"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
    ],
)
def test_browser_name(agent: str, name: str) -> None:
    assert browser_name(agent) == name
