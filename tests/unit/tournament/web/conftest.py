"""The visitors of the pages: nobody in particular, a player, referees, organisers, the Referent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories as make
from tournament.models import Event, EventRole

#: Every kind of visitor, as ``visitor`` signs them in.
ROLES = ("anonymous", "player", "other_organiser", "referee", "organiser", "referent")


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    """Files made in a test stay in its own folder."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def visitor() -> Callable[..., Client]:
    """A function that gives a signed-in browser: ``visitor("referee", event)``; the user is ``client.user``."""

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
    """A function that signs an organiser of the event in."""
    return lambda event: visitor("organiser", event)


@pytest.fixture
def referee(visitor: Callable[..., Client]) -> Callable[[Event], Client]:
    """A function that signs a referee of the event in."""
    return lambda event: visitor("referee", event)


def text_of(answer: Any) -> str:
    """The page of an answer as text, entities of quotes undone; white space shows as one blank, as in a browser."""
    text = " ".join(answer.content.decode().split())
    return text.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")


def told(answer: Any) -> list[str]:
    """The messages of the page that an answer leads to."""
    return [str(one) for one in answer.context["messages"]]
