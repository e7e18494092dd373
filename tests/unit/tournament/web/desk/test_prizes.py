"""Test prizes of an event: the desk's page, and where they stand; the text for the Forum (art. 1.2, 1.7)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.refusals import refuses
from tests.unit.ranking.pages import text_of
from tournament.events.prizes import prize_add
from tournament.models import Entry, EventPrize, Person
from tournament.pages.announcement import announcement_text
from tournament.printing.diplomas import diplomas

pytestmark = pytest.mark.django_db


def _organiser(event: object) -> Client:
    user = make.make_user()
    make.grant(event, user)
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(("place", "what"), [(0, "Coppa"), (201, "Coppa"), (1, "  ")])
def test_prize_add_impossible_prize_is_refused(place: int, what: str) -> None:
    with refuses("FIELD_WRONG"):
        prize_add(event=make.make_event(), place=place, what=what)
    assert not EventPrize.objects.exists()


@pytest.mark.parametrize("language", ["it", "en"])
def test_prizes_are_added_shown_and_removed(language: str) -> None:
    event = make.announced_event()
    client, address = _organiser(event), reverse("prizes", args=[event.slug])
    assert client.get(address, headers={"accept-language": language}).status_code == 200
    assert client.post(address, {"place": "0", "what": ""}).status_code == 422
    assert client.post(address, {"place": "2", "what": "Un gioco", "giver": "Il negozio"}).status_code == 302
    for page in (client.get(address), Client().get(event.get_absolute_url())):
        assert "Un gioco" in text_of(page)
        assert "Il negozio" in text_of(page)
    prize = EventPrize.objects.get()
    other = make.announced_event()
    assert client.post(reverse("prize_end", args=[other.slug, prize.pk])).status_code == 404
    assert client.post(reverse("prize_end", args=[event.slug, prize.pk])).status_code == 302
    assert not EventPrize.objects.exists()


@pytest.mark.parametrize("language", ["it", "en"])
def test_announcement_names_winner_second_prizes_and_only_public_names(language: str) -> None:
    event = make.concluded_event()
    prize_add(event=event, place=1, what="Un net-book", giver="L’editore")
    first, second = (place.entry for place in event.final_places.order_by("place")[:2])
    Person.objects.filter(pk=first.person_id).update(consent=True)
    Entry.objects.filter(pk=second.pk).update(consent=False)
    text = announcement_text(event, language)
    first.refresh_from_db()
    assert str(Person.objects.get(pk=first.person_id)) in text
    assert str(second.person) not in text
    assert "Un net-book (L’editore)" in text
    assert event.get_absolute_url() in text
    assert len([line for line in text.splitlines() if line[:1].isdigit()]) >= event.final_places.count()
    page = text_of(_organiser(event).get(reverse("prizes", args=[event.slug]), headers={"accept-language": language}))
    assert "Un net-book" in page
    assert diplomas(event).startswith(b"%PDF")


def test_announcement_before_the_result_is_empty() -> None:
    assert announcement_text(make.announced_event(), "it") == ""
