"""Bots for Megalomania. docs/bots.md has their measured strength."""

from __future__ import annotations

from typing import Final

from ..chance import random_bot
from ..game import BotMaker, Choose, UnknownName
from .mission_bot import MissionBot
from .search_bot import SearchBot


def mission_bot(seed: str) -> Choose:
    """Return a mission bot, which is deterministic: the seed is ignored."""
    return MissionBot()


BOTS: Final[dict[str, BotMaker]] = {"random": random_bot, "mission": mission_bot, "search": SearchBot}


def bot(name: str) -> BotMaker:
    """Return the maker of the bot called ``name``.

    Raises:
        UnknownName: no such bot; carries the nearest name.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, tuple(BOTS))
    return BOTS[name]
