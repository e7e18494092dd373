"""A season of 10 events and the same season of 50: the same queries, and the rows that the services write."""

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
from ranking.national.rank_history import LAST, counting_events, trail
from tests.unit.ranking.pages import queries_of
from tournament import models as rows

pytestmark = pytest.mark.django_db

PEOPLE, PLAYERS = 240, 16


class Growing:
    """A made-up season in the database, from one number of events to the next."""

    def __init__(self) -> None:
        self.made = Season(PEOPLE, PLAYERS, "tests")
        self.season = rows.Season.objects.get()
        season_rows.people_and_clubs(self.made.people, self.made.clubs())
        self.people = list(rows.Person.objects.order_by("pk"))
        self.count = 0

    def whole(self, number: int) -> season_rows.Whole:
        seated = [self.people[at] for at in self.made.seated(number)]
        return season_rows.whole(number, self.made.file(number), seated, self.season)

    def to(self, count: int) -> None:
        season_rows.store([self.whole(number) for number in range(self.count, count)])
        self.count = count


@pytest.fixture
def growing() -> Growing:
    return Growing()


def test_an_event_stored_in_bulk_is_the_event_that_the_services_write(growing: Growing) -> None:
    for number in range(2):
        bound = season_shapes.shape_by_services(growing.made.file(number))
        one = growing.whole(number)
        season_rows.store([one])
        season_shapes.must_be_equal(one, bound)
    assert ledger.ledger_rebuild(growing.season).results == 2 * PLAYERS


def test_a_difference_is_seen(growing: Growing) -> None:
    bound = season_shapes.shape_by_services(growing.made.file(0))
    one = growing.whole(0)
    season_rows.store([one])
    rows.FinalPlace.objects.filter(event=one.event, place=3).update(thirds=3)
    found = season_shapes.differences(bound, season_shapes.shape(one.event))
    assert [text.partition(":")[0] for text in found] == ["FinalPlace"]


def _player(season: rows.Season) -> int:
    """Who played most, of those whose name everybody may see."""
    played = LedgerEntry.objects.filter(season=season, person__consent=True).values_list("person_id")
    return int(played.annotate(count=Count("pk")).order_by("-count", "person_id")[0][0])


def test_queries_do_not_grow_from_10_events_to_50(growing: Growing) -> None:
    """The Ranking in every order, a player, the home page, the list of events, the open data."""
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


def test_ranks_in_time_are_those_of_the_ranking_event_by_event(growing: Growing) -> None:
    """A revoked event is no step; the way of a player ends at the rank of now."""
    growing.to(15)
    homologation_services.revoke(event=rows.Event.objects.order_by("last_day", "pk")[12], by=None, reason="Ispezione")
    standing = national_selectors.season_standing(growing.season)
    events = counting_events(growing.season)
    people = list(standing.totals.sums)
    moves = trail(standing, people, events)
    assert (len(events), len(moves.events), LAST) == (14, 12, 12)
    for person in people:
        now = standing.ranking[standing.ranking.place_of(person)].rank
        assert moves.ranks[person][-1] == now
    homologation_services.revoke(event=rows.Event.objects.get(pk=events[-1].pk), by=None, reason="Ispezione")
    before = national_selectors.season_standing(growing.season)
    for person in before.totals.sums:
        row = before.ranking[before.ranking.place_of(person)]
        assert moves.ranks[person][-2] == row.rank
    assert ledger.ledger_check(growing.season) == []
