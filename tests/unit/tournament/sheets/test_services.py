"""Test score sheets: submitting, confirming, lots, abandonment."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests import factories as make
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.draws import services as draws
from tournament.models import Draw, Entry, Event, Round, Seat, Sheet, Table
from tournament.regulation.refusals import CriterionMissing, LotMissing
from tournament.sheets import services as sheets
from tournament.sheets.refusals import SheetHasErrors, SheetHasWarnings
from tournament.sheets.table_sheet import read_table_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.last_round(make.drawn_event()))[0]


def _codes(sheet: Sheet) -> set[str]:
    return {finding["code"] for finding in sheet.findings}


def _with_turns(table: Table, turns: list[int], ended_by: int, end: str = "provinces") -> dict[str, Any]:
    sheet = make.simple_sheet(table)
    for seat, number in zip(sheet["seats"], turns, strict=True):
        seat["turns"] = number
    return {**sheet, "ended_by": ended_by, "end": end}


def test_sheet_confirm_real_game_needs_no_acceptance(table: Table) -> None:
    """REQ-1101, REQ-1110: places, reasons and values are stored on the seats."""
    sheet = sheets.sheet_submit(table=table, data=make.real_sheet(table), by=None)
    assert sheet.findings == []
    seats = sheets.sheet_confirm(sheet=sheet, by=None)
    assert [seat.place for seat in seats] == [1, 2, 3, 4]
    assert sorted((seat.values["points"] for seat in seats), reverse=True) == [s.values["points"] for s in seats]
    table.refresh_from_db()
    assert table.state == Table.State.CONFIRMED
    assert table.sheets.get(state=Sheet.State.CONFIRMED) == sheet


@pytest.mark.parametrize(
    ("turns", "ended_by", "accepted"),
    [([20, 20, 19, 19], 2, True), ([19, 20, 19, 19], 2, False), ([20, 20, 20, 20], 3, False)],
)
def test_sheet_confirm_checks_turns_against_the_seats(
    table: Table, turns: list[int], ended_by: int, accepted: bool
) -> None:
    """EX-26."""
    sheet = sheets.sheet_submit(table=table, data=_with_turns(table, turns, ended_by), by=None)
    if accepted:
        sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
        assert Seat.objects.filter(table=table, place__isnull=False).count() == 4
        return
    assert _codes(sheet) & {"T1", "T2"}
    with pytest.raises(SheetHasErrors) as refusal:
        sheets.sheet_confirm(sheet=sheet, by=None)
    assert refusal.value.findings
    assert Seat.objects.filter(table=table, place__isnull=False).count() == 0


@pytest.mark.rule("EX-50")
def test_sheet_confirm_turn_completed_after_time(table: Table) -> None:
    """EX-50, AMB-06, REQ-906: turns 15, 15, 15, 14, ended by seat 3 on time; no end condition is needed."""
    sheet = sheets.sheet_submit(table=table, data=_with_turns(table, [15, 15, 15, 14], 3, "time"), by=None)
    sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
    assert {finding["code"] for finding in sheet.findings if finding["severity"] == "error"} == set()
    wrong = _with_turns(table, [15, 15, 15, 14], 4, "time")
    assert sheets.sheet_preview(table=table, data=wrong).errors


def test_sheet_preview_writes_nothing(table: Table) -> None:
    preview = sheets.sheet_preview(table=table, data=make.simple_sheet(table, [3, 1, 2, 4]))
    assert [place.index for place in preview.places or ()] == [2, 0, 1, 3]
    assert (Sheet.objects.count(), preview.problem) == (0, None)
    typing = sheets.sheet_preview(table=table, data={"complete": False, "seats": [{"points": 3}, {}, {}, {}]})
    assert (typing.places, typing.tied) == (None, [])
    assert isinstance(typing.problem, CriterionMissing)


@pytest.mark.parametrize("data", [None, [], "x", 3, {"seats": "x"}, {"seats": [{}] * 13}])
def test_sheet_submit_unreadable_data_is_refused(table: Table, data: Any) -> None:
    with refuses("SHEET_UNREADABLE"):
        sheets.sheet_submit(table=table, data=data, by=None)
    assert Sheet.objects.count() == 0


@pytest.mark.parametrize(
    "seats",
    [[], [1, 2, 3, 4], [{"points": "molti"}] * 4, [{"points": 10**9}] * 4, [{"colour": "red"}] * 4, [None] * 4],
)
def test_sheet_malformed_is_stored_with_findings_and_never_confirmed(table: Table, seats: list[Any]) -> None:
    sheet = sheets.sheet_submit(table=table, data={"end": "provinces", "ended_by": 4, "seats": seats}, by=None)
    assert {finding["severity"] for finding in sheet.findings} >= {"error"}
    with pytest.raises(CriterionMissing):
        sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Basta", accept_warnings=True)
    table.refresh_from_db()
    assert table.state == Table.State.SUBMITTED


def test_sheet_submit_takes_the_kingdom_of_the_round(table: Table) -> None:
    sheet = sheets.sheet_submit(table=table, data={**make.simple_sheet(table), "kingdom": ["witch"]}, by=None)
    assert sheet.data["kingdom"] == table.round.setup["drawn"]
    assert sheet.data["tournament"] is True


def test_sheet_versions_are_never_overwritten(table: Table) -> None:
    """EX-48: submitted twice makes two versions; only the newest can be confirmed, and one is."""
    first = sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    second = sheets.sheet_submit(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=None)
    with refuses("SHEET_OUTDATED") as refusal:
        sheets.sheet_confirm(sheet=first, by=None, accept_warnings=True)
    assert (refusal.value.version, refusal.value.latest) == (1, 2)
    sheets.sheet_confirm(sheet=second, by=None, accept_warnings=True)
    with pytest.raises(AlreadyDone):
        sheets.sheet_confirm(sheet=second, by=None, accept_warnings=True)
    with refuses("TABLE_CLOSED"):
        sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    table_sheet = read_table_sheet(table)
    assert [(sheet.version, sheet.state) for sheet in table_sheet.versions] == [(2, "confirmed"), (1, "superseded")]
    assert table_sheet.latest == second
    with pytest.raises(IntegrityError), transaction.atomic():
        Sheet.objects.filter(table=table).update(state=Sheet.State.CONFIRMED)


def test_sheet_submit_same_key_is_one_version(table: Table) -> None:
    data = make.simple_sheet(table)
    sheet = sheets.sheet_submit(table=table, data=data, by=None, key="abc")
    assert sheets.sheet_submit(table=table, data=data, by=None, key="abc") == sheet
    assert Sheet.objects.count() == 1
    other = Table.objects.get(round=table.round, number=2)
    with refuses("SHEET_KEY_REUSED"):
        sheets.sheet_submit(table=other, data=data, by=None, key="abc")


def test_sheet_confirm_with_errors_needs_a_reason(table: Table) -> None:
    data = make.simple_sheet(table)
    data["seats"][0]["coins"] = 1
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    assert "S1" in _codes(sheet)
    with pytest.raises(SheetHasErrors):
        sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
    sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Foto del tavolo allegata")
    sheet.refresh_from_db()
    assert (sheet.state, sheet.forced_reason) == ("confirmed", "Foto del tavolo allegata")


def test_sheet_confirm_with_warnings_needs_acceptance(table: Table) -> None:
    data = make.simple_sheet(table, turns=60)
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    with pytest.raises(SheetHasWarnings):
        sheets.sheet_confirm(sheet=sheet, by=None)
    sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)


@pytest.mark.rule("EX-21")
def test_sheet_confirm_of_a_tie_needs_lots(table: Table) -> None:
    """EX-21, REQ-1106: no confirmation without the lots; drawn once; the lots decide the places."""
    with refuses("NO_TIE"):
        sheets.table_lots_draw(table=table, word=make.WORD, by=None)
    sheet = sheets.sheet_submit(table=table, data=make.tied_sheet(table), by=None)
    with pytest.raises(LotMissing):
        sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Non importa")
    with refuses("WORD_MISSING"):
        sheets.table_lots_draw(table=table, word="", by=None)
    drawn = sheets.table_lots_draw(table=table, word=make.WORD, by=None)
    with pytest.raises(AlreadyDone):
        sheets.table_lots_draw(table=table, word="un’altra", by=None)
    seats = sheets.sheet_confirm(sheet=drawn, by=None, accept_warnings=True)
    assert [seat.values["lot"] for seat in seats] == [1, 2, None, None]
    assert [seat.decided_by for seat in seats] == ["lot", "points", "points", "points"]
    assert Draw.objects.filter(purpose="table_lots", drawn_at__isnull=False).count() == 1


def test_table_lots_apply_to_later_versions(table: Table) -> None:
    """AMB-04, AMB-37: the same tie never draws again, and other lots are refused."""
    sheets.sheet_submit(table=table, data=make.tied_sheet(table), by=None)
    drawn = sheets.table_lots_draw(table=table, word=make.WORD, by=None)
    lots = [seat.get("lot") for seat in drawn.data["seats"]]
    again = sheets.sheet_submit(table=table, data=make.tied_sheet(table), by=None)
    assert [seat.get("lot") for seat in again.data["seats"]] == lots
    other = make.tied_sheet(table)
    for index in (0, 1):
        other["seats"][index]["lot"] = 3 - lots[index]
    wrong = sheets.sheet_submit(table=table, data=other, by=None)
    with refuses("LOTS_NOT_AS_DRAWN"):
        sheets.sheet_confirm(sheet=wrong, by=None, accept_warnings=True)


def test_table_lots_written_on_the_sheet_are_a_draw_by_hand(table: Table) -> None:
    """EX-25, AMB-37: a complete permutation of three, recorded as drawn by hand."""
    data = make.tied_sheet(table, (1, 2, 3))
    for index, lot in enumerate((2, 3, 1)):
        data["seats"][index]["lot"] = lot
    sheet = sheets.sheet_submit(table=table, data=data, by=make.make_user())
    seats = sheets.sheet_confirm(sheet=sheet, by=make.make_user(), accept_warnings=True)
    assert [seat.position for seat in seats] == [3, 1, 2, 4]
    draw = Draw.objects.get(purpose="table_lots", drawn_at__isnull=False)
    assert (draw.by_hand, len(draw.outcome)) == (True, 3)
    assert draw.witnesses == []
    with pytest.raises(Exception, match="already been made"):
        draws.draw_reveal(draw=draw, inputs=draw.inputs, word=make.WORD, by=None)


def test_sheet_confirm_unneeded_lot_is_refused(table: Table) -> None:
    """EX-21: where criteria a to d decide."""
    data = make.simple_sheet(table)
    data["seats"][0]["lot"] = 1
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    with refuses("LOT_NOT_NEEDED"):
        sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)


@pytest.mark.rule("AMB-35")
def test_table_abandon_puts_the_player_last(table: Table) -> None:
    """AMB-35: last whatever the points; turn-order checks become warnings; the player may return later."""
    best = table.seats.get(position=1)
    with refuses("DECISION_REASON_MISSING"):
        sheets.table_abandon(table=table, entry=best.entry, by=None, reason="")
    sheets.table_abandon(table=table, entry=best.entry, by=None, reason="Un malore")
    with pytest.raises(AlreadyDone):
        sheets.table_abandon(table=table, entry=best.entry, by=None, reason="Un malore")
    table.refresh_from_db()
    assert table.is_abandoned
    assert Entry.objects.get(pk=best.entry_id).state == Entry.State.LEFT
    data = _with_turns(table, [12, 20, 22, 20], 4)
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    assert "T1" in {finding["code"] for finding in sheet.findings if finding["severity"] == "warning"}
    seats = sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
    assert (seats[-1].entry_id, seats[-1].place, seats[-1].values["points"]) == (best.entry_id, 4, None)
    assert seats[-2].decided_by == "abandoned"


def test_table_abandon_undo_while_the_table_is_open(table: Table) -> None:
    entry = table.seats.get(position=2).entry
    stranger = Table.objects.get(round=table.round, number=2).seats.first().entry
    with refuses("ENTRY_STATE_WRONG"):
        sheets.table_abandon(table=table, entry=stranger, by=None, reason="Un malore")
    sheets.table_abandon(table=table, entry=entry, by=None, reason="Un malore")
    sheets.table_abandon_undo(table=table, entry=entry, by=None)
    table.refresh_from_db()
    assert (table.is_abandoned, Entry.objects.get(pk=entry.pk).state) == (False, Entry.State.PLAYING)
    make.report(table)
    with refuses("TABLE_CLOSED"):
        sheets.table_abandon(table=table, entry=entry, by=None, reason="Un malore")


def test_table_abandon_in_the_final_puts_the_finalist_last() -> None:
    """AMB-32: during the final."""
    event = make.final_event()
    table = make.tables_of(make.last_round(event))[0]
    first = table.seats.get(position=1).entry
    sheets.table_abandon(table=table, entry=first, by=None, reason="Il treno")
    table.refresh_from_db()
    make.report(table)
    assert table.seats.get(entry=first).place == 4
    assert Entry.objects.get(pk=first.pk).state == Entry.State.PLAYING
    assert Round.objects.get(event=event, is_final=True).state == Round.State.RUNNING
    assert Event.objects.get(pk=event.pk).state == Event.State.RUNNING


@pytest.mark.rule("AMB-35")
def test_table_abandon_removes_the_need_for_a_lot(table: Table) -> None:
    """The player who abandoned is last: a finding that demands a lot would contradict that order."""
    data = make.tied_sheet(table)
    assert [finding.code for finding in sheets.sheet_preview(table=table, data=data).errors] == ["P2", "P2"]
    second = table.seats.get(position=2)
    sheets.table_abandon(table=table, entry=second.entry, by=None, reason="Un malore")
    preview = sheets.sheet_preview(table=Table.objects.get(pk=table.pk), data=data)
    assert preview.places is not None
    assert preview.places[-1].index == 1
    assert [finding for finding in preview.check.findings if finding.path.endswith(".lot")] == []
