"""The trade mini-expansion (section 9)."""

from __future__ import annotations

import pytest

from games.chance import SeededChance
from games.era_of_kingdoms import trade, turn
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.state import Table
from tests.unit.games.era_of_kingdoms.scene import CODES, Scene, named

ROW = ("field forest mountain houses walls guard", "lord knight scholar", "king")
DECKS = ("mine farm market trader storehouse miner", "food3 wood3 metal3", "general food4")


def board(s: Scene, deck: int = 0) -> list[str]:
    return named(s.table.board[deck])


def test_trade_board_laid_out_before_hands_drawn() -> None:
    """S633-S650, 13.3, 13.34: 6, 3 and 1; play-immediately cards go back; the advanced card is one of the N."""
    for seed in range(20):
        table = Table(GAME.setup(4, {"trade": True}), SeededChance(seed), lambda decision: decision.options[0])
        turn.set_up(table)
        assert [len(row) for row in table.board] == [6, 3, 1]
        assert not any(table.cards[code].type == "immediate" for row in table.board for code in row)
        assert sum(table.cards[code].type == "immediate" for code in table.decks[1]) == 8
        assert table.decks[2].index(CODES["age_of_enlightenment"]) == len(table.decks[2]) - 12 - 1


def test_trade_board_absent_without_expansion() -> None:
    """13.33."""
    s = Scene(hands=("field",))
    assert s.table.board == []
    assert CODES["trading_post"] not in s.table.decks[0]
    assert not any(isinstance(option, list) for option in s.legal())


def test_action_takes_base_card_of_board() -> None:
    """S673-S686: base only, refilled at once."""
    s = Scene(row=ROW, decks=DECKS)
    drafts = [option[1] for option in s.legal() if isinstance(option, list)]
    assert sorted(drafts) == sorted(ROW[0].split())
    s.take(["draft", "walls"])
    assert s.hand() == ["walls"]
    assert board(s) == sorted(["field", "forest", "mountain", "houses", "guard", "mine"])
    assert s.table.actions == 2


def test_draw_phase_cards_from_deck_or_board() -> None:
    """S690-S708, 17.23: per card, of its level; the board is filled after the whole phase."""
    s = Scene("scholar", "deck", "walls", "deck", row=ROW, decks=DECKS, realms=(1, 2), hands=("guard",))
    s.table.draw_level = 1
    turn.draw_phase(s.table, 0)
    s.done()
    assert s.asked[0][2] == ["deck", "knight", "lord", "scholar"]
    assert s.asked[1][2] == ["deck", "knight", "lord"], "not filled yet"
    assert s.hand() == ["food3", "guard", "mine", "scholar", "walls"]
    assert [len(row) for row in s.table.board] == [6, 3, 1]
    assert "wood3" in board(s, 1)


def test_board_play_immediately_cards_count_as_drawn() -> None:
    """S705-S708, 17.35: resolved at once, the slot filled again."""
    s = Scene(row=(ROW[0], "lord knight", "king"), decks=(DECKS[0], "help_F food3", "general"), riches=(1, 3))
    trade.refill_all(s.table)
    assert named(s[0].won) == ["help_F"]
    assert board(s, 1) == ["food3", "knight", "lord"]


def test_age_of_enlightenment_on_refill() -> None:
    """S708-S710, S727-S734, 13.4, 17.37: drawn by the active player, who has no last turn; the slot is filled again."""
    s = Scene(row=(ROW[0], ROW[1], ""), decks=(DECKS[0], DECKS[1], "age_of_enlightenment king"))
    trade.refill_all(s.table)
    assert (s.table.drawer, s.table.how) == (0, "refill")
    assert board(s, 2) == ["king"]
    assert not turn.drawer_has_last_turn(s.table)


def test_refills_stop_without_cards() -> None:
    """17.1: tied cards alone do not continue it."""
    s = Scene(row=("field", "lord", ""), decks=("", "help_F festival_F", ""))
    trade.refill_all(s.table)
    assert [len(row) for row in s.table.board] == [1, 1, 0]
    assert sorted(s.deck(1)) == ["festival_F", "help_F"]


def test_trade_expedition_replaces_base_cards_and_takes_one() -> None:
    """S738-S750: up to four base cards, then one card, replaced at once."""
    s = Scene("base", "forest", "walls", "stop", "mine", row=ROW, decks=DECKS).play("trade_expedition")
    assert s.discards() == ["forest", "trade_expedition", "walls"]
    assert s.hand() == ["mine"]
    assert s.asked[-1][1] == "take"
    assert "lord" not in s.asked[-1][2], "17.36: a base realm takes no medium card"
    assert board(s) == sorted(["field", "mountain", "houses", "guard", "farm", "market"])


def test_trade_expedition_replaces_one_medium_card() -> None:
    """S738-S750, 17.36: any realm may replace it, a Town Hall may take it."""
    s = Scene("medium", "lord", "food3", row=ROW, decks=DECKS, realms=(1,)).play("trade_expedition")
    assert s.discards(1) == ["lord"]
    assert s.hand() == ["food3"]
    assert board(s, 1) == ["knight", "scholar", "wood3"]
    s = Scene("base", "stop", "field", row=ROW, decks=DECKS, realms=(0, 2)).play("trade_expedition")
    assert s.hand() == ["field"], "zero cards may be replaced"


def test_trading_post_replaces_three_cards_per_turn_and_post() -> None:
    """S754-S758, 13.21: exactly three, without an action."""
    s = Scene("forest", "walls", row=ROW, decks=DECKS, boards=({"N": "trading_post"},))
    s.take("refresh")
    assert s.discards() == ["forest", "guard", "walls"]
    assert board(s) == sorted(["field", "mountain", "houses", "mine", "farm", "market"])
    assert s.table.actions == 3
    assert "refresh" not in s.legal()
    posts = ({"N": "trading_post", "S": "trading_post"},)
    s = Scene("forest", "walls", row=ROW, decks=DECKS, boards=posts).take("refresh")
    assert "refresh" in s.legal()


@pytest.mark.parametrize(
    ("board", "units"),
    [
        ({"N": "trading_post", "NE": "field"}, "F2 W0 M0 P0"),
        ({"N": "trading_post", "E": "field"}, "F1 W0 M0 P0"),
        ({"N": "trading_post", "NE": "field", "E": "trading_post"}, "F3 W0 M0 P0"),
        ({"N": "trading_post", "NW": "field farm *"}, "F4 W0 M0 P0"),
        ({"N": "trading_post", "NE": "walls"}, "F0 W0 M0 P0"),
    ],
)
def test_trading_post_adds_to_adjacent_stacks(board: dict[str, str], units: str) -> None:
    """S754-S767: one more for the two cells beside it on the ring, with High Yield; nothing for defence or hand."""
    s = Scene(row=ROW, boards=(board,))
    assert s.units() == units
    assert s[0].limit == 5


def test_trading_post_adds_chosen_unit_to_market() -> None:
    """S761-S762."""
    s = Scene(["NE", "food"], row=ROW, boards=({"N": "trading_post", "NE": "market"},)).take("wild")
    s.answers = [["NE", "wood"]]
    assert s.take("wild").table.means() == [1, 1, 0, 0]
