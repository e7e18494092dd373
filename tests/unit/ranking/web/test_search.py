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
    assert queries_of(client, "search", query="?q=aa") - queries_of(client, "search", query="?q=a") == 6


@pytest.mark.parametrize("name", ["cantina", "Sotterraneo", "cellar", "festività", "BANCHETTO"])
def test_search_finds_a_card_by_each_of_its_names(client: Client, name: str) -> None:
    card = "cellar" if name.lower() in {"cantina", "sotterraneo", "cellar"} else "feast"
    assert f'href="{reverse("rulebook", args=["dominion"])}#carta-{card}"' in _search(client, name)
    page = client.get(reverse("rulebook", args=["dominion"])).content.decode()
    assert f'id="carta-{card}"' in page


def test_search_finds_a_question_of_the_help_in_the_visitors_language(client: Client) -> None:
    answer = client.get(reverse("search"), {"q": "chi vede il mio NÒME"}, headers={"accept-language": "it"})
    assert [hit.url for hit in answer.context["results"].help] == [reverse("help") + "#nome"]
    english = client.get(reverse("search"), {"q": "how does a place become points"}, headers={"accept-language": "en"})
    assert english.context["results"].help[0].question == "How does a place become points?"


def test_search_without_a_result_leads_on_and_to_the_events_near_a_town(client: Client) -> None:
    far, near = (
        make.authorised_event(**make.upcoming(days), city=city) for days, city in ((5, "Palermo"), (9, "Bologna"))
    )
    nothing = client.get(reverse("search"), {"q": "carcasonne"})
    page = text_of(nothing)
    assert nothing.context["results"].total == 0
    for name in ("event_list", "ranking", "help", "contact"):
        assert f'href="{reverse(name)}' in page
    assert 'name="dove"' in page
    found = client.get(reverse("search"), {"dove": "Forlì"})
    assert [item.event for item in found.context["near"]] == [near, far]
    assert near.get_absolute_url() in text_of(found)


def test_search_shows_three_of_a_kind_and_all_behind_a_link(client: Client) -> None:
    for number in range(5):
        Event.objects.filter(pk=make.announced_event().pk).update(name=f"Coppa dei Cigni {number}")
    few, every = (text_of(client.get(reverse("search"), {"q": "cigni", **more})) for more in ({}, {"tutti": "eventi"}))
    assert (few.count("Coppa dei Cigni"), every.count("Coppa dei Cigni")) == (3, 5)
    assert "tutti=eventi" in few
