"""The bots of Era of Kingdoms: any legal option, and a builder that goes for the Castle."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ..chance import random_bot
from ..game import BotMaker, Choose, Decision, UnknownName
from .builder import builder

#: How often the restless bot answers at random.
RESTLESS: Final = 0.2


def builder_bot(seed: str) -> Choose:
    """The builder: the same for every seed, without luck and memory."""
    return builder


def restless_bot(seed: str) -> Choose:
    """The builder with one answer in five at random: it meets what the builder avoids, and still ends the game."""
    random = Random(seed).random

    def choose(decision: Decision) -> Any:
        options = decision.options
        return options[int(random() * len(options))] if random() < RESTLESS else builder(decision)

    return choose


BOTS: Final[dict[str, BotMaker]] = {"random": random_bot, "builder": builder_bot, "restless": restless_bot}


def bot(name: str) -> BotMaker:
    """The maker of the bot called ``name``.

    Raises:
        UnknownName: with the nearest name.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, tuple(BOTS))
    return BOTS[name]
