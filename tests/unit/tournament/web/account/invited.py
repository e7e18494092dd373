"""Helpers of tests about invitations: the link of a mail, and an account made with it."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

PASSWORD = "una frase lunga"


def link_of(sent: Any) -> str:
    """Return the path of the invitation's link in a mail."""
    link = re.search(r"https?://[^/\s]+(/invito/\S+)", str(sent.body))
    assert link is not None
    return link[1]


def sign_up(link: str, address: str, **names: str) -> Client:
    """Return the client of a visitor who followed the link, created an account and came back to it."""
    client = Client()
    page = client.get(link).content.decode()
    way = f"{reverse('account_signup')}?next={link}"
    assert way.replace("/", "%2F")[-20:] in page.replace("/", "%2F")
    form = {"first_name": "Žiga", "last_name": "Rossi", "email": address, "password1": PASSWORD, "next": link}
    answer = client.post(way, form | names)
    assert answer["Location"] == link
    return client
