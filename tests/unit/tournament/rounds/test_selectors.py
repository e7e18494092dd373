"""Test the selectors of rounds, people and draws, with a constant number of queries."""

from __future__ import annotations

import pytest

from tests import factories as make
from tournament.draws.selectors import draw_findings, event_draws, live, public_facts
from tournament.models import Round
from tournament.people.selectors import by_player_id, event_entries, player_id
from tournament.results.selectors import ordinary_results, players_of
from tournament.rounds.selectors import event_rounds, lots_needed, round_standings, round_tables

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("players", [12, 24])
def test_round_selectors_take_a_constant_number_of_queries(players: int, django_assert_num_queries) -> None:
    event = make.played_event(players=players)
    with django_assert_num_queries(3):
        names = [
            str(seat.entry)
            for event_round in event_rounds(event)
            for table in event_round.tables.all()
            for seat in table.seats.all()
        ]
    assert len(names) == players
    round_ = make.last_round(event)
    with django_assert_num_queries(3):
        versions = [len(table.sheets.all()) for table in round_tables(round_) if table.seats.all()]
    assert versions == [1] * (players // 4)
    with django_assert_num_queries(1):
        assert len([str(row.entry) for row in round_standings(round_)]) == players
    with django_assert_num_queries(1):
        assert len(ordinary_results(event, 1)[0]) == players // 4
    with django_assert_num_queries(1):
        assert len(players_of(event)) == players
    with django_assert_num_queries(1):
        assert all(draw_findings(draw) == [] for draw in event_draws(event))


def test_lots_needed_only_by_confirmed_ordinary_rounds() -> None:
    event = make.drawn_event()
    round_ = make.last_round(event)
    assert lots_needed(round_) == []
    make.play_round(event, close=False)
    assert [len(group) for group in lots_needed(round_)] == [3, 3, 3, 3]
    final = make.final_event()
    make.play_round(final, close=False)
    assert lots_needed(Round.objects.get(event=final, is_final=True)) == []


def test_player_id_is_the_number_or_the_imported_id() -> None:
    event = make.check_in_event(players=2)
    first, second = event_entries(event)
    second.file_id = "q7"
    assert (player_id(first), player_id(second)) == ("p01", "q7")
    assert by_player_id([first, second]) == {"p01": first, "q7": second}


def test_live_draw_is_the_current_one() -> None:
    event = make.check_in_event()
    draw = live(event, "tables", "round-1")
    assert draw is not None
    assert public_facts(draw)["outcome"] is None
    assert live(event, "tables", "round-9") is None
