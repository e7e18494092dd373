"""The bots: legal answers, no use of hidden information, and the expected strength."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.chance import SeededChance
from games.decision import seated
from games.dominion.bots import BOTS, BigMoney, EngineBuilder
from games.dominion.cards import KINGDOM, NAMES
from games.dominion.game import GAME
from games.dominion.state import Table, zone
from games.game import Choose, Decision, UnknownName
from games.runner import Plan, simulate
from tests.unit.games.dominion.scene import Scene, counted

ROOT = Path(__file__).resolve().parents[4]
SENSIBLE = [name for name in BOTS if name != "random"]
ALL = [*SENSIBLE, *(f"big-money+{card}" for card in KINGDOM)]


def played(name: str, number: int, wrap: Any = lambda choose: choose) -> tuple[int, ...]:
    seed = f"{name}/{number}"
    players = 2 + number % 3
    setup = GAME.setup(players, {"kingdom": "random", "turn_limit": 400}, seed)
    choose = wrap(GAME.bot(name)(seed))
    other_bot = GAME.bot("random")(f"{seed}/others")
    return GAME.play(setup, SeededChance(seed), seated([choose, *[other_bot] * (players - 1)])).scores


@pytest.mark.parametrize("name", ALL)
def test_bot_answers_legal_and_repeatable(name: str) -> None:
    assert [played(name, number) for number in range(6)] == [played(name, number) for number in range(6)]


def put(table: Table, seat: int, deck: list[int], hand: list[int]) -> None:
    """Give a seat another deck and another hand of the same sizes."""
    player = table.seats[seat]
    player.deck, player.undrawn, player.hand = zone(deck), len(deck), zone(hand)


def blindfolded(choose: Choose) -> Choose:
    """Return the same bot, queried again after all cards hidden from its player have been changed."""

    def answer(decision: Decision) -> Any:
        table: Table = decision.context
        first_answer = choose(decision)
        me, seats = decision.player, range(table.players)
        decks, hands = table.decks, table.hands
        for seat in seats:
            # A Spy's question shows the top card; the cards below are unknown.
            top = decks[seat][-1:] if decision.kind == "spy" and seat == table.subject else []
            hidden = decks[seat][: len(decks[seat]) - len(top)]
            if seat == me:
                put(table, seat, hidden[::-1] + top, hands[seat])
                continue
            unseen = sorted(hidden + hands[seat], reverse=True)
            put(table, seat, unseen[len(hands[seat]) :] + top, unseen[: len(hands[seat])])
        assert choose(decision) == first_answer, f"{decision.kind} is answered from hidden cards"
        for seat in seats:
            put(table, seat, decks[seat], hands[seat])
        return first_answer

    return answer


@pytest.mark.rule("D-16")
@pytest.mark.parametrize("name", [*SENSIBLE, "big-money+spy", "big-money+thief", "big-money+throne_room"])
def test_d16_bots_ignore_hidden_cards(name: str) -> None:
    for number in range(12):
        assert played(name, number, blindfolded) == played(name, number)


@pytest.mark.parametrize(
    ("name", "least", "most"), [("random", 0.0, 0.02), ("big-money+smithy", 0.6, 1.0), ("attack", 0.6, 1.0)]
)
def test_bot_strength_against_big_money(name: str, least: float, most: float) -> None:
    won = 0.0
    for seat in (0, 1):
        bots = (name, "big-money") if seat == 0 else ("big-money", name)
        for _, outcome, _ in simulate(Plan("dominion", 2, {}, bots, f"worth/{seat}"), 100):
            won += (outcome.places[seat] == 1) / outcome.places.count(1)
    assert least <= won / 200 <= most


@pytest.mark.parametrize(
    ("coins", "provinces", "bought"),
    [
        (8, 8, "province"),
        (7, 8, "gold"),
        (5, 8, "silver"),
        (5, 5, "duchy"),
        (6, 2, "duchy"),
        (2, 8, "stop"),
        (2, 2, "estate"),
    ],
)
def test_big_money_purchases(coins: int, provinces: int, bought: str) -> None:
    scene = Scene(supply={"province": provinces})
    scene.table.coins = scene.table.limit = coins
    assert GAME.show(Decision(0, "buy", ()), BigMoney().buy(scene.table, scene.table.seats[0])) == bought


def test_policy_keeps_best_cards_from_militia() -> None:
    scene = Scene(hands=["militia", "copper estate duchy gold gold"])
    scene.seat(EngineBuilder())
    scene.play("militia")
    assert scene.hand(1) == {"copper": 1, "gold": 2}
    assert scene.discard(1) == ["estate", "duchy"]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("bigmoney", "big-money"), ("big-money+vilage", "big-money+village"), ("big-money+copper", None), ("", None)],
)
def test_unknown_bot(name: str, nearest: str | None) -> None:
    with pytest.raises(UnknownName) as caught:
        GAME.bot(name)
    if nearest is not None:
        assert caught.value.nearest == nearest


def test_card_named_in_any_language() -> None:
    assert GAME.bot("big-money+Fucina")("x") is not None


def test_bots_documented_with_strength() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    for name in [*BOTS, *(f"big-money+{card}" for card in KINGDOM)]:
        assert f"| `{name}` |" in text


def test_feast_not_spent_on_feast() -> None:
    """Trashing one to gain one is useless; where nothing else is left in the supply it is compulsory."""
    scene = Scene(hands=["feast"], kingdom=["feast", "market", "village", *KINGDOM[:7]])
    scene.seat(GAME.bot("big-money+feast")(""))
    scene.play("feast")
    assert scene.trash() == ["feast"]
    assert "feast" not in scene.discard()
    assert len(scene.discard()) == 1
    only = Scene(hands=["feast"], supply={name: 0 for name in NAMES if name != "feast"})
    only.seat(GAME.bot("big-money+feast")(""))
    assert only.play("feast").discard() == ["feast"]


def test_cellar_discards_only_victory_cards_and_curses() -> None:
    scene = Scene(hands=["cellar copper copper estate gold province curse village"], decks=["silver silver silver"])
    scene.seat(GAME.bot("big-money+cellar")(""))
    scene.play("cellar")
    assert sorted(scene.discard()) == ["curse", "estate", "province"]
    assert scene.hand() == counted("copper copper gold village silver silver silver")
