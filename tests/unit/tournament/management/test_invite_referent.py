"""Test the invitation of a National Referent by mail."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.models import Job

pytestmark = pytest.mark.django_db

ADDRESS = "ada@example.org"


def _invite(capture: Any, *args: str) -> str:
    out = StringIO()
    with capture(execute=True):
        call_command("invite_referent", *args, stdout=out)
    return out.getvalue()


def test_invite_referent_of_an_unknown_address_opens_a_new_account(django_capture_on_commit_callbacks: Any) -> None:
    output = _invite(django_capture_on_commit_callbacks, ADDRESS, "--first-name", "Ada", "--language", "en")
    assert "created" in output
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    link = re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", str(sent.body))
    assert link is not None
    assert link[1].rstrip("/").rpartition("-")[2] not in str(Job.objects.values().get())

    client, password = Client(), "una frase lunga"
    page = client.get(link[1], follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": password, "password2": password})
    assert client.post(reverse("account_login"), {"login": ADDRESS, "password": password}).status_code == 302
    user = get_user_model().objects.get(email=ADDRESS)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert client.get(reverse("erasures")).status_code == 200
    assert Client().get(link[1], follow=True).context["token_fail"]


def test_invite_referent_of_a_known_address_sends_no_link(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("presente")
    output = _invite(django_capture_on_commit_callbacks, user.email)
    assert "exists" in output
    assert user.groups.filter(name=NATIONAL_REFERENT).exists()
    assert "/reset/key/" not in str(mail.outbox[0].body)


def test_invite_referent_of_a_closed_account_refused() -> None:
    user = make.make_user("chiusa")
    get_user_model().objects.filter(pk=user.pk).update(is_active=False)
    with pytest.raises(CommandError, match="closed"):
        call_command("invite_referent", user.email)
    assert not user.groups.exists()


def test_invite_referent_without_a_mail_address_refused() -> None:
    with pytest.raises(CommandError, match="not a mail address"):
        call_command("invite_referent", "ada")
