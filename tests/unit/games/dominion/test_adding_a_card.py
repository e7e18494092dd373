"""A set of three cards that nothing else knows goes through every reader of the cards: see toy_set.py."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from games.dominion import sets
from games.dominion.cards import BASE, CODES, KINGDOM
from tests.selection import ROOT


@pytest.fixture(scope="module")
def toys() -> Any:
    """Return what the readers made of the set, in a process whose tables hold it."""
    command = [sys.executable, "-m", "tests.unit.games.dominion.toy_set"]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=120).stdout
    return json.loads(output)


def test_engine_plays_and_check_accepts_every_game(toys: Any) -> None:
    """The piles follow the types (the invariants count every card), the points the rows; a wrong sum is found."""
    assert toys["played"]["owned"] == ["orchard", "smelter", "watermill"]
    assert toys["played"]["errors"] == []
    assert toys["played"]["points"] == {"7": [], "8": ["D2"], "None": [], "derived": 7}
    assert "7" in toys["played"]["sentence"]


def test_log_of_whole_games_gives_their_sheets(toys: Any) -> None:
    """A Smelter that gains a card above its limit is found."""
    assert toys["logged"]["same"] == [True] * 4
    assert toys["logged"]["errors"] == []
    assert toys["logged"]["named"] == ["Watermill", "Orchard", "Smelter"]
    assert toys["logged"]["too_dear"]


def test_draw_of_the_championship_has_no_card_of_a_new_set(toys: Any) -> None:
    """It is drawn and verified as before, and cards of a new set are refused where it is recorded by hand."""
    assert toys["drawn"] == {
        "old": [],
        "old_cards": [],
        "by_hand": ["KINGDOM_OTHER_SET"],
    }


def test_pages_show_name_cost_and_type(toys: Any) -> None:
    page = " ".join(toys["shown"]["page"].split())
    assert '<li class="fo-card fo-card--victory"> <span class="fo-card__name">Frutteto</span>' in page
    assert "Mulino ad acqua" in page
    assert toys["shown"]["fields"] == [*BASE, "orchard", "actions", "cards"]


def test_pool_of_the_championship_is_the_first_edition() -> None:
    """Art. 1.5: the 25 cards in alphabetical order; the pool never changes, whatever sets there are."""
    assert sets.POOL == KINGDOM
    assert len(KINGDOM) == 25
    assert len(CODES) == 32
