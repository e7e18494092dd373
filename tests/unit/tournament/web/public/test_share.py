"""Test the picture that a shared link to an event shows."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests import factories as make
from tests.unit.ranking.pages import text_of
from tournament.models import Entry, Event, Person
from tournament.pages.share_card import Card, event_card, render_card

pytestmark = pytest.mark.django_db


def test_event_card_is_a_picture_rendered_again_only_after_a_change(client: Client) -> None:
    event = make.announced_event()
    Event.objects.filter(pk=event.pk).update(name="Torneo " + "lunghissimo " * 9)
    address = reverse("event_card", args=[event.slug])
    answer = client.get(address)
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    Event.objects.filter(pk=event.pk).update(name="Altro nome")
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 200
    assert f'property="og:image" content="http://127.0.0.1:8000{address}"' in text_of(
        client.get(event.get_absolute_url())
    )


def test_card_draws_other_scripts_and_leaves_out_what_no_font_has() -> None:
    def picture(title: str) -> bytes:
        return render_card(Card(championship="Campionato", label="Annunciato", title=title, facts="Lucca"))

    pictures = {picture(title) for title in ("Torneo", "Torneo 李小龙", "Torneo 김연아", "Torneo Ωμέγα")}
    assert len(pictures) == 4
    # Two different letters without a font would be the same box.
    assert picture("李") != picture("山")
    assert picture("Torneo\N{GAME DIE}") == picture("Torneo")


def test_event_card_of_a_draft_is_not_found(client: Client) -> None:
    assert client.get(reverse("event_card", args=[make.make_event().slug])).status_code == 404


def test_amb_19_event_card_names_only_those_who_consent_everywhere() -> None:
    event = make.concluded_event()
    first, second = (event.final_places.get(place=place).entry for place in (1, 2))
    Person.objects.filter(pk=second.person_id).update(consent=False)
    Entry.objects.filter(pk=second.pk).update(consent=True)
    names = [name for _place, name in event_card(Event.objects.get(pk=event.pk)).rows]
    assert str(first.person) in names
    assert str(second.person) not in names
