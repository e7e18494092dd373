"""Test the search page: events, clubs and consenting players, and nothing else."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.ranking.pages import queries_of, text_of
from tournament.models import Event, Organiser

pytestmark = pytest.mark.django_db


def _search(client: Client, query: str) -> str:
    return text_of(client.get(reverse("search"), {"q": query}, headers={"accept-language": "en"}))


def test_search_finds_an_event_and_its_club_without_accents(client: Client) -> None:
    event = make.announced_event()
    Event.objects.filter(pk=event.pk).update(name="Coppa dell’Àncora", city="Forlì")
    Organiser.objects.filter(pk=event.organiser_id).update(name="Circolo Perù")
    assert event.get_absolute_url() in _search(client, "ANCORA forli")
    page = _search(client, "peru")
    assert "Circolo Perù" in page
    assert event.get_absolute_url() in text_of(client.get(reverse("event_list"), {"q": "Circolo Perù"}))


def test_search_leaves_out_drafts_and_the_clubs_that_have_only_drafts(client: Client) -> None:
    event = make.make_event(name="Bozza segreta")
    Organiser.objects.filter(pk=event.organiser_id).update(name="Circolo nascosto")
    assert event.get_absolute_url() not in _search(client, "bozza")
    assert "Circolo nascosto" not in _search(client, "nascosto")


def test_amb_19_search_finds_only_players_who_consented(client: Client) -> None:
    shown, hidden, merged = make.make_people(3)
    make.change_person(shown, first_name="Žiga", last_name="Prova", consent=True)
    make.change_person(hidden, first_name="Zoe", last_name="Prova", consent=False)
    make.change_person(merged, first_name="Zeno", last_name="Prova", consent=True, merged_into=shown)
    page = _search(client, "prova")
    assert reverse("player", args=[shown.pk]) in page
    assert "Zoe" not in page
    assert "Zeno" not in page
    for spelling in ("ziga", "zeno prova"):
        assert reverse("player", args=[shown.pk]) in _search(client, spelling)
    make.change_person(shown, consent=False)
    assert reverse("player", args=[shown.pk]) not in _search(client, "zeno")


def test_search_of_one_letter_runs_no_query_and_a_long_one_is_cut(client: Client) -> None:
    assert "Write at least two letters." in _search(client, "a")
    assert client.get(reverse("search"), {"q": "x" * 5000}).status_code == 200
    assert queries_of(client, "search", query="?q=aa") - queries_of(client, "search", query="?q=a") == 5


@pytest.mark.parametrize("name", ["cantina", "Sotterraneo", "cellar", "festività", "BANCHETTO"])
def test_search_finds_a_card_by_each_of_its_names(client: Client, name: str) -> None:
    card = "cellar" if name.lower() in {"cantina", "sotterraneo", "cellar"} else "feast"
    assert f'href="{reverse("rulebook", args=["dominion"])}#carta-{card}"' in _search(client, name)
    page = client.get(reverse("rulebook", args=["dominion"])).content.decode()
    assert f'id="carta-{card}"' in page
