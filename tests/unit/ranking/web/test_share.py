"""Test the pictures of shared links to a player and to the Ranking: names only with consent (art. 1.6)."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from ranking.web.public.share import player_card, ranking_card
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import text_of
from tournament.records.joining import person_merge

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-19")]


def test_player_card_shows_place_points_and_events(anybody: Client) -> None:
    event = reporting.homologated_event()
    winner = event.final_places.get(place=1).entry.person
    card = player_card(winner)
    assert card.title == str(winner)
    assert [(column.share, column.strong) for column in card.columns] == [(1, True)]
    address = reverse("player_card", args=[winner.pk])
    answer = anybody.get(address)
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert anybody.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    page = text_of(anybody.get(reverse("player", args=[winner.pk])))
    assert f'property="og:image" content="http://127.0.0.1:8000{address}"' in page


def test_player_card_not_found_without_consent_or_own_record(anybody: Client, referent: Client) -> None:
    event = reporting.homologated_event()
    hidden, merged, survivor = (event.final_places.get(place=place).entry.person for place in (1, 2, 3))
    make.agree(hidden, consent=False)
    other = reporting.homologated_event().final_places.get(place=1).entry.person
    person_merge(keep=other, merge=merged, by=None, reason="La stessa persona")
    for client in (anybody, referent):
        for person in (hidden, merged):
            assert client.get(reverse("player_card", args=[person.pk])).status_code == 404
        assert client.get(reverse("player_card", args=[survivor.pk])).status_code == 200
    newcomer = make.make_person(city="Forlì")
    assert player_card(newcomer).facts == "Forlì"
    assert anybody.get(reverse("player_card", args=[newcomer.pk])).status_code == 200


def test_ranking_card_names_those_with_consent(anybody: Client) -> None:
    event = reporting.homologated_event()
    first, second = (event.final_places.get(place=place).entry.person for place in (1, 2))
    make.agree(first, consent=False)
    text = repr(ranking_card(event.season))
    assert str(first) not in text
    assert str(second) in text
    address = reverse("ranking_card", args=[event.season.slug])
    assert Image.open(BytesIO(anybody.get(address).content)).size == (1200, 630)
    assert address in text_of(anybody.get(reverse("ranking_season", args=[event.season.slug])))
    assert anybody.get(reverse("ranking_card", args=["nessuna"])).status_code == 404


def test_ranking_card_of_a_season_without_results(anybody: Client) -> None:
    season = make.make_season()
    assert ranking_card(season).rows == ()
    assert anybody.get(reverse("ranking_card", args=[season.slug])).status_code == 200
