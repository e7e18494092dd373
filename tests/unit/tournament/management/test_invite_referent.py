"""Test the command that invites a National Referent by mail."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.account.invited import link_of, sign_up
from tournament.models import Job

pytestmark = pytest.mark.django_db

ADDRESS = "ada@example.org"


def _invite(capture: Any, *args: str) -> str:
    out = StringIO()
    with capture(execute=True):
        call_command("invite_referent", *args, stdout=out)
    return out.getvalue()


def test_invited_referent_without_an_account_signs_up_and_accepts(
    settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    said = _invite(django_capture_on_commit_callbacks, "Ada@example.org", "--language", "en")
    assert ADDRESS in said
    assert settings.FOSSATO_SITE_URL in said
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert "National Referent" in sent.subject
    link = link_of(sent)
    assert link.strip("/").rpartition("/")[2] not in str(Job.objects.values().get())
    client = sign_up(link, ADDRESS)
    assert client.get(reverse("referents")).status_code == 403
    assert client.post(link)["Location"] == reverse("referent")
    assert client.get(reverse("referents")).status_code == 200


def test_invited_referent_with_an_account_has_no_role_before_accepting(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("presente")
    _invite(django_capture_on_commit_callbacks, user.email)
    assert not user.groups.exists()
    client = Client()
    client.force_login(user)
    client.post(link_of(mail.outbox[0]))
    assert list(user.groups.values_list("name", flat=True)) == ["national_referent"]


def test_invite_referent_refused_without_an_address_or_twice_at_once() -> None:
    with pytest.raises(CommandError, match="not a mail address"):
        call_command("invite_referent", "ada")
    call_command("invite_referent", ADDRESS, stdout=StringIO())
    with pytest.raises(CommandError, match="on its way"):
        call_command("invite_referent", ADDRESS)
