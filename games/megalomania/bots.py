"""The bots of Megalomania. What the one that plays for the mission is worth is measured by bench/megalomania.py."""

from __future__ import annotations

from typing import Final

from ..chance import random_bot
from ..game import BotMaker, Choose, UnknownName
from .mission_bot import MissionBot


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
