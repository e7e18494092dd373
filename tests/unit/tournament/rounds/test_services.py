"""Test drawing, undoing, publishing and closing rounds, and the final."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games.dominion.cards import SUGGESTED_KINGDOMS
from tests import factories as make
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.draws.refusals import DrawByHandWrong
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Draw, Entry, Event, FinalPlace, Round, Seat, StandingRow
from tournament.people.selectors import player_id
from tournament.regulation.refusals import ImpossibleTables
from tournament.results import conclusion
from tournament.rounds import services as rounds
from tournament.rounds.selectors import lots_needed

pytestmark = pytest.mark.django_db

State = Round.State


def _sizes(round_: Round) -> list[int]:
    return [table.seats.count() for table in make.tables_of(round_)]


def _players(round_: Round) -> list[list[int]]:
    return [sorted(table.seats.values_list("entry_id", flat=True)) for table in make.tables_of(round_)]


def _order(round_: Round) -> list[int]:
    return list(StandingRow.objects.filter(round=round_).order_by("position").values_list("entry_id", flat=True))


@pytest.mark.parametrize(
    ("players", "sizes", "planned"),
    [(12, [4, 4, 4], 2), (13, [4, 3, 3, 3], 2), (15, [4, 4, 4, 3], 2), (16, [4, 4, 4, 4], 3), (17, [4, 4, 3, 3, 3], 3)],
)
def test_round_draw_round_1_seats_everybody_present(players: int, sizes: list[int], planned: int) -> None:
    """EX-01 to EX-06, EX-16, REQ-701, REQ-1002: tables by lot; the number of rounds is fixed by the players seated."""
    event = make.drawn_event(players=players, start=False)
    round_ = make.last_round(event)
    assert (round_.state, _sizes(round_), event.rounds) == (State.PUBLISHED, sizes, planned)
    assert Entry.objects.filter(event=event, state=Entry.State.PLAYING).count() == players
    assert len(round_.setup["drawn"]) == 10


def test_round_draw_seats_and_tables_follow_the_drawn_orders() -> None:
    """REQ-809, REQ-904, AMB-10: the seats can be derived from the published orders."""
    event = make.drawn_event(players=13)
    round_ = make.last_round(event)
    tables = Draw.objects.get(event=event, purpose="tables")
    seats = Draw.objects.get(event=event, purpose="seats", scope="round-1")
    cut = [tables.outcome[:4], tables.outcome[4:7], tables.outcome[7:10], tables.outcome[10:]]
    for number, group in enumerate(cut, start=1):
        seated = Seat.objects.filter(table__round=round_, table__number=number).order_by("position")
        assert [player_id(seat.entry) for seat in seated] == [player for player in seats.outcome if player in group]


@pytest.mark.parametrize("players", [1, 2, 5])
def test_round_draw_impossible_numbers_are_refused(players: int) -> None:
    """EX-07, AMB-12: an unofficial event of 1, 2 or 5 has no tables."""
    event = make.check_in_event(players=players)
    lifecycle.event_make_unofficial(event=event, reason="Prova", by=None)
    with pytest.raises(ImpossibleTables):
        make.draw_round(event)
    event.refresh_from_db()
    assert (event.state, Round.objects.count()) == (Event.State.CHECK_IN, 0)
    assert Draw.objects.filter(drawn_at__isnull=False).count() == 0


def test_round_draw_without_a_word_is_refused() -> None:
    event = make.check_in_event()
    with refuses("WORD_MISSING"):
        make.draw_round(event, word="  ")
    assert Draw.objects.filter(drawn_at__isnull=False).count() == 0
    assert Entry.objects.filter(state=Entry.State.PLAYING).count() == 0


@pytest.mark.rule("EX-48")
def test_round_draw_twice_or_before_closing_is_refused() -> None:
    """EX-48, REQ-705: not twice, not before all tables are closed."""
    event = make.drawn_event(start=False)
    with refuses("ROUND_ALREADY_DRAWN"):
        make.draw_round(event)
    round_ = make.last_round(event)
    make.opened(round_)
    make.report(make.tables_of(round_)[0])
    with refuses("ROUND_NOT_COMPLETE") as refusal:
        make.draw_round(event)
    assert refusal.value.tables == (2, 3)
    with refuses("ROUND_NOT_COMPLETE"):
        rounds.round_close(round=round_, word=make.WORD, by=None)
    assert Round.objects.filter(event=event).count() == 1


def test_round_draw_later_rounds_follow_the_standings() -> None:
    """EX-08, REQ-703, REQ-704: first four together, then the next three; only the rounds planned, then the final."""
    event = make.played_event(players=13)
    order = _order(make.last_round(event))
    round_ = make.next_round(event)
    assert _players(round_) == [sorted(order[:4]), sorted(order[4:7]), sorted(order[7:10]), sorted(order[10:])]
    make.play_round(event)
    with refuses("ALL_ROUNDS_DRAWN"):
        make.draw_round(event)
    final = make.draw_final(event)
    assert _players(final) == [sorted(_order(round_)[:4])]
    with refuses("ROUND_ALREADY_DRAWN"):
        make.draw_final(event)


def test_final_draw_before_the_last_round_is_refused() -> None:
    """REQ-1002, REQ-1301: with sixteen players, after the third."""
    event = make.played_event(players=16, rounds_played=2)
    with refuses("ROUNDS_TO_PLAY") as refusal:
        make.draw_final(event)
    assert (refusal.value.played, refusal.value.rounds) == (2, 3)


def test_round_draw_commits_the_seeds_one_round_ahead() -> None:
    """REQ-809: seats and kingdom of round 2 and all lots of round 1, each twice, are committed before play starts."""
    event = make.drawn_event(players=12)
    waiting = Draw.objects.filter(event=event, drawn_at__isnull=True)
    assert sorted((draw.purpose, draw.scope) for draw in waiting) == [
        ("kingdom", "round-2"),
        ("seats", "round-2"),
        ("standings_lots", "round-1"),
        ("standings_lots", "round-1/again-2"),
        *(("table_lots", f"round-1/table-{table}{end}") for table in (1, 2, 3) for end in ("", "/again-2")),
    ]
    committed = {draw.pk: draw.commitment for draw in waiting}
    make.play_round(event)
    make.next_round(event)
    for draw in Draw.objects.filter(pk__in=committed, scope="round-2"):
        assert draw.drawn_at is not None
        assert draw.commitment == committed[draw.pk]


def test_round_draw_wrong_tables_by_hand_are_refused() -> None:
    """REQ-701: right sizes, everybody exactly once; a refused draw leaves no row."""
    event = make.check_in_event(players=12)
    all_in = list(event.entries.order_by("number"))
    three = [all_in[:3], all_in[3:6], all_in[6:9], all_in[9:]]
    twice = [all_in[:4], all_in[4:8], [*all_in[8:11], all_in[0]]]
    for wrong, error in ((three, "TABLES_BY_HAND_WRONG"), (twice, "DRAW_BY_HAND_WRONG")):
        with refuses(error):
            make.draw_round(event, tables_by_hand=wrong)
    assert Round.objects.count() == 0
    right = [all_in[:4], all_in[4:8], all_in[8:]]
    other_seats = [all_in[4:8], all_in[:4], all_in[8:]]
    with refuses("TABLES_BY_HAND_WRONG"):
        make.draw_round(event, tables_by_hand=right, seats_by_hand=other_seats)
    round_ = make.draw_round(event, tables_by_hand=right)
    assert _players(round_) == [sorted(entry.pk for entry in table) for table in right]


@pytest.mark.rule("EX-15")
def test_round_draw_kingdom_by_hand_follows_the_moat_rule() -> None:
    """EX-15, REQ-808: attacks without the Moat, nine cards, a card twice are refused; "First game" is accepted."""
    event = make.check_in_event(players=12)
    first = list(SUGGESTED_KINGDOMS["first_game"])
    for wrong in (list(SUGGESTED_KINGDOMS["big_money"]), first[:9], [*first[:9], first[0]], [*first[:9], "copper"]):
        with pytest.raises(DrawByHandWrong) as refusal:
            make.draw_round(event, kingdom_by_hand=wrong)
        assert refusal.value.findings
    assert Round.objects.count() == 0
    round_ = make.draw_round(event, kingdom_by_hand=first)
    assert round_.setup == {"drawn": first, "rejected": [], "branch": 1}


def test_round_undo_without_sheets_restores_the_state() -> None:
    """Annulled draws remain as evidence, new seeds are committed, and all entries return to their earlier state."""
    event = make.drawn_event(players=12, start=False)
    round_ = make.last_round(event)
    old = {draw.pk for draw in Draw.objects.filter(event=event)}
    with refuses("DECISION_REASON_MISSING"):
        rounds.round_undo(round=round_, reason="", by=None)
    rounds.round_undo(round=round_, reason="È arrivato un altro", by=None)
    with pytest.raises(AlreadyDone):
        rounds.round_undo(round=round_, reason="Ancora", by=None)
    event.refresh_from_db()
    assert (event.state, event.rounds, Round.objects.count()) == (Event.State.CHECK_IN, None, 0)
    assert Entry.objects.filter(event=event, state=Entry.State.CHECKED_IN).count() == 12
    annulled = Draw.objects.filter(pk__in=old)
    assert all(draw.annulled_at and draw.annulled_reason == "È arrivato un altro" for draw in annulled)
    entries.walk_in(event=event, first_name="Gina", last_name="Riva", consent=True, by=None)
    again = make.draw_round(event)
    assert _sizes(again) == [4, 3, 3, 3]
    fresh = Draw.objects.filter(event=event, annulled_at__isnull=True)
    assert not {draw.commitment for draw in fresh} & {draw.commitment for draw in annulled}


def test_round_undo_with_a_sheet_is_refused() -> None:
    event = make.drawn_event()
    round_ = make.last_round(event)
    make.report(make.tables_of(round_)[1])
    with refuses("ROUND_HAS_SHEETS") as refusal:
        rounds.round_undo(round=round_, reason="Ripensamento", by=None)
    assert refusal.value.tables == (2,)
    make.play_round(event)
    with refuses("ROUND_STATE_WRONG"):
        rounds.round_undo(round=round_, reason="Ripensamento", by=None)


def test_round_undo_second_round_keeps_the_first() -> None:
    event = make.played_event()
    round_ = make.next_round(event)
    rounds.round_undo(round=round_, reason="Uno è andato via", by=None)
    entries.entry_leave(entry=event.entries.first(), by=None)
    again = make.next_round(event)
    assert (again.number, _sizes(again)) == (2, [4, 4, 3])


def test_round_close_twice_is_refused() -> None:
    event = make.drawn_event(start=False)
    round_ = make.last_round(event)
    make.play_round(event)
    with pytest.raises(AlreadyDone):
        rounds.round_close(round=round_, word=make.WORD, by=None)
    assert Draw.objects.filter(event=event, purpose="standings_lots", drawn_at__isnull=False).count() == 1


def test_round_close_stores_standings_with_lots_for_ties() -> None:
    """EX-09, REQ-1204, REQ-1205, AMB-04: the winners of three tables draw lots, which needs the word."""
    event = make.drawn_event(players=12)
    round_ = make.play_round(event, close=False)
    assert [len(group) for group in lots_needed(round_)] == [3, 3, 3, 3]
    with refuses("WORD_MISSING"):
        rounds.round_close(round=round_, by=None)
    assert StandingRow.objects.count() == 0
    rounds.round_close(round=round_, word=make.WORD, by=None)
    assert lots_needed(round_) == []
    rows = list(StandingRow.objects.filter(round=round_))
    assert [row.lot for row in rows] == [1, 2, 3] * 4
    assert [row.wins for row in rows] == [1, 1, 1] + [0] * 9
    assert [row.decided_by for row in rows[:4]] == ["lot", "lot", "wins", "lot"]
    draw = Draw.objects.get(event=event, purpose="standings_lots", drawn_at__isnull=False)
    winners = [player_id(row.entry) for row in rows[:3]]
    assert [player for player in draw.outcome if player in winners] == winners


def test_round_constraints_refuse_duplicate_rounds_and_seats() -> None:
    event = make.drawn_event()
    round_ = make.last_round(event)
    first_table, second_table, _three = make.tables_of(round_)
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(event=event, number=1, drawn_at=round_.drawn_at)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=second_table, round=round_, entry=first_table.seats.first().entry, position=5)
    final = make.final_event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(event=final, number=9, is_final=True, drawn_at=round_.drawn_at)


@pytest.mark.rule("EX-31")
def test_final_draw_withdrawn_finalist_is_fifth() -> None:
    """EX-31, AMB-32, REQ-1306: the next in the standings plays the final, the others move up."""
    event = make.played_event(players=12, rounds_played=2)
    order = _order(make.last_round(event))
    entries.entry_leave(entry=Entry.objects.get(pk=order[2]), by=None)
    final = make.next_round(event)
    assert _players(final) == [sorted([order[0], order[1], order[3], order[4]])]
    make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    places = list(FinalPlace.objects.filter(event=event).values_list("entry_id", flat=True))
    assert places[4:] == [order[2], *order[5:]]


def _leave_all_but(event: Event, number: int) -> None:
    order = _order(make.last_round(event))
    for pk in order[number:]:
        entries.entry_leave(entry=Entry.objects.get(pk=pk), by=None)


def test_final_draw_with_three_left_is_a_final_of_three() -> None:
    """AMB-33: fourth place goes to the next of the last standings."""
    event = make.played_event(players=12, rounds_played=2)
    order = _order(make.last_round(event))
    _leave_all_but(event, 3)
    final = make.next_round(event)
    assert _players(final) == [sorted(order[:3])]
    make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    places = list(FinalPlace.objects.filter(event=event))
    assert [place.entry_id for place in places[3:]] == order[3:]
    assert [place.decided_by for place in places[:3]] == ["final"] * 3


def test_final_draw_with_two_left_is_refused_and_standings_decide() -> None:
    """AMB-33: no final is formed."""
    event = make.played_event(players=12, rounds_played=2)
    order = _order(make.last_round(event))
    _leave_all_but(event, 2)
    with refuses("NO_FINAL"):
        make.draw_final(event)
    conclusion.event_conclude(event=event, by=None)
    places = list(FinalPlace.objects.filter(event=event))
    assert [place.entry_id for place in places] == order
    assert "final" not in {place.decided_by for place in places}


def test_event_conclude_once_and_only_after_the_final() -> None:
    """EX-30, REQ-1302, REQ-1305: the win of the final is counted apart from the ordinary ones."""
    event = make.played_event(players=12)
    with refuses("ROUNDS_TO_PLAY"):
        conclusion.event_conclude(event=event, by=None)
    make.next_round(event)
    make.play_round(event)
    with refuses("FINAL_NOT_PLAYED"):
        conclusion.event_conclude(event=event, by=None)
    make.next_round(event)
    with refuses("FINAL_NOT_PLAYED"):
        conclusion.event_conclude(event=event, by=None)
    make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    with pytest.raises(AlreadyDone):
        conclusion.event_conclude(event=event, by=None)
    winner = FinalPlace.objects.get(event=event, place=1)
    assert winner.wins == winner.ordinary_wins + 1
    ordinary = sum(place.ordinary_wins for place in FinalPlace.objects.filter(event=event))
    assert ordinary == 6
