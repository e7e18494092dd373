"""The bots of Megalomania. What the one that plays for the mission is worth is measured by bench/megalomania.py."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from games.game import BotMaker, Choose, Decision, UnknownName
from games.megalomania.mission_bot import MissionBot


def random_bot(seed: str) -> Choose:
    """Any legal option, each as likely as any other."""
    random = Random(seed).random

    def choose(decision: Decision) -> Any:
        options = decision.options
        return options[int(random() * len(options))]

    return choose


def mission_bot(seed: str) -> Choose:
    """Plays for the mission; without luck of its own."""
    return MissionBot()


BOTS: Final[dict[str, BotMaker]] = {"random": random_bot, "mission": mission_bot}


def bot(name: str) -> BotMaker:
    """The maker of the bot called ``name``.

    Raises:
        UnknownName: with the nearest name.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, tuple(BOTS))
    return BOTS[name]
