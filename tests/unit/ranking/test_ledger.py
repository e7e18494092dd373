"""The ledger against its full rebuild."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from ranking.errors import ReasonNeeded
from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.homologation.ledger import CHUNK, NOTHING, Check, Difference
from ranking.models import LedgerEntry
from ranking.national import selectors as national_selectors
from tests import factories, reporting
from tournament.entries import services as entries
from tournament.models import Event, FinalPlace, Seat

pytestmark = pytest.mark.django_db


def test_a_full_rebuild_equals_the_ledger() -> None:
    season = factories.make_season()
    for players in (12, 17):
        reporting.homologated_event(players=players, season=season)
    gone = reporting.homologated_event(season=season)
    homologation_services.revoke(event=gone, by=None, reason="Ispezione")
    assert ledger.ledger_check(season) == []
    assert ledger.ledger_rebuild(season).results == 29


def test_a_rebuild_reads_the_tables_and_not_the_places() -> None:
    event = reporting.homologated_event()
    FinalPlace.objects.filter(event=event).update(wins=9, thirds=9)
    assert ledger.ledger_rebuild(event.season) == Check(results=12, differences=[])


def _swapped() -> Difference:
    """A homologated event whose final was changed behind the ledger's back."""
    event = reporting.homologated_event()
    first, second = Seat.objects.filter(round__event=event, round__is_final=True).order_by("place")[:2]
    for seat, place in ((first, None), (second, 1), (first, 2)):
        seat.place = place
        seat.save()
    found = ledger.ledger_check(event.season)
    assert len(found) == 2
    return found[0]


def test_a_difference_is_found_and_put_right_by_adding() -> None:
    difference = _swapped()
    assert {difference.ledger[0], difference.rebuilt[0]} == {20, 14}
    season = LedgerEntry.objects.first().season
    before = list(LedgerEntry.objects.values())
    with pytest.raises(ReasonNeeded):
        ledger.ledger_repair(season=season, by=None, reason=" ")
    assert len(ledger.ledger_repair(season=season, by=None, reason="Finale corretta")) == 2
    assert ledger.ledger_check(season) == []
    assert list(LedgerEntry.objects.values())[: len(before)] == before
    assert LedgerEntry.objects.count() == 36


def test_the_command_checks(capsys: pytest.CaptureFixture[str]) -> None:
    reporting.homologated_event()
    call_command("ranking_rebuild", "--check")
    assert "12 results, 0 to put right" in capsys.readouterr().out


def test_the_command_says_what_differs_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    difference = _swapped()
    with pytest.raises(SystemExit) as ended:
        call_command("ranking_rebuild", "--check")
    assert ended.value.code == 1
    out = capsys.readouterr().out
    assert difference.event in out
    assert "half_points 20 -> 14" in out
    call_command("ranking_rebuild", "--reason", "Finale corretta")
    assert "2 put right" in capsys.readouterr().out
    call_command("ranking_rebuild", "--check")


def test_an_event_that_is_no_longer_homologated_must_sum_up_to_nothing() -> None:
    event = reporting.homologated_event()
    Event.objects.filter(pk=event.pk).update(state=Event.State.NOT_HOMOLOGATED)
    found = ledger.ledger_rebuild(event.season)
    assert (found.results, len(found.differences)) == (0, 12)
    assert {one.rebuilt for one in found.differences} == {NOTHING}


def test_a_season_is_read_in_chunks(monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any) -> None:
    """The chunk's size changes nothing in the result; the queries grow with the chunks, not with the events."""
    season = factories.make_season()
    for _ in range(3):
        reporting.homologated_event(season=season)
    with django_assert_max_num_queries(6):
        whole = ledger.ledger_rebuild(season)
    monkeypatch.setattr(ledger, "CHUNK", 1)
    assert ledger.ledger_rebuild(season) == whole == Check(results=36, differences=[])
    assert CHUNK > 3


@pytest.mark.rule("AMB-25")
def test_amb_25_two_records_joined_are_one_row_and_the_ledger_stays() -> None:
    season = factories.make_season()
    first, second = (reporting.homologated_event(season=season) for _ in range(2))
    keep = first.final_places.get(place=1).entry.person
    merge = second.final_places.get(place=2).entry.person
    entries.person_merge(keep=keep, merge=merge, by=None, reason="La stessa persona")
    rows = national_selectors.national_ranking(season)
    assert (rows[0].person_id, rows[0].half_points, rows[0].events) == (keep.pk, 34, 2)
    assert len(rows) == 23
    assert ledger.ledger_check(season) == []
