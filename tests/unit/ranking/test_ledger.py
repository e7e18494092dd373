"""Test the ledger against its full rebuild."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.homologation.ledger import CHUNK, NOTHING, Check, Difference
from ranking.models import LedgerEntry
from ranking.national import selectors as national_selectors
from tests import factories, reporting
from tests.refusals import refuses
from tournament.models import Event, FinalPlace, Seat
from tournament.records import joining

pytestmark = pytest.mark.django_db


def test_ledger_rebuild_equals_the_ledger() -> None:
    season = factories.make_season()
    for players in (12, 17):
        reporting.homologated_event(players=players, season=season)
    revoked = reporting.homologated_event(season=season)
    homologation_services.homologation_revoke(event=revoked, by=None, reason="Ispezione")
    assert ledger.ledger_check(season) == []
    assert ledger.ledger_rebuild(season).results == 29


def test_ledger_rebuild_reads_tables_not_stored_places() -> None:
    event = reporting.homologated_event()
    FinalPlace.objects.filter(event=event).update(wins=9, thirds=9)
    assert ledger.ledger_rebuild(event.season) == Check(results=12, differences=[])


def _swapped() -> Difference:
    """Return the first difference of a homologated event whose final places were changed without the ledger."""
    event = reporting.homologated_event()
    first, second = Seat.objects.filter(round__event=event, round__is_final=True).order_by("place")[:2]
    for seat, place in ((first, None), (second, 1), (first, 2)):
        seat.place = place
        seat.save()
    differences = ledger.ledger_check(event.season)
    assert len(differences) == 2
    return differences[0]


def test_ledger_repair_corrects_a_difference_by_adding_entries() -> None:
    difference = _swapped()
    assert {difference.ledger[0], difference.rebuilt[0]} == {20, 14}
    season = LedgerEntry.objects.first().season
    before = list(LedgerEntry.objects.values())
    with refuses("REASON_NEEDED"):
        ledger.ledger_repair(season=season, by=None, reason=" ")
    assert len(ledger.ledger_repair(season=season, by=None, reason="Finale corretta")) == 2
    assert ledger.ledger_check(season) == []
    assert list(LedgerEntry.objects.values())[: len(before)] == before
    assert LedgerEntry.objects.count() == 36


def test_ranking_rebuild_check_reports_no_differences(capsys: pytest.CaptureFixture[str]) -> None:
    reporting.homologated_event()
    call_command("ranking_rebuild", "--check")
    assert "12 results, 0 to put right" in capsys.readouterr().out


def test_ranking_rebuild_check_lists_differences_and_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_ledger_rebuild_event_no_longer_homologated_sums_to_zero() -> None:
    event = reporting.homologated_event()
    Event.objects.filter(pk=event.pk).update(state=Event.State.NOT_HOMOLOGATED)
    check = ledger.ledger_rebuild(event.season)
    assert (check.results, len(check.differences)) == (0, 12)
    assert {difference.rebuilt for difference in check.differences} == {NOTHING}


@pytest.mark.soak(gate="tests/unit/ranking/test_ledger.py::test_ledger_rebuild_equals_the_ledger")
def test_ledger_rebuild_result_is_independent_of_the_chunk_size(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    """The number of queries grows with the chunks, not with the events."""
    season = factories.make_season()
    for _ in range(3):
        reporting.homologated_event(season=season)
    with django_assert_max_num_queries(6):
        check = ledger.ledger_rebuild(season)
    monkeypatch.setattr(ledger, "CHUNK", 1)
    assert ledger.ledger_rebuild(season) == check == Check(results=36, differences=[])
    assert CHUNK > 3


@pytest.mark.soak(gate="tests/unit/ranking/test_ledger.py::test_ledger_rebuild_equals_the_ledger")
@pytest.mark.rule("AMB-25")
def test_amb_25_merged_records_share_a_row_and_the_ledger_is_unchanged() -> None:
    season = factories.make_season()
    first, second = (reporting.homologated_event(season=season) for _ in range(2))
    keep = first.final_places.get(place=1).entry.person
    merge = second.final_places.get(place=2).entry.person
    joining.person_merge(keep=keep, merge=merge, by=None, reason="La stessa persona")
    rows = national_selectors.national_ranking(season)
    assert (rows[0].person_id, rows[0].half_points, rows[0].events) == (keep.pk, 34, 2)
    assert len(rows) == 23
    assert ledger.ledger_check(season) == []
