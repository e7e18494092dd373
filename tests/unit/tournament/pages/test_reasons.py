"""Test that the word of a reason belongs to the row in which it stands."""

from __future__ import annotations

from django.utils.translation import override

from tournament.models import Seat
from tournament.pages.reasons import tie_reasons


def _table(*rows: tuple[str, dict[str, int]]) -> list[Seat]:
    """Return the seats of a table by place, each with what separates it from the next and its values."""
    return [
        Seat(pk=place, place=place, decided_by=decided_by, values=values)
        for place, (decided_by, values) in enumerate(rows, start=1)
    ]


def _words(seats: list[Seat]) -> list[list[str]]:
    with override("it"):
        return [[reason.words for reason in reasons] for reasons in tie_reasons(seats).values()]


def test_loser_of_a_tie_reads_why_they_lost_and_the_winner_why_they_won() -> None:
    seats = _table(
        ("points", {"points": 40, "turns": 14}),
        ("turns", {"points": 33, "turns": 12}),
        ("points", {"points": 33, "turns": 14}),
        ("points", {"points": 9, "turns": 14}),
    )
    assert _words(seats) == [[], ["meno turni"], ["2 turni in più"], []]


def test_seat_between_two_ties_reads_both_reasons_and_a_lot_among_three_once() -> None:
    even = {"points": 33, "turns": 12, "gold": 4}
    seats = _table(("gold", {**even, "gold": 5}), ("lot", even), ("lot", even), ("lot", even))
    first, second, third, fourth = _words(seats)
    assert len(first) == len(third) == len(fourth) == 1
    assert len(second) == 2
    assert third == fourth == [second[1]]


def test_seats_without_a_place_and_one_who_dropped_out_have_no_reason() -> None:
    seats = _table(("abandoned", {"points": 3}), ("abandoned", {}))
    assert _words([*seats, Seat(pk=9, place=None)]) == [[], []]
