"""The one door to the games: ``get("dominion")``, ``all()``.

A game's package is imported only when it is asked for, so that a page about one game pays for one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from .game import Game, UnknownName
from .packs import PackFormat

#: Slug of every game and the module whose ``GAME`` it is, in the order in which they are listed.
_MODULES = {
    "dominion": ".dominion.game",
    "megalomania": ".megalomania.game",
    "era_of_kingdoms": ".era_of_kingdoms.game",
}


#: Slug of every game with packs of figures and the module whose ``FORMAT`` they have.
_PACKS = {
    "megalomania": ".megalomania.pack.figures",
    "era_of_kingdoms": ".era_of_kingdoms.pack.figures",
}


def slugs() -> tuple[str, ...]:
    """The slugs of all games, without importing any."""
    return tuple(_MODULES)


@cache
def get(slug: str) -> Game:
    """The game called ``slug``.

    Raises:
        UnknownName: with the nearest slug.
    """
    if slug not in _MODULES:
        raise UnknownName("game", slug, slugs())
    game: Game = import_module(_MODULES[slug], __package__).GAME
    return game


def all() -> tuple[Game, ...]:
    """Every game, imported."""
    return tuple(get(slug) for slug in _MODULES)


def with_packs() -> tuple[str, ...]:
    """The slugs of the games whose figures come as packs."""
    return tuple(_PACKS)


@cache
def packs(slug: str) -> PackFormat | None:
    """What a game shows of its packs of figures; None where it has none."""
    if slug not in _PACKS:
        return None
    found: PackFormat = import_module(_PACKS[slug], __package__).FORMAT
    return found
