"""Test the desk's page of the pairs of an event of Megalomania."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.models import Entry, Event
from tournament.pages.event import outcome, public_rounds

pytestmark = pytest.mark.django_db


def _desk(event: Event) -> Client:
    user, client = make.make_user(), Client()
    make.grant(event, user)
    client.force_login(user)
    return client


def _in_pairs(**facts: object) -> Event:
    return make.check_in_event(players=4, game="megalomania", game_options={"pairs": True}, **facts)


@pytest.mark.parametrize(("language", "words"), [("it", "Senza compagno (4)"), ("en", "Without a partner (4)")])
def test_pairs_page_lists_who_has_no_partner(language: str, words: str) -> None:
    event = _in_pairs()
    client, address = _desk(event), reverse("pairs", args=[event.slug])
    assert address in client.get(reverse("entries", args=[event.slug])).content.decode()
    assert words in text_of(client.get(address, headers={"accept-language": language}))


def test_pairs_page_makes_a_pair_and_undoes_it() -> None:
    event = _in_pairs()
    client, address = _desk(event), reverse("pairs", args=[event.slug])
    name = str(event.entries.get(number=1).person)
    assert client.post(address, {"player": "3 Qualcuno", "partner": name}).status_code == 302
    second = event.entries.get(number=3)
    assert second.plays_with is not None
    assert second.plays_with.number == 1
    assert "(2)" in text_of(client.get(address))
    assert client.post(reverse("pair_end", args=[event.slug, second.pk])).status_code == 302
    assert not Entry.objects.exclude(plays_with=None).exists()


@pytest.mark.parametrize("typed", ["1", "99", "Nessuno"])
def test_pairs_page_refuses_a_wrong_partner_beside_the_form(typed: str) -> None:
    event = _in_pairs()
    answer = _desk(event).post(reverse("pairs", args=[event.slug]), {"player": "1", "partner": typed})
    assert answer.status_code == 422
    assert not Entry.objects.exclude(plays_with=None).exists()


def test_pairs_page_of_single_players_says_so() -> None:
    event = make.check_in_event(players=4)
    client, address = _desk(event), reverse("pairs", args=[event.slug])
    assert "non si gioca in coppie" in text_of(client.get(address))
    assert address not in client.get(reverse("entries", args=[event.slug])).content.decode()
    assert client.post(address, {"player": "1", "partner": "2"}).status_code == 422


def test_event_page_board_and_desk_name_both_winners(client: Client) -> None:
    event = make.concluded_pairs()
    first, second = (str(row.entry) for row in event.final_places.filter(place=1).order_by("is_partner"))
    page = client.get(reverse("event", args=[event.slug]))
    assert f"{first}, {second}" in text_of(page)
    lines = page.context["bracket"]
    assert len({line.name for line in lines}) == len(lines) == 4
    assert [row["is_last_finalist"] for row in page.context["page"].places].index(True) == 3
    assert f"Hanno vinto {first}, {second}" in text_of(client.get(reverse("board", args=[event.slug])))
    shown = outcome(event, list(public_rounds(event)))
    assert shown["winners"] == [first, second]
    assert [place for place, _ in shown["final_order"]] == [1, 1, 2, 2]
    entries = text_of(client.get(reverse("event", args=[event.slug]), {"parte": "iscritti"}))
    assert entries.count("in coppia con") == 12
    played = text_of(client.get(reverse("event", args=[event.slug]), {"parte": "turno-1"}))
    assert "sedie 1 e 3 contro sedie 2 e 4" in played
    # Lots are drawn among pairs, not among their players.
    assert ("sorteggio fra 3" in played, "sorteggio fra 6" in played) == (True, False)
