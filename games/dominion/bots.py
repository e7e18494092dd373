"""Bots: small policies that answer every question of the game. What each is worth is measured in docs/bots.md."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from games.dominion.cards import (
    CHAPEL,
    COPPER,
    COST,
    COUNT,
    CURSE,
    DUCHY,
    ESTATE,
    FESTIVAL,
    GARDENS,
    GOLD,
    IS_ACTION,
    LABORATORY,
    MARKET,
    MILITIA,
    MOAT_CARD,
    NAMES,
    PROVINCE,
    SILVER,
    SMITHY,
    THIEF,
    THRONE_ROOM,
    VALUE,
    VILLAGE,
    WITCH,
    WORKSHOP,
    UnknownCard,
    by_name,
)
from games.dominion.state import NO, STOP, YES, Table
from games.game import BotMaker, Choose, Decision, UnknownName


def random_bot(seed: str) -> Choose:
    """Any legal option, each as likely as any other."""
    random = Random(seed).random

    def choose(decision: Decision) -> Any:
        options = decision.options
        return options[int(random() * len(options))]

    return choose


BOTS: dict[str, BotMaker] = {"random": random_bot, "big-money": random_bot}


def bot(name: str) -> BotMaker:
    if name not in BOTS:
        raise UnknownName("bot", name, tuple(BOTS))
    return BOTS[name]
