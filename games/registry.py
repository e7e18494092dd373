"""Registry of the games, the public entry point of this package: ``get("dominion")``, ``all()``.

A game's package is imported lazily, so that a page about one game imports only that game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from .game import Check, Game, UnknownName
from .packs import PackFormat

#: Slug of every game and the module that defines its ``GAME``, in display order.
_MODULES = {
    "dominion": ".dominion.game",
    "megalomania": ".megalomania.game",
    "era_of_kingdoms": ".era_of_kingdoms.game",
}


#: Slug of every game with packs of figures and the module that defines their ``FORMAT``.
_PACKS = {
    "megalomania": ".megalomania.pack.figures",
    "era_of_kingdoms": ".era_of_kingdoms.pack.figures",
}


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games, without importing any."""
    return tuple(_MODULES)


@cache
def get(slug: str) -> Game:
    """Return the game called ``slug``.

    Raises:
        UnknownName: no such game; carries the nearest slug.
    """
    if slug not in _MODULES:
        raise UnknownName("game", slug, slugs())
    game: Game = import_module(_MODULES[slug], __package__).GAME
    return game


def check(slug: str, sheet: dict[str, Any], *, players: int) -> Check:
    """Check a score sheet of the game called ``slug``.

    Raises:
        UnknownName: no such game. ValueError: the game is not for so many players.
    """
    return get(slug).check(sheet, players=players)


def all() -> tuple[Game, ...]:
    """Import and return all games."""
    return tuple(get(slug) for slug in _MODULES)


def with_packs() -> tuple[str, ...]:
    """Return the slugs of the games that have packs of figures."""
    return tuple(_PACKS)


@cache
def packs(slug: str) -> PackFormat | None:
    """Return the pack format of a game; None if it has no packs."""
    if slug not in _PACKS:
        return None
    pack_format: PackFormat = import_module(_PACKS[slug], __package__).FORMAT
    return pack_format


@cache
def is_compiled() -> bool:
    """Return whether ``script/compile`` has compiled the rules of Dominion that this process runs."""
    return not str(import_module(".dominion.turn", __package__).__file__).endswith(".py")
