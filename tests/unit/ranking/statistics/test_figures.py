"""Test the counting of tables: sums without names that can be added and subtracted."""

from __future__ import annotations

from ranking.statistics.figures import SeatResult, TableResult, add, count_event, distribution, quantile


def _table(winner: int, *, size: int = 4, points: int = 30, cards: tuple[str, ...] = (), end: str = "") -> TableResult:
    """Return a table won from one seat; the winner has the given points, the others one point fewer each place."""
    order = [winner, *(position for position in range(1, size + 1) if position != winner)]
    seats = [
        SeatResult(position, place, {"points": points - place + 1, "turns": 20 + place})
        for place, position in enumerate(order, start=1)
    ]
    return TableResult(seats, cards, end)


def test_count_event_counts_seats_winners_and_cards() -> None:
    tables = [_table(1, cards=("moat", "witch"), end="provinces"), _table(3, size=3, cards=("moat", "witch"))]
    figures = count_event(tables, [("moat", "witch"), ("chapel",)])
    assert {key: figures[key] for key in ("tables", "seats", "size:4", "size:3", "win:4:1", "win:3:3")} == {
        "tables": 2,
        "seats": 7,
        "size:4": 1,
        "size:3": 1,
        "win:4:1": 1,
        "win:3:3": 1,
    }
    assert distribution(figures, "points") == {27: 1, 28: 2, 29: 2, 30: 2}
    assert distribution(figures, "card:moat:turns") == {21: 2}
    assert (figures["card:witch:tables"], figures["card:witch:four"], figures["card:witch:first"]) == (2, 1, 1)
    assert (figures["kingdoms"], figures["drawn:moat"], figures["drawn:chapel"]) == (2, 1, 1)
    assert "card:chapel:tables" not in figures
    assert figures["end:provinces"] == 1


def test_count_event_values_not_on_the_sheet_are_left_out() -> None:
    seats = [SeatResult(1, 2, {}), SeatResult(2, 1, {"points": None, "turns": True})]
    assert count_event([TableResult(seats, ())], []) == {"seats": 2, "size:2": 1, "tables": 1, "win:2:2": 1}


def test_add_then_subtract_returns_the_same_figures() -> None:
    first, second = count_event([_table(1, cards=("moat",))], [("moat",)]), count_event([_table(2, points=40)], [])
    assert add(add(first, second), second, sign=-1) == first
    assert add(first, first, sign=-1) == {}


def test_quantile_of_a_distribution() -> None:
    assert quantile({10: 1, 12: 1, 30: 2}) == 12
    assert quantile({10: 1, 12: 1, 30: 2}, 0.75) == 30
    assert quantile({}) is None
