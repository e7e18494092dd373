"""The bots of pyminion 0.4.0 that play the series of ``bench/dominion.py``: pyminion must be importable."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

#: Per series: the extra card of each seat's Big Money, or none; ``"actions"`` plays every Action that it can.
SEATS: dict[str, tuple[str, ...]] = {
    "2 players, Big Money": ("", ""),
    "2 players, Smithy v Witch": ("smithy", "witch"),
    "4 players, Big Money": ("", "", "", ""),
    "4 players, Actions": ("actions",) * 4,
}
#: Coins of the extra cards.
COSTS = {"smithy": 4, "witch": 5}
ACTION_KINGDOM = ("cellar", "market", "militia", "mine", "moat", "remodel", "smithy", "village", "festival", "workshop")
KINGDOM = ("village", "moat", "cellar", "chapel", "market", "militia", "mine", "remodel", "smithy", "witch")


def is_installed() -> bool:
    """Return whether pyminion can be imported."""
    return find_spec("pyminion") is not None


def games_of(series: str) -> Callable[[int], None]:
    """Return a function that plays a number of pyminion's games of a series."""
    import_module("logging").disable(50)
    base = import_module("pyminion.expansions.base")
    bots, table = import_module("pyminion.bots.bot"), import_module("pyminion.game")
    seats = [
        bots.Bot(decider=_decider(bots, base, extra), player_id=str(seat)) for seat, extra in enumerate(SEATS[series])
    ]
    names = ACTION_KINGDOM if "actions" in SEATS[series] else KINGDOM
    kingdom = [getattr(base, name) for name in names]
    game = table.Game(players=seats, expansions=[base.base_set], kingdom_cards=kingdom, log_stdout=False)

    def play(games: int) -> None:
        for _ in range(games):
            copy.copy(game).play()

    return play


def _decider(bots: Any, base: Any, extra: str) -> Any:
    """Return Big Money as pyminion's examples have it: Province, Gold, the extra card once, Silver."""
    if extra == "actions":
        return _action_decider(bots, base)
    card = getattr(base, extra) if extra else None

    class BigMoney(bots.BotDecider):  # type: ignore[misc, name-defined]
        def action_priority(self, player: Any, game: Any) -> Sequence[Any]:
            return [card] if card else []

        def buy_priority(self, player: Any, game: Any) -> Iterator[Any]:
            money = player.state.money
            if money >= 8:
                yield base.province
            if money >= 6:
                yield base.gold
            if card and money >= COSTS[extra] and card not in player.get_all_cards():
                yield card
            if money >= 3:
                yield base.silver

    return BigMoney()


def _action_decider(bots: Any, base: Any) -> Any:
    """Return a bot that plays any Action at random and buys a card of the highest cost at random.

    Remodel alone in the hand ends pyminion 0.4.0 with an error: it is not played then.
    """
    random = Random("peer")

    class Actions(bots.BotDecider):  # type: ignore[misc, name-defined]
        def action_phase_decision(self, valid_actions: Sequence[Any], player: Any, game: Any) -> Any:
            alone = len(player.hand.cards) == 1
            playable = [card for card in valid_actions if not (alone and card.name == "Remodel")]
            return random.choice(playable) if playable else None

        def buy_phase_decision(self, valid_cards: Sequence[Any], player: Any, game: Any) -> Any:
            wanted = [card for card in valid_cards if card.name not in ("Copper", "Curse")]
            highest = max([card.get_cost(player, game) for card in wanted], default=0)
            return random.choice([card for card in wanted if card.get_cost(player, game) == highest] or [None])

    return Actions()
