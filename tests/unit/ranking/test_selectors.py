"""Test the selectors of the Ranking, of the player's page and of the Referent's queues, and their queries."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from ranking.homologation import ledger
from ranking.homologation import selectors as homologation_selectors
from ranking.national import selectors as national_selectors
from ranking.national.player import may_see_player, player_seasons
from tests import factories, reporting
from tests.unit.ranking.credit import credit
from tournament.models import Event, Person, Season

pytestmark = pytest.mark.django_db


@pytest.mark.rule("REQ-1404")
def test_ex_36_total_is_the_sum_of_all_events() -> None:
    season, person = factories.make_season(), factories.make_person()
    for half in (20, 12, 6):
        credit(season, person, half)
    row = national_selectors.national_ranking(season)[0]
    assert (row.points, row.events) == (Decimal(19), 3)


@pytest.mark.rule("REQ-1405")
def test_ex_37_equal_totals_are_ordered_by_the_criteria_in_turn() -> None:
    season = factories.make_season()
    people = factories.make_people(6)
    credit(season, people[5], 20, wins=2)
    credit(season, people[4], 20, wins=3, ordinary=2)
    credit(season, people[3], 20, wins=3)
    credit(season, people[2], 20, wins=3, seconds=1)
    credit(season, people[1], 20, wins=3, seconds=1, thirds=1)
    credit(season, people[0], 20, wins=3, seconds=1, thirds=1)
    rows = national_selectors.national_ranking(season)
    assert [row.person_id for row in rows][2:] == [people[2].pk, people[3].pk, people[4].pk, people[5].pk]
    assert [row.rank for row in rows] == [1, 1, 3, 4, 5, 6]
    assert [row.tied for row in rows] == [2, 2, 1, 1, 1, 1]
    assert [row.decided_by for row in rows] == ["equal", "thirds", "seconds", "ordinary_wins", "wins", "wins"]


@pytest.mark.rule("REQ-1407")
@pytest.mark.rule("EX-38")
def test_ex_38_row_without_consent_keeps_its_rank_and_hides_the_name() -> None:
    season = factories.make_season()
    people = [factories.make_person(consent=consent) for consent in (True, False, True)]
    for person, points in zip(people, (12, 10, 8), strict=True):
        credit(season, person, points * 2)
    rows = national_selectors.national_ranking(season)
    assert [(row.rank, row.name, row.points) for row in rows] == [
        (1, str(people[0]), 12),
        (2, None, 10),
        (3, str(people[2]), 8),
    ]
    assert (rows[1].person_id, rows[1].city) == (None, "")


@pytest.mark.rule("AMB-19")
def test_amb_19_withdrawn_consent_hides_the_name_immediately() -> None:
    season, person = factories.make_season(), factories.make_person()
    credit(season, person, 20)
    assert national_selectors.national_ranking(season)[0].name == str(person)
    factories.agree(person, consent=False)
    assert national_selectors.national_ranking(season)[0].name is None
    assert not may_see_player(Person.objects.get(pk=person.pk), AnonymousUser())


@pytest.mark.rule("AMB-19")
def test_amb_19_referent_organisers_and_the_player_see_the_name() -> None:
    season, person = factories.make_season(), factories.make_person(consent=False)
    credit(season, person, 20)
    organiser, stranger, me = (factories.make_user() for _ in range(3))
    factories.make_organiser(organiser)
    person.user = me
    person.save()
    viewers = (factories.make_user(referent=True), organiser, me)
    for viewer in viewers:
        row = national_selectors.national_ranking(season, viewer)[0]
        assert (row.name, row.anonymous) == (str(person), True)
    assert [may_see_player(person, viewer) for viewer in viewers] == [True, False, True]
    assert national_selectors.national_ranking(season, stranger)[0].name is None
    assert not may_see_player(person, stranger)
    assert national_selectors.national_ranking(season, me)[0].me


def test_player_seasons_lists_results_and_rank() -> None:
    event = reporting.homologated_event()
    person = event.final_places.get(place=2).entry.person
    (player_season,) = player_seasons(person)
    assert [(row.event_id, row.place, row.half_points, row.players) for row in player_season.entries] == [
        (event.pk, 2, 14, 12)
    ]
    assert (player_season.season.pk, player_season.rank, player_season.half_points) == (event.season_id, 2, 14)


@pytest.mark.rule("AMB-15")
def test_amb_15_attendance_and_its_average() -> None:
    season = factories.make_season()
    assert homologation_selectors.attendance_average(season) is None
    for players in (12, 13):
        reporting.reported_event(players=players, season=season)
    assert homologation_selectors.attendance_average(season) == Decimal("12.5")
    assert [item.attendance for item in homologation_selectors.homologation_queue()] == [12, 13]
    assert (
        homologation_selectors.attendance(Event.objects.get(pk=homologation_selectors.homologation_queue()[1].event.pk))
        == 13
    )


def test_authorisation_queue_lists_announced_events_only() -> None:
    event = factories.announced_event()
    factories.make_event()
    assert [queued.pk for queued in homologation_selectors.authorisation_queue()] == [event.pk]


def test_national_ranking_queries_are_independent_of_its_length(django_assert_num_queries: Any) -> None:
    season = factories.make_season()
    for person in factories.make_people(3):
        credit(season, person, 20)
    with django_assert_num_queries(4):
        national_selectors.national_ranking(season)
    for person in factories.make_people(20):
        credit(season, person, 30)
    with django_assert_num_queries(4):
        assert len(national_selectors.national_ranking(season)) == 23


def test_homologation_queue_queries_are_independent_of_its_length(django_assert_max_num_queries: Any) -> None:
    season = factories.make_season()
    for _ in range(3):
        reporting.reported_event(season=season)
    user = factories.make_user(referent=True)
    with django_assert_max_num_queries(1):
        assert len(homologation_selectors.homologation_queue()) == 3
    homologation_selectors.checked_queue(user)
    with django_assert_max_num_queries(3):
        items = homologation_selectors.checked_queue(user)
    assert [item.errors for item in items] == [0, 0, 0]


def test_season_2009_has_the_dates_of_the_regulation() -> None:
    season = Season.objects.get(slug="2009")
    assert (str(season.first_day), str(season.last_day)) == ("2009-06-01", "2009-10-15")
    assert (season.finalists, season.regulation) == (24, "2.0")


def test_season_2009_counts_a_homologated_event() -> None:
    event = reporting.homologated_event(season=Season.objects.get(slug="2009"))
    assert len(national_selectors.national_ranking(event.season)) == 12
    assert ledger.ledger_check(event.season) == []
