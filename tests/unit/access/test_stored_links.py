"""No table holds a link, a code or a token that opens something: who reads the database, or a backup, opens nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.access import links
from tournament.access.api_tokens import token_issue
from tournament.access.invitations import invite
from tournament.models import Invitation, PrivateLink

pytestmark = pytest.mark.django_db
#: The last part of an address, as private links, invitations and new passwords have it.
_SECRET = re.compile(r"/([A-Za-z0-9_:=-]{20,})/?(?=[\s\"<?]|$)")


def _stored() -> str:
    """Return the content of every table."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'select * from "{table}"')
            rows.extend(str(row) for row in cursor.fetchall())
    return "\n".join(rows)


def test_no_table_holds_what_was_mailed_or_printed(
    django_capture_on_commit_callbacks: Callable[..., Any], settings: Any
) -> None:
    referent = make.make_user(referent=True)
    with django_capture_on_commit_callbacks(execute=True):
        event = make.drawn_event()
        player = make.make_person(email="ada@example.org")
        make.entries.entry_add(event=make.authorised_event(), person=player, by=None)
        printed = [
            str(links.link_token(link)) for link in links.table_links_make(round=make.last_round(event), by=None)
        ]
        _row, api_token = token_issue(user=referent, name="prova", days=3)
        invite(address="nuovo@example.org", grant=Invitation.Grant.REFERENT, by=referent)
        Client().post(reverse("account_reset_password"), {"email": make.make_user().email})
        # A link typed into the wrong page counts as a guess.
        assert Client().get(reverse("player_phone", args=[printed[0]])).status_code == 404
    mailed = [secret for message in mail.outbox for secret in _SECRET.findall(str(message.body))]
    # Each kind was there: the player's own page, the invitation, the new password.
    assert len(set(mailed)) >= 3
    assert PrivateLink.objects.exists()
    assert AccessAttempt.objects.get().path_info == "player_phone"
    stored = _stored()
    assert [secret for secret in {*mailed, *printed, api_token} if secret in stored] == []
