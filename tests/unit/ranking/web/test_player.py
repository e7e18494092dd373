"""Test a player's page: results, ranks over time, and who may see it (art. 1.6, AMB-19)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from ranking.statistics.games import player_games
from ranking.statistics.player_rating import player_rating
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import queries_of, signed_in, text_of
from tournament.models import Entry, Person
from tournament.records.joining import person_merge

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-19")]


def _address(person: Person) -> str:
    return reverse("player", args=[person.pk])


@pytest.mark.parametrize("language", ["it", "en"])
def test_player_page_shows_every_event_with_place_and_points(language: str, anybody: Client) -> None:
    event = reporting.homologated_event(players=13)
    winner = event.final_places.get(place=1).entry.person
    answer = anybody.get(_address(winner), headers={"accept-language": language})
    page = text_of(answer)
    assert f'<html lang="{language}"' in page
    assert event.get_absolute_url() in page
    assert '<td class="number key">10</td>' in page
    assert ("1º" if language == "it" else "1st") in page


def test_player_page_without_consent_is_visible_to_some_only(anybody: Client, referent: Client) -> None:
    event = reporting.homologated_event()
    person = event.final_places.get(place=3).entry.person
    own_user = make.make_user()
    Person.objects.filter(pk=person.pk).update(user=own_user)
    make.agree(person, consent=False)
    organiser, stranger, other = make.make_user(), make.make_user(), make.make_user()
    make.grant(event, organiser)
    make.grant(make.make_event(organiser=make.make_organiser(other)), other)
    clients = {
        "anybody": anybody,
        "stranger": signed_in(stranger),
        "organiser of another event": signed_in(other),
        "organiser": signed_in(organiser),
        "self": signed_in(own_user),
        "referent": referent,
    }
    statuses = {name: client.get(_address(person)).status_code for name, client in clients.items()}
    assert statuses == {
        "anybody": 404,
        "stranger": 404,
        "organiser of another event": 404,
        "organiser": 200,
        "self": 200,
        "referent": 200,
    }


def test_player_page_returns_as_soon_as_consent_is_given_again(anybody: Client) -> None:
    person = make.make_person(consent=False)
    assert anybody.get(_address(person)).status_code == 404
    make.agree(person, consent=True)
    assert anybody.get(_address(person)).status_code == 200


def test_player_page_of_a_merged_record_redirects_to_the_surviving_one(anybody: Client) -> None:
    event = reporting.homologated_event()
    merged = event.final_places.get(place=1).entry.person
    survivor = make.make_person()
    person_merge(keep=survivor, merge=merged, by=None, reason="La stessa persona")
    answer = anybody.get(_address(merged))
    assert (answer.status_code, answer["Location"]) == (302, _address(survivor))
    assert event.get_absolute_url() in text_of(anybody.get(_address(survivor)))


def test_player_page_lists_waiting_results_apart(anybody: Client) -> None:
    event = reporting.reported_event()
    winner = event.final_places.get(place=1).entry.person
    page = text_of(anybody.get(_address(winner)))
    with override("it"):
        assert gettext("Waiting for ratification") in page
    assert "<circle" not in page.partition("<main")[2]


def test_player_page_unknown_or_without_results(anybody: Client) -> None:
    assert anybody.get(reverse("player", args=[999_999])).status_code == 404
    page = text_of(anybody.get(_address(make.make_person())))
    with override("it"):
        assert gettext("No result counts for the Ranking yet. It counts when the event is ratified.") in page


def test_player_page_queries_are_independent_of_the_events(anybody: Client) -> None:
    season = make.make_season()
    first = reporting.homologated_event(season=season)
    winner = first.final_places.get(place=1).entry.person
    count_of_one = queries_of(anybody, "player", winner.pk)
    second = reporting.homologated_event(season=season)
    person_merge(keep=winner, merge=second.final_places.get(place=2).entry.person, by=None, reason="La stessa persona")
    assert queries_of(anybody, "player", winner.pk) == count_of_one
    # Two events on the line of the ranks and two on that of the rating, each drawn wide and, for a phone, narrow.
    assert text_of(anybody.get(_address(winner))).partition("<main")[2].count("<circle") == 8


def test_player_page_names_no_opponent_without_consent(anybody: Client) -> None:
    event = reporting.homologated_event()
    winner, *others = (place.entry.person for place in event.final_places.order_by("place"))
    for hidden in others:
        make.agree(hidden, consent=False)
    page = text_of(anybody.get(_address(winner)))
    exported = [
        anybody.get(_address(winner), {"formato": kind, "lista": name}).content.decode()
        for kind in ("csv", "json")
        for name in ("avversari", "partite")
    ]
    for hidden in others:
        assert reverse("player", args=[hidden.pk]) not in page
        for text in (page, *exported):
            assert str(hidden) not in text
    with override("it"):
        assert gettext("players who are not named") in page
    make.agree(others[0], consent=True)
    assert str(others[0]) in text_of(anybody.get(_address(winner)))


def test_player_page_names_no_event_where_the_player_hides_the_name(anybody: Client, referent: Client) -> None:
    event = reporting.homologated_event()
    person = event.final_places.get(place=1).entry.person
    own_user = make.make_user()
    Person.objects.filter(pk=person.pk).update(user=own_user)
    Entry.objects.filter(event=event, person=person).update(consent=False)
    address = _address(person)
    files = [f"?formato=csv&lista={name}" for name in ("risultati", "partite", "avversari", "rating")]
    public = [address, *(address + query for query in files), reverse("api_player", args=[person.pk])]
    public.append(f"{reverse('ranking_season', args=[event.season.slug])}?giocatore={person.pk}")
    for shown in public:
        page = anybody.get(shown).content.decode()
        assert event.slug not in page, shown
        assert event.name not in page.replace("&#x27;", "'"), shown
    with override("it"):
        one = ngettext("%(n)s event where the name is not shown", "%(n)s events where the name is not shown", 1)
    assert one % {"n": 1} in text_of(anybody.get(address))
    for reader in (signed_in(own_user), referent):
        assert event.get_absolute_url() in text_of(reader.get(address))


def test_player_page_shows_one_season_at_a_time(anybody: Client) -> None:
    first, second = (reporting.homologated_event() for _ in range(2))
    winner = first.final_places.get(place=1).entry.person
    count_of_one = queries_of(anybody, "player", winner.pk)
    Person.objects.filter(pk=winner.pk).update(user=make.make_user())
    winner.refresh_from_db()
    assert queries_of(signed_in(winner.user), "player", winner.pk) <= 12
    person_merge(keep=winner, merge=second.final_places.get(place=2).entry.person, by=None, reason="La stessa persona")
    assert queries_of(anybody, "player", winner.pk) == count_of_one
    for shown, other in ((first, second), (second, first)):
        page = text_of(anybody.get(_address(winner), {"stagione": shown.season.slug}))
        assert f'href="{shown.get_absolute_url()}"' in page
        assert f'href="{other.get_absolute_url()}"' not in page
    assert anybody.get(_address(winner), {"stagione": "nessuna"}).status_code == 404


def test_player_page_shows_the_rating_as_not_official(anybody: Client) -> None:
    event = reporting.homologated_event(players=13)
    winner = event.final_places.get(place=1).entry.person
    rated = player_rating(player_games(winner.pk, "dominion"))
    assert [(row.slug, row.games, row.few) for row in rated] == [(event.slug, 3, True)]
    page = text_of(anybody.get(_address(winner), headers={"accept-language": "en"}))
    assert f"± {rated[0].margin}" in page
    assert "not official" in page
    assert "too few games to say much" in page
    exported = anybody.get(_address(winner), {"formato": "csv", "lista": "rating"}).content.decode()
    assert f"{rated[0].rating},{rated[0].margin},3" in exported.replace(";", ",")
