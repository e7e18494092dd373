"""Test that the stored statistics always equal their rebuild from the tables."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from ranking.homologation import services as homologation
from ranking.models import EventStatistics, SeasonStatistics
from ranking.statistics import services as statistics
from ranking.statistics.figures import Figures
from tests import factories as make
from tests import reporting
from tournament.models import Event, Season, Seat
from tournament.personal_data.erasure import person_erase
from tournament.records.joining import person_merge

pytestmark = pytest.mark.django_db


def _stored(season: Season) -> tuple[int, Figures]:
    row = SeasonStatistics.objects.get(season=season)
    return row.events, row.figures


def _assert_equal_to_rebuild(season: Season) -> None:
    before, sums = _stored(season), SeasonStatistics.objects.get(season=season).sums
    assert statistics.statistics_rebuild(season=season, repair=False).differences == []
    SeasonStatistics.objects.all().delete()
    EventStatistics.objects.all().delete()
    statistics.statistics_rebuild(season=season)
    assert _stored(season) == before
    assert SeasonStatistics.objects.get(season=season).sums == sums


def test_statistics_equal_their_rebuild_after_every_decision() -> None:
    season = make.make_season()
    first, second = (reporting.homologated_event(players=players, season=season) for players in (12, 13))
    events, figures = _stored(season)
    assert (events, figures["tables"], figures["seats"]) == (2, 16, 2 * 25 + 2 * 4)
    _assert_equal_to_rebuild(season)

    homologation.homologation_revoke(event=second, by=None, reason="Ispezione")
    assert _stored(season)[1] == EventStatistics.objects.get(event=first).figures
    _assert_equal_to_rebuild(season)

    homologation.event_reopen(event=second, by=None, reason="Il verbale va corretto")
    seats = Seat.objects.filter(round__event=second, round__is_final=True).order_by("place")[:2]
    for seat, place in ((seats[0], None), (seats[1], 1), (seats[0], 2)):
        Seat.objects.filter(pk=seat.pk).update(place=place)
    Event.objects.filter(pk=second.pk).update(state=Event.State.HOMOLOGATED)
    statistics.statistics_add(event=second)
    _assert_equal_to_rebuild(season)

    people = [event.final_places.get(place=3).entry.person for event in (first, second)]
    person_merge(keep=people[0], merge=people[1], by=None, reason="La stessa persona")
    _assert_equal_to_rebuild(season)
    person_erase(person=people[0], by=make.make_user(referent=True))
    _assert_equal_to_rebuild(season)


def test_statistics_without_homologated_events_are_empty() -> None:
    event = reporting.reported_event()
    assert statistics.statistics_rebuild(season=event.season).events == 0
    assert _stored(event.season) == (0, {})
    homologation.event_refuse(event=event, by=None, reason="Manca il verbale")
    assert _stored(event.season) == (0, {})


def test_statistics_rebuild_command_reports_and_stores_differences(capsys: pytest.CaptureFixture[str]) -> None:
    event = reporting.homologated_event()
    before = _stored(event.season)
    EventStatistics.objects.update(figures={"tables": 1})
    SeasonStatistics.objects.update(figures={}, events=7)
    with pytest.raises(SystemExit) as ended:
        call_command("statistics_rebuild", "--check")
    assert ended.value.code == 1
    assert f"{event.slug}: differs" in capsys.readouterr().out
    call_command("statistics_rebuild", "--season", event.season.slug)
    assert _stored(event.season) == before
    call_command("statistics_rebuild", "--check")
    SeasonStatistics.objects.update(sums={})
    with pytest.raises(SystemExit):
        call_command("statistics_rebuild", "--check")
    assert f"{event.season.slug}: differs" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("statistics_rebuild", "--season", "nessuna")


def test_statistics_rebuild_forgets_an_event_no_longer_homologated(monkeypatch: pytest.MonkeyPatch) -> None:
    season = make.make_season()
    events = [reporting.homologated_event(season=season) for _ in range(3)]
    monkeypatch.setattr(statistics, "CHUNK", 1)
    Event.objects.filter(pk=events[1].pk).update(state=Event.State.NOT_HOMOLOGATED)
    assert set(statistics.statistics_rebuild(season=season).differences) == {events[1].slug, season.slug}
    assert _stored(season)[0] == 2
    assert not EventStatistics.objects.filter(event=events[1]).exists()
