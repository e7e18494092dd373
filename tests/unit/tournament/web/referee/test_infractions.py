"""The pages of the register of infractions (AMB-44)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.models import Event, Infraction

pytestmark = pytest.mark.django_db


def test_referee_enters_and_organiser_decides_in_the_pages(
    visitor: Callable[..., Client],
) -> None:
    event = make.drawn_event()
    assert visitor("referee", event).get(reverse("infractions", args=[event.slug])).status_code == 404
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    entry, page = event.entries.earliest("pk"), reverse("infractions", args=[event.slug])
    referee, organiser = visitor("referee", event), visitor("organiser", event)
    sent = {"entry": entry.pk, "kind": "warning", "table": "99", "minute": "7", "what": "Guardava le carte"}
    assert referee.post(page, sent).status_code == 422
    assert not Infraction.objects.exists()
    assert referee.post(page, sent | {"table": ""}).status_code == 302
    row = Infraction.objects.get()
    at = reverse("infraction_appeal", args=[event.slug, row.pk])
    referee.post(at, {"words": "Non è vero"})
    assert referee.post(at, {"words": "Sì", "grant": "1"}).status_code == 404
    assert organiser.post(at, {"words": "", "reject": "1"}).status_code == 302
    row.refresh_from_db()
    assert row.appeal == "open"
    organiser.post(at, {"words": "Due testimoni", "reject": "1"})
    seen = visitor("referent").get(reverse("sanctions")).content.decode()
    assert "Guardava le carte" in seen
    assert "Due testimoni" in seen
