"""Fixtures of the page tests: clients of anonymous users, players, referees, organisers and the Referent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories as make
from tournament.models import Event, EventRole

#: Every role that ``visitor`` can sign in.
ROLES = ("anonymous", "player", "other_organiser", "referee", "organiser", "referent")


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    """Store the files of a test in its own folder."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def visitor() -> Callable[..., Client]:
    """Return a function that gives a signed-in client: ``visitor("referee", event)``; the user is ``client.user``."""

    def sign_in(role: str, event: Event | None = None) -> Client:
        client = Client()
        client.user = None
        if role == "anonymous":
            return client
        user = make.make_user(referent=role == "referent")
        if role == "player":
            person = make.make_person()
            person.user = user
            person.save()
        elif role == "other_organiser":
            make.grant(make.make_event(organiser=make.make_organiser(user)), user)
        elif role in ("referee", "organiser") and event is not None:
            make.grant(event, user, EventRole.Role(role))
        client.force_login(user)
        client.user = user
        return client

    return sign_in


@pytest.fixture
def organiser(visitor: Callable[..., Client]) -> Callable[[Event], Client]:
    """Return a function that signs in an organiser of the event."""
    return lambda event: visitor("organiser", event)


@pytest.fixture
def referee(visitor: Callable[..., Client]) -> Callable[[Event], Client]:
    """Return a function that signs in a referee of the event."""
    return lambda event: visitor("referee", event)


def text_of(answer: Any) -> str:
    """Return the page of a response as text: quotes unescaped, white space collapsed as in a browser."""
    text = " ".join(answer.content.decode().split())
    return text.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")


def shown_messages(answer: Any) -> list[str]:
    """Return the messages shown on the page of a response."""
    return [str(message) for message in answer.context["messages"]]
