"""Bots for Era of Kingdoms: a random bot, and a builder that aims for the Castle."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ..chance import random_bot
from ..game import BotMaker, Choose, Decision, UnknownName
from .builder import Builder
from .state import Table
from .weights import MEDIUM, STRONG, STRONG_ALONE

#: Probability of a random answer of the restless bot.
RESTLESS: Final = 0.2


_builder: Final = Builder(MEDIUM)
_strong: Final = Builder(STRONG)
_strong_alone: Final = Builder(STRONG_ALONE)


def builder_bot(seed: str) -> Choose:
    """Return the builder, which is deterministic and stateless: the seed is ignored."""
    return _builder


def _strong_choice(decision: Decision) -> Any:
    table: Table = decision.context
    return (_strong if table.shadow is None else _strong_alone)(decision)


def strong_bot(seed: str) -> Choose:
    """Return the builder with evolved weights, others alone than together; deterministic: the seed is ignored."""
    return _strong_choice


def restless_bot(seed: str) -> Choose:
    """Return the builder with one in five answers random: it explores what the builder avoids, yet games still end."""
    random = Random(seed).random

    def choose(decision: Decision) -> Any:
        options = decision.options
        return options[int(random() * len(options))] if random() < RESTLESS else _builder(decision)

    return choose


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
