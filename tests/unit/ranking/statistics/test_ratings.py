"""Test that the stored ratings always equal their rebuild, in whatever order the decisions came."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from ranking.homologation import services as homologation
from ranking.models import PlayerRating
from ranking.people.services import people_join
from ranking.rules.rating import Rating
from ranking.statistics.player_rating import newest_ratings
from ranking.statistics.ratings import ratings_rebuild
from tests import factories as make
from tests import reporting
from tournament.models import Entry, Event, Season

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
