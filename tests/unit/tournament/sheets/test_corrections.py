"""Test corrections of a confirmed sheet, before and after the round is closed."""

from __future__ import annotations

import pytest

from tests import factories as make
from tests.refusals import refuses
from tournament.models import Draw, Event, FinalPlace, Round, Seat, Sheet, StandingRow, Table
from tournament.regulation.refusals import LotMissing
from tournament.sheets import services as sheets
from tournament.sheets.refusals import CorrectionChangesTables, SheetHasErrors

pytestmark = pytest.mark.django_db

WHY = "Le righe erano scambiate"


def _places(table: Table) -> list[int]:
    return list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True))


def _table(event: Event, number: int = 1, round_number: int = 1) -> Table:
    return Table.objects.select_related("round__event").get(
        round__event=event, round__number=round_number, number=number
    )


def _order(event: Event, number: int) -> list[int]:
    rows = StandingRow.objects.filter(round__event=event, round__number=number).order_by("position")
    return list(rows.values_list("entry_id", flat=True))


def _codes(table: Table, order: list[int]) -> list[str]:
    data = make.simple_sheet(table, order)
    return [consequence.code for consequence in sheets.correction_consequences(table=table, data=data)]


def test_sheet_correct_before_closing_changes_only_the_table() -> None:
    event = make.drawn_event()
    table = _table(event)
    with refuses("TABLE_NOT_CLOSED"):
        sheets.sheet_correct(table=table, data=make.simple_sheet(table), by=None, reason=WHY)
    make.report(table)
    swapped = make.simple_sheet(table, [2, 1, 3, 4])
    assert _codes(table, [2, 1, 3, 4]) == ["CONSEQUENCE_PLACE"] * 2
    with refuses("DECISION_REASON_MISSING"):
        sheets.sheet_correct(table=table, data=swapped, by=None, reason="")
    referee = make.make_user()
    sheet = sheets.sheet_correct(table=table, data=swapped, by=referee, reason=WHY, accept_warnings=True)
    assert _places(table) == [2, 1, 3, 4]
    assert (sheet.version, sheet.state, sheet.reason, sheet.entered_by) == (2, "confirmed", WHY, referee)
    first = Sheet.objects.get(table=table, version=1)
    assert (first.state, first.data["seats"][0]["points"]) == ("superseded", 33)
    with refuses("NOTHING_CHANGED"):
        sheets.sheet_correct(table=table, data=swapped, by=referee, reason=WHY, accept_warnings=True)


def test_sheet_correct_impossible_sheet_is_refused() -> None:
    event = make.drawn_event()
    table = _table(event)
    make.report(table)
    wrong = make.simple_sheet(table, [2, 1, 3, 4])
    wrong["seats"][0]["coins"] = 1
    with pytest.raises(SheetHasErrors):
        sheets.sheet_correct(table=table, data=wrong, by=None, reason=WHY)
    assert (_places(table), table.sheets.count()) == ([1, 2, 3, 4], 1)


def test_sheet_correct_after_closing_recomputes_the_standings() -> None:
    """REQ-1205: the earlier rows stay in the history, and no lot is drawn again."""
    event = make.played_event()
    table = _table(event)
    before = _order(event, 1)
    drawn = Draw.objects.get(event=event, purpose="standings_lots", drawn_at__isnull=False)
    first, second = Seat.objects.filter(table=table).order_by("position")[:2]
    codes = set(_codes(table, [2, 1, 3, 4]))
    assert codes == {"CONSEQUENCE_PLACE", "CONSEQUENCE_STANDINGS"}
    swapped = make.simple_sheet(table, [2, 1, 3, 4])
    sheets.sheet_correct(table=table, data=swapped, by=None, reason=WHY, accept_warnings=True)
    after = _order(event, 1)
    assert after != before
    assert set(after[:3]) == (set(before[:3]) - {first.entry_id}) | {second.entry_id}
    again = Draw.objects.get(event=event, purpose="standings_lots", drawn_at__isnull=False)
    assert (again.pk, again.outcome) == (drawn.pk, drawn.outcome)
    old = StandingRow.history.filter(history_type="-", entry_id=first.entry_id)
    assert [(row.history_verb, row.history_change_reason) for row in old] == [("sheet_correct", WHY)]
    assert StandingRow.objects.filter(round__event=event).count() == 12


def test_sheet_correct_affecting_drawn_tables_needs_acceptance_and_keeps_them() -> None:
    event = make.played_event()
    make.next_round(event)
    table = _table(event)
    winner = Seat.objects.get(table=table, position=1).entry_id
    seated = dict(Seat.objects.filter(round__number=2, round__event=event).values_list("entry_id", "table__number"))
    swapped = make.simple_sheet(table, [4, 2, 3, 1])
    before = _order(event, 1)
    with pytest.raises(CorrectionChangesTables) as refusal:
        sheets.sheet_correct(table=table, data=swapped, by=None, reason=WHY, accept_warnings=True)
    drawn = [consequence for consequence in refusal.value.consequences if consequence.needs_a_word]
    assert {consequence.code for consequence in drawn} == {"CONSEQUENCE_TABLES"}
    assert len(drawn) >= 2
    assert all(consequence.sentence() for consequence in refusal.value.consequences)
    assert (_order(event, 1), table.sheets.count()) == (before, 1)
    sheets.sheet_correct(
        table=table, data=swapped, by=None, reason=WHY, consequences_accepted=True, accept_warnings=True
    )
    assert _order(event, 1) != before
    assert winner not in _order(event, 1)[:3]
    now = dict(Seat.objects.filter(round__number=2, round__event=event).values_list("entry_id", "table__number"))
    assert now == seated


def test_sheet_correct_of_round_1_changes_the_standings_of_round_2() -> None:
    event = make.played_event(rounds_played=2)
    table = _table(event)
    before = _order(event, 2)
    swapped = make.simple_sheet(table, [4, 2, 3, 1])
    sheets.sheet_correct(
        table=table, data=swapped, by=None, reason=WHY, consequences_accepted=True, accept_warnings=True
    )
    assert _order(event, 2) != before
    wins = StandingRow.objects.filter(round__event=event, round__number=2).values_list("wins", flat=True)
    assert sum(wins) == 6


def _seconds_outside(table: Table) -> list[int]:
    """Return an order for table 2 of round 2: one second of round 1 first, the other last (seats from 1)."""
    rows = StandingRow.objects.filter(round__event=table.round.event, round__number=1)
    seconds = set(rows.filter(seconds=1).values_list("entry_id", flat=True))
    seats = list(table.seats.order_by("position"))
    first, last = (seat.position for seat in seats if seat.entry_id in seconds)
    return [first, *(seat.position for seat in seats if seat.entry_id not in seconds), last]


def test_sheet_correct_changing_finalists_shows_them_and_keeps_the_final() -> None:
    """A player who is no longer a finalist stays in the final that was drawn."""
    event = make.played_event()
    make.next_round(event)
    table = _table(event, 2, 2)
    order = _seconds_outside(table)
    make.report(table, make.simple_sheet(table, order))
    make.play_round(event)
    final = make.next_round(event)
    seated = set(final.tables.get().seats.values_list("entry_id", flat=True))
    swapped = make.simple_sheet(table, order[::-1])
    with pytest.raises(CorrectionChangesTables) as refusal:
        sheets.sheet_correct(table=table, data=swapped, by=None, reason=WHY, accept_warnings=True)
    drawn = [consequence for consequence in refusal.value.consequences if consequence.needs_a_word]
    assert [consequence.code for consequence in drawn] == ["CONSEQUENCE_FINALISTS"]
    sheets.sheet_correct(
        table=table, data=swapped, by=None, reason=WHY, consequences_accepted=True, accept_warnings=True
    )
    assert set(final.tables.get().seats.values_list("entry_id", flat=True)) == seated
    wrongly = table.seats.get(position=order[0]).entry_id
    assert wrongly in seated
    assert wrongly not in _order(event, 2)[:4]


def test_sheet_correct_after_the_conclusion_recomputes_the_places() -> None:
    """AMB-17: the winner of the final had been written in the wrong row."""
    event = make.concluded_event()
    table = make.tables_of(Round.objects.get(event=event, is_final=True))[0]
    before = list(FinalPlace.objects.filter(event=event).values_list("entry_id", flat=True))
    swapped = make.simple_sheet(table, [2, 1, 3, 4])
    sheets.sheet_correct(table=table, data=swapped, by=None, reason=WHY, accept_warnings=True)
    after = list(FinalPlace.objects.filter(event=event).values_list("entry_id", flat=True))
    assert after == [before[1], before[0], *before[2:]]
    assert FinalPlace.objects.get(event=event, place=1).entry.seats.get(round__is_final=True).place == 1


def test_sheet_correct_homologated_event_is_refused() -> None:
    event = make.concluded_event()
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    table = _table(event)
    with refuses("EVENT_FROZEN"):
        sheets.sheet_correct(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=None, reason=WHY)


def test_sheet_correct_creating_a_tie_draws_its_lots() -> None:
    """EX-21: the committed draw of the table is used; without the word nothing is written."""
    event = make.drawn_event()
    table = _table(event)
    make.report(table)
    tied = make.tied_sheet(table)
    assert [consequence.code for consequence in sheets.correction_consequences(table=table, data=tied)] == [
        "CONSEQUENCE_LOTS"
    ]
    with pytest.raises(LotMissing):
        sheets.sheet_correct(table=table, data=tied, by=None, reason=WHY, accept_warnings=True)
    sheets.sheet_correct(table=table, data=tied, by=None, reason=WHY, accept_warnings=True, word=make.WORD)
    draw = Draw.objects.get(event=event, purpose="table_lots", drawn_at__isnull=False)
    assert draw.scope == "round-1/table-1"
    assert sorted(_places(table)) == [1, 2, 3, 4]


def test_sheet_correct_tie_beyond_lots_by_hand_gets_another_draw() -> None:
    """AMB-04: nothing is drawn again; those without a lot by hand get a separate draw."""
    event = make.drawn_event()
    table = _table(event)
    data = make.tied_sheet(table, (1, 2))
    data["seats"][0]["lot"], data["seats"][1]["lot"] = 1, 2
    written = sheets.sheet_submit(table=table, data=data, by=make.make_user())
    sheets.sheet_confirm(sheet=written, by=make.make_user(), accept_warnings=True)
    tied = make.tied_sheet(table, (1, 2, 3))
    sheets.sheet_correct(table=table, data=tied, by=None, reason=WHY, accept_warnings=True, word=make.WORD)
    drawn = Draw.objects.filter(event=event, purpose="table_lots", drawn_at__isnull=False).order_by("pk")
    assert [(draw.scope, draw.by_hand) for draw in drawn] == [
        ("round-1/table-1", True),
        ("round-1/table-1/again-2", False),
    ]


def test_sheet_correct_changing_finalists_keeps_the_places_of_a_played_final() -> None:
    """AMB-02: the places of the final remain; all others follow the corrected standings."""
    event = make.concluded_event()
    final = list(
        Seat.objects.filter(round__event=event, round__is_final=True)
        .order_by("place")
        .values_list("entry_id", flat=True)
    )
    for number in (1, 2, 3):
        table = _table(event, number, 1)
        sheets.sheet_correct(
            table=table,
            data=make.simple_sheet(table, [4, 3, 2, 1]),
            by=None,
            reason=WHY,
            consequences_accepted=True,
            accept_warnings=True,
        )
    places = list(FinalPlace.objects.filter(event=event).values_list("entry_id", flat=True))
    assert places[:4] == final
    assert places[4:] == [pk for pk in _order(event, 2) if pk not in final]
