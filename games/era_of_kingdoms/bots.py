"""Bots for Era of Kingdoms: a random bot, and a builder that aims for the Castle."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ..chance import random_bot
from ..decision import admit
from ..game import BotMaker, Choose, Decision, UnknownName
from .builder import Builder
from .state import Table
from .weights import MEDIUM, STRONG, STRONG_ALONE

#: Probability of a random answer of the restless bot.
RESTLESS: Final = 0.2


class StrongBuilder:
    """The builder with evolved weights, others alone than together."""

    def __init__(self) -> None:
        self._together, self._alone = Builder(STRONG), Builder(STRONG_ALONE)

    def __call__(self, decision: Decision) -> Any:
        table: Table = decision.context
        return (self._together if table.shadow is None else self._alone)(decision)


class Restless:
    """The builder with one in five answers random: it explores what the builder avoids, yet games still end."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed).random

    def __call__(self, decision: Decision) -> Any:
        options, random = decision.options, self._random
        return options[int(random() * len(options))] if random() < RESTLESS else _builder(decision)


admit(StrongBuilder)
admit(Restless)
_builder: Final = Builder(MEDIUM)
_strong: Final = StrongBuilder()


def builder_bot(seed: str) -> Choose:
    """Return the builder, which is deterministic and stateless: the seed is ignored."""
    return _builder


def strong_bot(seed: str) -> Choose:
    """Return the builder with evolved weights, which is deterministic and stateless: the seed is ignored."""
    return _strong


def restless_bot(seed: str) -> Choose:
    """Return a restless builder."""
    return Restless(seed)


BOTS: Final[dict[str, BotMaker]] = {
    "random": random_bot,
    "builder": builder_bot,
    "restless": restless_bot,
    "strong": strong_bot,
}


def bot(name: str) -> BotMaker:
    """Return the maker of the bot called ``name``.

    Raises:
        UnknownName: no such bot; carries the nearest name.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, tuple(BOTS))
    return BOTS[name]
