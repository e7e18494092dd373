"""Bots that sit at a visitor's table: three strengths by name, each a policy of its game by measured strength."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy

from games import registry
from games.game import BotMaker

PERSON: Final = "persona"
#: The strengths with their names and what a visitor may expect, weakest first.
STRENGTHS: Final[dict[str, tuple[Any, Any]]] = {
    "debole": (gettext_lazy("Weak bot"), gettext_lazy("Plays any legal move.")),
    "medio": (gettext_lazy("Medium bot"), gettext_lazy("Follows a simple plan.")),
    "forte": (gettext_lazy("Strong bot"), gettext_lazy("The best that we have measured.")),
}
#: For Dominion the strongest policy depends on the kingdom: the first card that it has decides (docs/bots.md).
_STRONG_BY_CARD: Final = (
    ("witch", "attack"),
    ("militia", "attack"),
    ("smithy", "big-money+smithy"),
    ("council_room", "big-money+council_room"),
    ("library", "big-money+library"),
    ("remodel", "big-money+remodel"),
    ("laboratory", "big-money+laboratory"),
    ("market", "big-money+market"),
)
_BOTS: Final[dict[str, dict[str, str]]] = {
    "dominion": {"debole": "random", "medio": "big-money", "forte": "engine-builder"},
    "megalomania": {"debole": "random", "forte": "mission"},
    "era_of_kingdoms": {"debole": "random", "medio": "restless", "forte": "builder"},
}


def strengths_of(game: str) -> tuple[str, ...]:
    """Return the strengths that a game has bots for, weakest first."""
    return tuple(_BOTS[game])


def bot_name(game: str, strength: str, setup: Mapping[str, Any]) -> str:
    """Return the policy behind a strength at a table."""
    name = _BOTS[game][strength]
    if game == "dominion" and strength == "forte":
        kingdom = setup["kingdom"]
        return next((policy for card, policy in _STRONG_BY_CARD if card in kingdom), name)
    return name


def bot_maker(game: str, strength: str, setup: Mapping[str, Any]) -> BotMaker:
    """Return the maker of the bot of a strength at a table."""
    return registry.get(game).bot(bot_name(game, strength, setup))
