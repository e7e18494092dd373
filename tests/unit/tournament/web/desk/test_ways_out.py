"""Test the alternative endings of an event: each explains its effect, needs a reason, and is undone where possible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(make.make_user("organiser"), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def _mine(event: Event) -> Event:
    make.grant(event, get_user_model().objects.get(username="organiser"))
    return event


@pytest.mark.parametrize(
    ("build", "name", "words"),
    [
        (make.drawn_event, "event_void", "non si può riaprire"),
        (make.drawn_event, "event_stop", "la finale si gioca ancora"),
        (make.check_in_event, "event_unofficial", "Nessuno prende punti"),
        (lambda: make.drawn_event(start=False), "round_undo", "restano sulla pagina pubblica"),
    ],
)
def test_alternative_page_explains_its_effect(
    organiser: Client, build: Callable[[], Event], name: str, words: str
) -> None:
    event = _mine(build())
    args = [event.slug, 1] if name == "round_undo" else [event.slug]
    assert words in organiser.get(reverse(name, args=args)).content.decode()


def test_event_official_restores_points_before_the_draw(organiser: Client) -> None:
    """AMB-13: until round 1 is drawn."""
    event = _mine(make.check_in_event())
    organiser.post(reverse("event_unofficial", args=[event.slug]), {"reason": "Siamo in undici"})
    event.refresh_from_db()
    assert not event.is_official
    address = reverse("event_official", args=[event.slug])
    assert address in organiser.get(reverse("desk", args=[event.slug])).content.decode()
    assert organiser.post(address).status_code == 302
    event.refresh_from_db()
    assert event.is_official
    assert address not in organiser.get(reverse("desk", args=[event.slug])).content.decode()


def test_event_official_after_the_draw_is_refused(organiser: Client) -> None:
    event = _mine(make.drawn_event())
    Event.objects.filter(pk=event.pk).update(is_official=False)
    page = organiser.post(reverse("event_official", args=[event.slug]), follow=True)
    event.refresh_from_db()
    assert not event.is_official
    assert "fo-toast" in page.content.decode()
