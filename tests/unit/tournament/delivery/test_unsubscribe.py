"""Test that the reader of a mail can end its kind with one click, and only a kind that can be switched off."""

from __future__ import annotations

from email.message import Message

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.delivery.mail import mail_text, mute_token
from tournament.delivery.mail_html import html_of_text
from tournament.models import MutedNotice, NoticeKind

pytestmark = pytest.mark.django_db


def _sent(**context: object) -> Message:
    mail_text(name="tables_published", to="ada@example.org", context={"path": "/", **context}, language="it")
    return mail.outbox[-1].message()


def test_mail_of_a_kind_ends_by_one_click_without_sign_in() -> None:
    user = make.make_user()
    assert _sent()["List-Unsubscribe"] is None
    message = _sent(mute=[user.pk, "tables"])
    link = reverse("notice_mute", args=[mute_token(user.pk, "tables")])
    assert message["List-Unsubscribe"] == f"<{settings.FOSSATO_SITE_URL}{link}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    sent = mail.outbox[-1]
    assert isinstance(sent, EmailMultiAlternatives)
    assert link in str(sent.body)
    ((html, _kind),) = sent.alternatives
    assert f'{link}">Non ricevere più mail di questo tipo</a>' in html
    program = Client(enforce_csrf_checks=True)
    # Mail programs open links by themselves: opening it ends nothing.
    assert program.get(link).status_code == 200
    assert not MutedNotice.objects.exists()
    for _time in range(2):
        assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    stored = MutedNotice.objects.get()
    assert (stored.account_id, stored.kind) == (user.pk, NoticeKind.TABLES)


def test_link_that_ends_mails_refused_when_altered_and_for_mails_of_the_contract() -> None:
    user = make.make_user()
    token = mute_token(user.pk, "tables")
    assert Client().post(reverse("notice_mute", args=[token[:-2] + "xx"])).status_code == 404
    # A signed link of a kind that nobody may switch off changes nothing.
    Client().post(reverse("notice_mute", args=[mute_token(user.pk, "own")]))
    assert not MutedNotice.objects.exists()


def test_address_typed_by_a_stranger_is_neither_button_nor_link_in_a_mail() -> None:
    body = "https://fossato.example.evil/a/\n\nLeggi https://altrove.example/ o https://fossato.example/b/"
    html = html_of_text(subject="S", body=body, language="it", site_url="https://fossato.example")
    assert html.count("<a ") == 2
    assert '<a href="https://fossato.example/b/">' in html
    assert 'class="button"' not in html
