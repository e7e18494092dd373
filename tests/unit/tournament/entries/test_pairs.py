"""Test making and undoing pairs, and what becomes of a pair during an event."""

from __future__ import annotations

import pytest

from tests import factories as make
from tournament.core.errors import FieldFrozen, FieldWrong
from tournament.core.pair_errors import NotInPairs, PairsIncomplete, PairTaken, PairWithSelf
from tournament.entries.pairs import pair_make, pair_undo
from tournament.entries.services import entry_leave, entry_remove, entry_return
from tournament.events.draw_preview import draw_preview
from tournament.events.lifecycle import event_update
from tournament.models import Entry, Event
from tournament.regulation.errors import OddPairs
from tournament.regulation.lifecycle_errors import EntriesClosed
from tournament.rounds.errors import NoShowInPairs, PairApart, PairNotOpposite
from tournament.rounds.no_shows import table_no_show
from tournament.sheets.services import table_abandon, table_abandon_undo

pytestmark = pytest.mark.django_db


def _entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def test_pair_make_twice_changes_nothing_and_the_earlier_entry_is_first() -> None:
    event = make.check_in_event(players=4, game="megalomania", game_options={"pairs": True})
    for _time in range(2):
        second = pair_make(entry=_entry(event, 4), partner=_entry(event, 2), by=None)
    assert (second.number, _entry(event, 4).plays_with) == (4, _entry(event, 2))
    assert Entry.history.filter(id=second.pk, history_verb="pair_make").count() == 1
    pair_undo(entry=_entry(event, 2), by=None)
    pair_undo(entry=_entry(event, 2), by=None)
    assert _entry(event, 4).plays_with is None


def test_pair_make_of_somebody_with_a_partner_is_refused() -> None:
    event = make.check_in_pairs(players=4)
    for entry, partner in ((1, 3), (3, 1), (2, 4)):
        with pytest.raises(PairTaken):
            pair_make(entry=_entry(event, entry), partner=_entry(event, partner), by=None)
    with pytest.raises(PairWithSelf):
        pair_make(entry=_entry(event, 1), partner=_entry(event, 1), by=None)


def test_pair_make_in_an_event_of_single_players_is_refused() -> None:
    event = make.check_in_event(players=4)
    with pytest.raises(NotInPairs):
        pair_make(entry=_entry(event, 1), partner=_entry(event, 2), by=None)


def test_pair_after_the_draw_stays() -> None:
    event = make.check_in_pairs()
    make.draw_round(event)
    with pytest.raises(EntriesClosed):
        pair_undo(entry=_entry(event, 1), by=None)
    with pytest.raises(FieldFrozen):
        event_update(event=event, by=None, game_options={})


def test_entry_remove_leaves_the_partner_alone() -> None:
    event = make.check_in_pairs(players=4)
    entry_remove(entry=_entry(event, 1), by=None)
    assert _entry(event, 2).plays_with is None


def test_pairs_are_an_option_of_megalomania_alone() -> None:
    event = make.check_in_event(players=4)
    with pytest.raises(FieldWrong):
        event_update(event=event, by=None, game_options={"pairs": True})


def test_round_draw_with_an_incomplete_pair_says_who() -> None:
    event = make.check_in_pairs(players=13)
    with pytest.raises(PairsIncomplete) as refused:
        make.draw_round(event)
    assert refused.value.params["players"] == (str(_entry(event, 13)),)
    assert {type(block) for block in draw_preview(event).blocks} == {OddPairs, PairsIncomplete}


def test_round_draw_with_an_odd_number_of_pairs_is_refused() -> None:
    event = make.check_in_pairs(players=14)
    with pytest.raises(OddPairs):
        make.draw_round(event)


def _by_hand(event: Event, *numbers: tuple[int, ...]) -> list[list[Entry]]:
    return [[_entry(event, number) for number in table] for table in numbers]


def test_round_draw_by_hand_keeps_pairs_together_and_opposite() -> None:
    event = make.check_in_pairs()
    apart = _by_hand(event, (1, 3, 5, 7), (2, 4, 6, 8), (9, 10, 11, 12))
    with pytest.raises(PairApart):
        make.draw_round(event, tables_by_hand=apart)
    tables = _by_hand(event, (1, 3, 2, 4), (7, 5, 8, 6), (9, 11, 10, 12))
    beside = [[table[0], table[2], table[1], table[3]] for table in tables]
    with pytest.raises(PairNotOpposite):
        make.draw_round(event, tables_by_hand=tables, seats_by_hand=beside)
    round_ = make.draw_round(event, tables_by_hand=tables, seats_by_hand=tables)
    seats = [[seat.entry.number for seat in table.seats.order_by("position")] for table in make.tables_of(round_)]
    assert seats == [[1, 3, 2, 4], [7, 5, 8, 6], [9, 11, 10, 12]]


def test_table_abandon_takes_the_partner_along_and_back() -> None:
    event = make.check_in_pairs()
    table = make.tables_of(make.opened_round(event))[0]
    seat = table.seats.order_by("position")[2]
    with pytest.raises(NoShowInPairs):
        table_no_show(seat=seat, reason="Il treno", by=None)
    table_abandon(table=table, entry=seat.entry, reason="Il treno", by=None)
    assert list(table.seats.order_by("position").values_list("is_abandoned", flat=True)) == [True, False, True, False]
    assert event.entries.filter(state="left").count() == 2
    make.report(table, make.real_sheet(table))
    assert list(table.seats.order_by("position").values_list("place", flat=True)) == [2, 1, 2, 1]


def test_table_abandon_undo_brings_both_back() -> None:
    event = make.check_in_pairs()
    table = make.tables_of(make.opened_round(event))[0]
    seat = table.seats.order_by("position")[0]
    table_abandon(table=table, entry=seat.entry, reason="Il treno", by=None)
    table_abandon_undo(table=table, entry=seat.entry, by=None)
    assert event.entries.filter(state="playing").count() == 12
    assert not table.seats.filter(is_abandoned=True).exists()


def test_entry_leave_takes_the_partner_along_and_back() -> None:
    event = make.check_in_pairs()
    make.opened_round(event)
    make.play_round(event, sheet=make.real_sheet)
    entry_leave(entry=_entry(event, 1), by=None)
    assert list(event.entries.filter(state="left").values_list("number", flat=True)) == [1, 2]
    entry_return(entry=_entry(event, 2), by=None)
    assert event.entries.filter(state="playing").count() == 12
