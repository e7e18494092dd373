"""Test what the matrix of access (tests/unit/access) cannot: tokens of forms, drafts, and draws when they are made."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.models import Draw, Event

pytestmark = pytest.mark.django_db


def test_access_write_without_csrf_token_is_refused() -> None:
    event = make.authorised_event()
    user = make.make_user()
    make.grant(event, user)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    address = reverse("event_open_check_in", args=[event.slug])
    assert client.post(address).status_code == 403
    assert Event.objects.get(pk=event.pk).state == Event.State.AUTHORISED
    token = re.search(
        rb'name="csrfmiddlewaretoken" value="([^"]+)"', client.get(reverse("desk", args=[event.slug])).content
    )
    assert token is not None
    assert client.post(address, {"csrfmiddlewaretoken": token[1].decode()}).status_code == 302
    assert Event.objects.get(pk=event.pk).state == Event.State.CHECK_IN


@pytest.mark.parametrize("role", ["anonymous", "player", "other_organiser", "referee"])
def test_access_draft_event_answers_404_to_others(role: str, visitor: Callable[..., Client]) -> None:
    event = make.make_event(name="Torneo segreto")
    client = visitor(role, event)
    assert client.get(reverse("event", args=[event.slug])).status_code == 404
    assert client.get(reverse("draws", args=[event.slug])).status_code == 404
    assert b"Torneo segreto" not in client.get(reverse("event_list")).content


@pytest.mark.parametrize("role", ["anonymous", "player", "referee"])
def test_access_draw_is_public_immediately(role: str, visitor: Callable[..., Client]) -> None:
    """Art. 1.5: no role sees the outcome of a draw before the others."""
    event = make.check_in_event()
    client = visitor(role, event)
    make.draw_round(event)
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    assert 'class="fo-tile' in page
    assert "fo-king" in page
    drawn = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert drawn.count() == 3
    for draw in drawn:
        draw_data = client.get(reverse("draw_json", args=[draw.pk])).json()
        assert (draw_data["drawn"], draw_data["seed"], draw_data["word"]) == (True, draw.seed, make.WORD)
    if role == "referee":
        assert client.get(reverse("sheet", args=[event.slug, 1, 1])).status_code == 200
