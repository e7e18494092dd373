"""Edge cases of single cards: what a limit counts, how many cards, the order of players, two ends at once."""

from __future__ import annotations

from typing import Any

import pytest

from games.dominion import turn
from games.dominion.cards import COST, CURSE, PROVINCE, by_name
from games.dominion.effects import play_card
from tests.unit.games.dominion.log_scenes import SECOND, THIRD, codes, play_scene
from tests.unit.games.dominion.scene import Scene, counted


def test_remodel_limit_ignores_coins() -> None:
    """The gained card may cost 2 more than the trashed one; coins of Actions played before are for buying."""
    scene = Scene("estate silver", hands=["festival remodel estate copper"])
    scene.table.actions = 2
    scene.play("festival", "remodel")
    assert scene.table.coins == 2
    assert {"silver", "village"} <= set(scene.options(1))
    assert not {"duchy", "festival", "gold"} & set(scene.options(1))


@pytest.mark.parametrize(("card", "limit"), [("workshop", 4), ("feast", 5)])
def test_gain_limit_ignores_coins(card: str, limit: int) -> None:
    scene = Scene("silver", hands=[f"woodcutter {card}"])
    scene.table.actions = 2
    scene.play("woodcutter", card)
    assert max(COST[by_name(name)] for name in scene.options(0)) == limit


def test_cellar_discards_more_than_five() -> None:
    """Any number of cards: seven of a hand of seven."""
    scene = Scene(
        "copper copper copper estate estate estate curse",
        hands=["cellar copper copper copper estate estate estate curse"],
        decks=["gold gold gold gold gold gold gold"],
    )
    scene.play("cellar")
    assert scene.hand() == counted("gold " * 7)
    assert len(scene.discard()) == 7


@pytest.mark.parametrize("attack", ["witch", "spy", "bureaucrat", "militia"])
def test_moat_shown_before_attack_takes_effect(attack: str) -> None:
    """D-18: a player with a Moat answers when the attack is played, before its player draws, gains or has coins."""
    states: list[tuple[int, int, int, int]] = []
    scene = Scene(hands=[attack, "moat copper copper copper estate"], decks=["gold gold gold", "silver silver"])
    table = scene.table
    table.actions = 1

    def choose(decision: Any) -> Any:
        if decision.kind == "moat":
            states.append((len(table.hands[0]), len(table.decks[0]), table.coins, table.supply[CURSE]))
            return 1
        return decision.options[0]

    scene.seat(choose)
    play_card(table, scene.me, by_name(attack))
    assert states == [(0, 3, 0, 10)]
    assert table.supply[CURSE] == 10
    assert len(table.hands[1]) == 5


def test_witch_draws_before_curses() -> None:
    """The card is resolved from top to bottom: at the reshuffle of the draw every Curse is still in the supply."""
    scene = Scene(players=3, hands=["witch"], decks=["gold"], discards=["silver silver"])
    curses_left: list[int] = []
    plain = scene.chance.shuffle

    def shuffle(items: list[Any]) -> None:
        curses_left.append(scene.table.supply[CURSE])
        plain(items)

    scene.chance.shuffle = shuffle  # type: ignore[method-assign]
    scene.play("witch")
    assert curses_left == [20]
    assert scene.supply("curse") == 18
    assert scene.hand() == counted("gold silver")


def test_last_curse_goes_to_left_neighbour() -> None:
    """D-15: in turn order."""
    scene = Scene(players=3, hands=["witch"], supply={"curse": 1}).play("witch")
    assert (scene.owned(1, "curse"), scene.owned(2, "curse")) == (1, 0)
    scene = Scene(players=3, hands=["", "witch"], supply={"curse": 1})
    scene.table.active = 1
    scene.play("witch")
    assert (scene.owned(2, "curse"), scene.owned(0, "curse")) == (1, 0)


def test_provinces_and_three_piles_empty_together() -> None:
    """S0:279: either condition ends the game; the sheet names the Provinces, and it is a legal sheet."""
    scene = Scene("province", hands=["gold gold gold"], supply={"province": 1, "curse": 0, "estate": 0, "copper": 0})
    assert scene.table.is_over(), "three piles are enough"
    turn.buy_phase(scene.table, scene.me)
    assert scene.table.supply[PROVINCE] == 0
    assert scene.table.is_over()
    assert turn.outcome(scene.table).end == "provinces"
    only_piles = Scene(supply={"curse": 0, "estate": 0, "copper": 0}).table
    assert (only_piles.is_over(), turn.outcome(only_piles).end) == (True, "piles")
    neither = Scene(supply={"curse": 0, "estate": 0}).table
    assert (neither.is_over(), turn.outcome(neither).end) == (False, "time")


GIFTS = [
    ("Chancellor", "... getting +${}.", (3, 1), SECOND, "... not discarding the deck."),
    ("Woodcutter", "... getting +1 buy and +${}.", (3, 1), SECOND, ""),
    ("Militia", "... getting +${}.", (3, 1), THIRD, "... Bruno discards 2 cards."),
]


@pytest.mark.parametrize(("card", "line", "wrong", "kingdom", "then"), GIFTS, ids=[gift[0] for gift in GIFTS])
def test_log_with_wrong_coins_refused(card: str, line: str, wrong: tuple[int, ...], kingdom: str, then: str) -> None:
    """L21: these cards give two coins; the coins counted afterwards are the card's, not the log's."""
    for coins in (2, *wrong):
        body = "\n".join(row for row in (f"Anna plays a {card}.", line.format(coins), then) if row)
        assert codes(play_scene(body, anna=(card, ""), kingdom=kingdom)) == ([] if coins == 2 else ["L21"])
    rich = [f"Anna plays a {card}.", line.format(3), then, "Anna plays 3 Coppers.", "Anna buys a Gold."]
    found_codes = codes(play_scene("\n".join(row for row in rich if row), anna=(card, ""), kingdom=kingdom))
    assert found_codes == ["L21", "L13"], "two coins and three Coppers do not buy a Gold"
