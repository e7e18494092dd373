"""Test that the stored ratings always equal their rebuild, in whatever order the decisions came."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from ranking.homologation import services as homologation
from ranking.models import PlayerRating
from ranking.people.services import people_join
from ranking.rules.rating import Rating
from ranking.statistics import ratings
from ranking.statistics.games import player_games
from ranking.statistics.player_rating import newest_ratings, player_rating
from ranking.statistics.ratings import ratings_rebuild
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import text_of
from tournament.models import Entry, Event, Job, Season
from tournament.tasks import run

pytestmark = pytest.mark.django_db


def _stored() -> list[tuple[int, float, float, int]]:
    return list(PlayerRating.objects.order_by("pk").values_list("pk", "mu", "sigma", "games"))


def _assert_equal_to_rebuild() -> None:
    before = _stored()
    assert ratings_rebuild(game="dominion", repair=False).differences == []
    PlayerRating.objects.all().delete()
    ratings_rebuild(game="dominion")
    assert _stored() == before


def _two_events(season: Season) -> tuple[Event, Event]:
    """Return two events that one player won: the record of the second is joined to that of the first."""
    first, second = (reporting.homologated_event(players=players, season=season) for players in (12, 13))
    winners = [event.final_places.get(place=1).entry.person for event in (first, second)]
    people_join(keep=winners[0], merge=winners[1], by=None, reason="La stessa persona")
    return first, second


def test_ratings_equal_their_rebuild_after_every_decision() -> None:
    first, second = _two_events(make.make_season())
    one, two = (PlayerRating.objects.get(entry=event.final_places.get(place=1).entry) for event in (first, second))
    assert (one.games, two.games) == (3, 6)
    assert two.mu > one.mu > Rating().mu
    assert two.sigma < one.sigma < Rating().sigma
    assert PlayerRating.objects.count() == 12 + 13
    _assert_equal_to_rebuild()

    homologation.homologation_revoke(event=first, by=None, reason="Ispezione")
    two.refresh_from_db()
    assert two.games == 3
    assert PlayerRating.objects.count() == 13
    _assert_equal_to_rebuild()


@pytest.mark.soak(
    gate="tests/unit/ranking/statistics/test_ratings.py::test_ratings_equal_their_rebuild_after_every_decision"
)
def test_event_ratified_late_is_rated_in_its_place() -> None:
    season = make.make_season()
    late = reporting.reported_event(players=12, season=season)
    newer = reporting.homologated_event(players=12, season=season)
    Event.objects.filter(pk=newer.pk).update(last_day=late.last_day + timedelta(days=1))
    people_join(
        keep=late.final_places.get(place=1).entry.person,
        merge=newer.final_places.get(place=1).entry.person,
        by=None,
        reason="La stessa persona",
    )
    homologation.event_homologate(event=late, by=None)
    games = [PlayerRating.objects.get(entry=event.final_places.get(place=1).entry).games for event in (late, newer)]
    assert games == [3, 6]
    _assert_equal_to_rebuild()


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Return a reported event with three ratified ones after it; one event is counted at a time."""
    for bound in ("AT_ONCE", "CHUNK"):
        monkeypatch.setattr(ratings, bound, 1)
    season = make.make_season()
    late = reporting.reported_event(players=12, season=season)
    for days in range(1, 4):
        newer = reporting.homologated_event(players=12, season=season)
        Event.objects.filter(pk=newer.pk).update(last_day=late.last_day + timedelta(days=days))
        people_join(
            keep=late.final_places.get(place=1).entry.person,
            merge=newer.final_places.get(place=1).entry.person,
            by=None,
            reason="La stessa persona",
        )
    ratings_rebuild(game="dominion")
    Job.objects.filter(kind=ratings.KIND).delete()
    return late


def _games_of_winner(late: Event) -> list[tuple[int, bool]]:
    """Return how many games the winner's rating rests on after each event, and whether it is to be counted again."""
    return [(rated.games, rated.pending) for rated in player_rating(player_games(_winner(late), "dominion"))]


def _winner(event: Event) -> int:
    return int(event.final_places.get(place=1).entry.person_id)


@pytest.mark.soak(
    gate="tests/unit/ranking/statistics/test_ratings.py::test_ratings_equal_their_rebuild_after_every_decision"
)
def test_events_after_a_late_one_are_rated_by_a_job(late: Event, client: Client) -> None:
    homologation.event_homologate(event=late, by=None)
    assert _games_of_winner(late) == [(3, False), (3, True), (6, True), (9, True)]
    assert "La forza stimata è in aggiornamento" in text_of(client.get(reverse("player", args=[_winner(late)])))
    job = Job.objects.get(kind=ratings.KIND)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.DONE, 1)
    assert _games_of_winner(late) == [(games, False) for games in (3, 6, 9, 12)]
    assert "in aggiornamento" not in text_of(client.get(reverse("player", args=[_winner(late)])))
    _assert_equal_to_rebuild()


@pytest.mark.soak(
    gate="tests/unit/ranking/statistics/test_ratings.py::test_ratings_equal_their_rebuild_after_every_decision"
)
def test_killed_worker_leaves_ratings_from_where_the_next_goes_on(late: Event) -> None:
    homologation.event_homologate(event=late, by=None)
    job = Job.objects.get(kind=ratings.KIND)

    def killed(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ratings.ratings_job(job, killed)
    assert _games_of_winner(late) == [(3, False), (6, False), (6, True), (9, True)]
    run(job.pk)
    ratings.ratings_job(job, killed)
    assert _games_of_winner(late) == [(games, False) for games in (3, 6, 9, 12)]
    _assert_equal_to_rebuild()


@pytest.mark.soak(
    gate="tests/unit/ranking/statistics/test_ratings.py::test_ratings_equal_their_rebuild_after_every_decision"
)
def test_decision_during_the_job_moves_it_back(late: Event) -> None:
    homologation.event_homologate(event=late, by=None)
    job = Job.objects.get(kind=ratings.KIND)
    homologation.homologation_revoke(event=late, by=None, reason="Ispezione")
    assert Job.objects.get(kind=ratings.KIND) == job
    assert [games for games, _pending in _games_of_winner(late)] == [3, 6, 9]
    run(job.pk)
    assert _games_of_winner(late) == [(games, False) for games in (3, 6, 9)]
    _assert_equal_to_rebuild()
    Event.objects.filter(pk=late.pk).update(state=Event.State.REPORTED)
    homologation.event_homologate(event=late, by=None)
    assert Job.objects.filter(kind=ratings.KIND).count() == 2


@pytest.mark.soak(
    gate="tests/unit/ranking/statistics/test_ratings.py::test_ratings_equal_their_rebuild_after_every_decision"
)
def test_check_reports_a_job_that_has_not_ended(late: Event, capsys: pytest.CaptureFixture[str]) -> None:
    homologation.event_homologate(event=late, by=None)
    with pytest.raises(SystemExit):
        call_command("statistics_rebuild", "--check")
    day = late.last_day + timedelta(days=1)
    assert f"ratings of dominion: a job counts the events from {day} on again" in capsys.readouterr().out
    call_command("statistics_rebuild")
    capsys.readouterr()
    call_command("statistics_rebuild", "--check")
    assert "a job" not in capsys.readouterr().out
    assert _games_of_winner(late) == [(games, False) for games in (3, 6, 9, 12)]


def test_statistics_rebuild_command_counts_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    event = reporting.homologated_event()
    before = _stored()
    PlayerRating.objects.filter(pk=before[0][0]).update(mu=40)
    with pytest.raises(SystemExit):
        call_command("statistics_rebuild", "--check")
    assert f"{event.slug}: differs\nratings of dominion: 1 events, 1 differences" in capsys.readouterr().out
    call_command("statistics_rebuild")
    assert _stored() == before
    Event.objects.filter(pk=event.pk).update(state=Event.State.NOT_HOMOLOGATED)
    assert ratings_rebuild(game="dominion").differences == [event.slug]
    assert _stored() == []


def test_newest_ratings_listed_by_name_without_who_is_hidden(django_assert_num_queries: Any) -> None:
    season = make.make_season()
    first, second = _two_events(season)
    both = first.final_places.get(place=1).entry.person
    hidden = first.final_places.get(place=2).entry.person
    make.agree(hidden, consent=False)
    hidden_in_second = second.final_places.get(place=1).entry
    with django_assert_num_queries(1):
        listed = newest_ratings("dominion")
    assert [one.name for one in listed] == sorted(
        (one.name for one in listed), key=lambda name: name.partition(" ")[::-1]
    )
    assert len(listed) == 12 + 13 - 1 - 1
    assert hidden.pk not in [one.person for one in listed]
    assert next(one.games for one in listed if one.person == both.pk) == 6
    # Hidden in the second event: the list says what was known before it.
    Entry.objects.filter(pk=hidden_in_second.pk).update(consent=False)
    assert next(one.games for one in newest_ratings("dominion") if one.person == both.pk) == 3
    assert newest_ratings("megalomania") == []
