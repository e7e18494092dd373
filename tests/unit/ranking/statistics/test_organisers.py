"""Test the figures of a club: its homologated events, people counted once."""

from __future__ import annotations

import pytest

from ranking.statistics.organisers import organiser_statistics
from tests import factories as make
from tests import reporting
from tournament.records.joining import person_merge

pytestmark = pytest.mark.django_db


@pytest.mark.soak(
    gate="tests/unit/ranking/statistics/test_services.py::test_statistics_equal_their_rebuild_after_every_decision"
)
def test_organiser_statistics_count_homologated_events(django_assert_num_queries: object) -> None:
    club = make.make_organiser()
    season = make.make_season()
    first, second = (reporting.homologated_event(players=n, organiser=club, season=season) for n in (12, 13))
    reporting.reported_event(organiser=club)
    same = [event.final_places.get(place=1).entry.person for event in (first, second)]
    person_merge(keep=same[0], merge=same[1], by=None, reason="La stessa persona")
    with django_assert_num_queries(2):  # type: ignore[operator]
        statistics = organiser_statistics(club)
    assert [(event.slug, event.players) for event in statistics.attendance] == [(second.slug, 13), (first.slug, 12)]
    assert (statistics.people, statistics.tables, statistics.turns) == (24, 16, 20)


def test_organiser_statistics_of_a_new_club_are_empty() -> None:
    statistics = organiser_statistics(make.make_organiser())
    assert (statistics.attendance, statistics.people, statistics.tables, statistics.turns) == ([], 0, 0, None)
