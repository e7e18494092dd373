"""The bots: legal answers, no use of hidden information, and the expected strength."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.chance import SeededChance
from games.decision import Position, Watching, seated
from games.dominion.bots import BOTS, BigMoney, EngineBuilder
from games.dominion.cards import DUCHY, KINGDOM, NAMES, PROVINCE
from games.dominion.game import GAME
from games.dominion.menus import LibraryBot
from games.dominion.search_bot import SearchBot
from games.game import Choose, Decision, UnknownName
from games.runner import Plan, simulate
from tests.unit.games.dominion.scene import Scene, counted

#: The strong bot has tests of its own: it plays each game many times.
SENSIBLE = [name for name in BOTS if name not in ("random", "strong")]
ALL = [*SENSIBLE, *(f"big-money+{card}" for card in KINGDOM)]


def played(name: str, number: int) -> tuple[int, ...]:
    seed = f"{name}/{number}"
    players = 2 + number % 3
    setup = GAME.setup(players, {"kingdom": "random", "turn_limit": 400}, seed)
    choose = GAME.bot(name)(seed)
    other_bot = GAME.bot("random")(f"{seed}/others")
    return GAME.play(setup, SeededChance(seed), seated([choose, *[other_bot] * (players - 1)])).scores


@pytest.mark.parametrize("name", ALL)
def test_bot_answers_legal_and_repeatable(name: str) -> None:
    assert [played(name, number) for number in range(6)] == [played(name, number) for number in range(6)]


def answers(
    choose: Choose, number: int, see: Callable[[Decision], Decision], most: int = 10_000
) -> list[tuple[str, Any]]:
    """Return the answers of a bot among random players, given what ``see`` makes of its positions.

    Arguments:
        most: turns of the table.
    """
    seed, players = f"answers/{number}", 2 + number % 3
    other_bot = GAME.bot("random")(f"{seed}/others")
    given: list[tuple[str, Any]] = []

    def answer(decision: Decision) -> Any:
        if decision.player:
            return other_bot(decision)
        given.append((decision.kind, choose(see(decision))))
        return given[-1][1]

    setup = GAME.setup(players, {"kingdom": "random", "turn_limit": min(most, 400)}, seed)
    GAME.play(setup, SeededChance(seed), Watching(answer))
    return given


def as_it_is(decision: Decision) -> Decision:
    """Return the position with the table itself."""
    return decision


def viewed(decision: Decision) -> Decision:
    """Return what the bot's player may see."""
    assert isinstance(decision, Position)
    return decision.seen()


@pytest.mark.rule("D-16")
@pytest.mark.parametrize("name", [*SENSIBLE, "big-money+spy", "big-money+thief", "big-money+throne_room"])
def test_d16_bots_answer_at_the_table_as_from_what_they_may_see(name: str) -> None:
    choose = GAME.bot(name)(name)
    for number in range(12):
        assert answers(choose, number, viewed) == answers(choose, number, as_it_is)


@pytest.mark.rule("D-16")
def test_d16_strong_bot_answers_at_the_table_as_from_what_it_may_see() -> None:
    choose = SearchBot("seen", deals=16)
    for number in range(2):
        assert answers(choose, number, viewed, most=24) == answers(choose, number, as_it_is, most=24)


def test_strong_bot_buys_the_province_that_wins_and_not_the_one_that_loses() -> None:
    scene = Scene(supply={"province": 1}, hands=["copper", ""], discards=["duchy duchy", "duchy duchy duchy"])
    scene.table.buys, scene.table.coins, scene.table.limit = 1, 8, 8
    bot = SearchBot("end", deals=16)
    assert bot.buy(scene.table, scene.me) == PROVINCE
    for _ in range(3):
        scene.table.seats[1].owned[DUCHY] += 2
    assert bot.buy(scene.table, scene.me) != PROVINCE


def test_strong_bot_tries_a_card_on_no_more_deals_than_it_was_given() -> None:
    tried: list[int] = []

    class Counting(SearchBot):
        def try_all(self, view: Any, seat: int, cards: Any, first: int, last: int) -> None:
            tried.extend(range(first, last))
            super().try_all(view, seat, cards, first, last)

    scene = Scene(supply={"province": 1}, hands=["copper", ""], discards=["duchy duchy", "duchy duchy duchy"])
    scene.table.buys, scene.table.coins, scene.table.limit = 1, 8, 8
    Counting("few", deals=2).buy(scene.table, scene.me)
    assert tried == [0, 1]


def test_strong_bot_gains_a_card_for_free_as_its_menu_does() -> None:
    kingdom = [
        "cellar",
        "festival",
        "feast",
        "library",
        "market",
        "remodel",
        "smithy",
        "throne_room",
        "village",
        "workshop",
    ]
    strong, menu, random = SearchBot("gains", deals=2), LibraryBot(), GAME.bot("random")("gains")
    asked: set[str] = set()

    def answer(decision: Decision) -> Any:
        if decision.kind not in ("remodel_gain", "feast", "workshop"):
            # Random purchases bring the cards that ask; the search is tried for gains alone.
            return random(decision)
        asked.add(decision.kind)
        assert strong(decision) == menu(decision)
        return menu(decision)

    for number in range(6):
        setup = GAME.setup(3, {"kingdom": kingdom, "turn_limit": 60}, str(number))
        GAME.play(setup, SeededChance(f"gains/{number}"), Watching(answer))
    assert asked == {"remodel_gain", "feast", "workshop"}


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
