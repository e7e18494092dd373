"""Materials of an event of a number of players (art. 1.5)."""

from __future__ import annotations

import pytest

from tournament.regulation.materials import materials
from tournament.regulation.refusals import ImpossibleTables


@pytest.mark.rule("1.5")
def test_materials_follow_tables_and_rounds() -> None:
    small = materials(13, cards_of_a_game=500)
    assert (small.tables, small.rounds, small.games, small.cards) == ((4, 3, 3, 3), 2, 4, 2000)
    # Eight forms of the rounds, one of the final, one to spare.
    assert (small.forms, small.spare_forms, small.posters, small.diplomas, small.timers) == (10, 1, 3, 4, 2)
    large = materials(22, cards_of_a_game=None)
    assert (large.games, large.rounds, large.cards, large.forms, large.spare_forms) == (6, 3, None, 21, 2)


def test_materials_of_a_number_without_tables_are_refused() -> None:
    with pytest.raises(ImpossibleTables):
        materials(5, cards_of_a_game=None)
