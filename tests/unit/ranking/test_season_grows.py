"""Test a season of 10 and of 50 events: constant queries, and bulk rows equal to those that the services write."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Count
from django.test import Client

from bench import season_rows, season_shapes
from bench.season_events import Season
from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.models import LedgerEntry
from ranking.national import selectors as national_selectors
from ranking.national.rank_history import MAX_EVENTS, counted_events, rank_history
from tests.unit.ranking.pages import queries_of
from tournament import models as rows

pytestmark = pytest.mark.django_db

PEOPLE, PLAYERS = 240, 16


class Growing:
    """Grow a generated season in the database up to a number of events."""

    def __init__(self) -> None:
        self.generated = Season(PEOPLE, PLAYERS, "tests")
        self.season = rows.Season.objects.get()
        season_rows.people_and_clubs(self.generated.people, self.generated.clubs())
        self.people = list(rows.Person.objects.order_by("pk"))
        self.count = 0

    def event_rows(self, number: int) -> season_rows.EventRows:
        seated = [self.people[at] for at in self.generated.seated(number)]
        return season_rows.build_event_rows(number, self.generated.file(number), seated, self.season)

    def to(self, count: int) -> None:
        season_rows.store([self.event_rows(number) for number in range(self.count, count)])
        self.count = count


@pytest.fixture
def growing() -> Growing:
    return Growing()


@pytest.mark.soak(gate="tests/unit/ranking/test_season_grows.py::test_season_shapes_report_a_difference")
def test_bulk_store_equals_the_rows_of_the_services(growing: Growing) -> None:
    for number in range(2):
        bound = season_shapes.shape_by_services(growing.generated.file(number))
        stored = growing.event_rows(number)
        season_rows.store([stored])
        season_shapes.must_be_equal(stored, bound)
    assert ledger.ledger_rebuild(growing.season).results == 2 * PLAYERS


def test_season_shapes_report_a_difference(growing: Growing) -> None:
    bound = season_shapes.shape_by_services(growing.generated.file(0))
    stored = growing.event_rows(0)
    season_rows.store([stored])
    rows.FinalPlace.objects.filter(event=stored.event, place=3).update(thirds=3)
    differences = season_shapes.differences(bound, season_shapes.shape(stored.event))
    assert [text.partition(":")[0] for text in differences] == ["FinalPlace"]


def _player(season: rows.Season) -> int:
    """Return the id of the player with most results among those with consent."""
    played = LedgerEntry.objects.filter(season=season, person__consent=True).values_list("person_id")
    return int(played.annotate(count=Count("pk")).order_by("-count", "person_id")[0][0])


@pytest.mark.soak(
    gate="tests/unit/ranking/web/test_referent.py::test_referent_pages_queries_are_independent_of_the_rows"
)
def test_queries_are_equal_at_10_and_50_events(growing: Growing) -> None:
    """Cover the Ranking in every order, a player, the home page, the list of events and the open data."""
    client, slug = Client(), growing.season.slug
    pages: list[tuple[Any, ...]] = [("ranking_season", slug), ("home",), ("event_list",)]
    pages += [("ranking_csv", slug), ("ranking_json", slug), ("open_data",)]
    growing.to(10)
    player = ("player", _player(growing.season))
    few = [queries_of(client, *page) for page in (*pages, player)]
    sorted_few = queries_of(client, "ranking_season", slug, query="?sort=-player")
    growing.to(50)
    assert [queries_of(client, *page) for page in (*pages, player)] == few
    assert queries_of(client, "ranking_season", slug, query="?sort=-player") == sorted_few
    assert max(few) <= 12


def test_trail_ranks_equal_the_ranking_after_each_event(growing: Growing) -> None:
    """A revoked event is no step; the last rank of each player is the current one."""
    growing.to(15)
    homologation_services.homologation_revoke(
        event=rows.Event.objects.order_by("last_day", "pk")[12], by=None, reason="Ispezione"
    )
    standing = national_selectors.season_standing(growing.season)
    events = counted_events(growing.season)
    people = list(standing.totals.sums)
    moves = rank_history(standing, people, events)
    assert (len(events), len(moves.events), MAX_EVENTS) == (14, 12, 12)
    for person in people:
        now = standing.ranking[standing.ranking.place_of(person)].rank
        assert moves.ranks[person][-1] == now
    homologation_services.homologation_revoke(
        event=rows.Event.objects.get(pk=events[-1].pk), by=None, reason="Ispezione"
    )
    before = national_selectors.season_standing(growing.season)
    for person in before.totals.sums:
        row = before.ranking[before.ranking.place_of(person)]
        assert moves.ranks[person][-2] == row.rank
    assert ledger.ledger_check(growing.season) == []
