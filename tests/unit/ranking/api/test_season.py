"""Test the API of seasons, Ranking and players: same data as the pages, bounded queries, no enumeration of people."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ranking.national.player import player_seasons
from ranking.national.selectors import national_ranking
from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.tournament.api.conftest import Program
from tournament.access.api_tokens import token_issue
from tournament.models import Person, Season
from tournament.records.joining import person_merge

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-19")]


@pytest.fixture
def anybody() -> Program:
    return Program()


def _season(people: int) -> Season:
    season = make.make_season(finalists=12)
    for number, person in enumerate(make.make_people(people)):
        credit(season, person, 60 - number, wins=number % 3)
    return season


def test_seasons_api_lists_newest_first(anybody: Program) -> None:
    seasons = [make.make_season(final_place="Verona") for _ in range(3)]
    page = anybody.get("/seasons").json()
    assert page["count"] == Season.objects.count() == len(page["items"])
    days = [item["first_day"] for item in page["items"]]
    assert days == sorted(days, reverse=True)
    for season in seasons:
        single = anybody.get(f"/seasons/{season.slug}").json()
        assert single in page["items"]
        assert (single["slug"], single["final_place"]) == (season.slug, "Verona")
    assert anybody.get("/seasons/mai").status_code == 404


def test_ranking_api_pages_equal_the_ranking_of_the_site(anybody: Program) -> None:
    season = _season(15)
    hidden = Person.objects.order_by("pk")[3]
    make.agree(hidden, consent=False)
    rows: list[Any] = []
    for offset in (0, 10):
        page = anybody.get(f"/seasons/{season.slug}/ranking?limit=10&offset={offset}").json()
        assert (page["season"], page["count"]) == (season.slug, 15)
        rows += page["items"]
    site_rows = national_ranking(season)
    assert [row["rank"] for row in rows] == [site_row.rank for site_row in site_rows]
    assert [row["name"] for row in rows] == [site_row.name for site_row in site_rows]
    assert [row["decided_by"] for row in rows] == [site_row.decided_by for site_row in site_rows]
    assert [row["half_points"] for row in rows] == [site_row.half_points for site_row in site_rows]
    assert [row["points"] for row in rows] == [float(site_row.points) for site_row in site_rows]
    assert [row["called"] for row in rows] == [True] * 12 + [False] * 3
    mine = [row for row in rows if row["name"] is None]
    assert [(row["person_id"], row["city"], row["half_points"]) for row in mine] == [(None, "", 57)]


def test_ranking_api_referent_token_sees_only_public_names(anybody: Program) -> None:
    season = _season(2)
    make.agree(Person.objects.earliest("pk"), consent=False)
    token = token_issue(user=make.make_user(referent=True), name="prova", days=1)[1]
    path = f"/seasons/{season.slug}/ranking"
    assert Program(token).get(path).json() == anybody.get(path).json()


def test_player_api_returns_the_data_of_the_page(anybody: Program) -> None:
    event = reporting.homologated_event()
    person = event.final_places.get(place=1).entry.person
    player = anybody.get(f"/players/{person.pk}").json()
    expected_season = player_seasons(person)[0]
    assert (player["person"], player["name"]) == (person.pk, str(person))
    season = player["seasons"][0]
    assert (season["rank"], season["half_points"], season["wins"]) == (
        expected_season.rank,
        expected_season.half_points,
        expected_season.wins,
    )
    assert season["ranks"] == expected_season.places
    assert [(row["event"], row["place"], row["half_points"]) for row in season["entries"]] == [(event.slug, 1, 20)]
    assert player["waiting"] == []


def test_player_api_result_not_homologated_is_waiting(anybody: Program) -> None:
    event = make.concluded_event()
    person = event.final_places.get(place=1).entry.person
    player = anybody.get(f"/players/{person.pk}").json()
    assert player["seasons"] == []
    assert player["waiting"] == [
        {"event": event.slug, "name": event.name, "game": "dominion", "place": 1, "half_points": 20}
    ]


def test_player_api_without_consent_answers_404_like_an_unknown_player(anybody: Program) -> None:
    hidden, nobody = make.make_person(consent=False), 10**9
    responses = [anybody.get(f"/players/{pk}") for pk in (hidden.pk, nobody)]
    assert [answer.status_code for answer in responses] == [404, 404]
    assert responses[0].content == responses[1].content
    page = Client().get(reverse("player", args=[hidden.pk]))
    assert page.status_code == 404


def test_player_api_own_token_without_consent_answers_404() -> None:
    person, user = make.make_person(consent=False), make.make_user()
    person.user = user
    person.save()
    own_program = Program(token_issue(user=user, name="prova", days=1)[1])
    assert own_program.get(f"/players/{person.pk}").status_code == 404


def test_player_api_merged_record_returns_the_surviving_record(anybody: Program) -> None:
    keep, merged = make.make_people(2)
    person_merge(keep=keep, merge=merged, by=None, reason="La stessa persona")
    assert anybody.get(f"/players/{merged.pk}").json()["person"] == keep.pk
    make.agree(keep, consent=False)
    assert anybody.get(f"/players/{merged.pk}").status_code == 404


def test_player_api_has_no_list_of_people(anybody: Program) -> None:
    assert anybody.get("/players").status_code == 404
    assert anybody.get("/players/").status_code == 404


@pytest.mark.parametrize(("path", "most"), [("/seasons", 2), ("/seasons/{slug}/ranking", 7)])
def test_season_api_queries_are_independent_of_the_number_of_rows(anybody: Program, path: str, most: int) -> None:
    counts = []
    for people in (3, 30):
        season = _season(people)
        with CaptureQueriesContext(connection) as caught:
            assert anybody.get(path.format(slug=season.slug) + "?limit=200").status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= most


def test_player_api_queries_are_independent_of_the_number_of_events(anybody: Program) -> None:
    counts = []
    for events in (1, 6):
        season, person = make.make_season(), make.make_person()
        for number in range(events):
            credit(season, person, 10 + number)
        with CaptureQueriesContext(connection) as caught:
            assert len(anybody.get(f"/players/{person.pk}").json()["seasons"][0]["entries"]) == events
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 9
