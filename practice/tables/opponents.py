"""Bots that sit at a visitor's table: three strengths by name, each a policy of its game by measured strength."""

from __future__ import annotations

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
_BOTS: Final[dict[str, dict[str, str]]] = {
    "dominion": {"debole": "random", "medio": "big-money", "forte": "strong"},
    "megalomania": {"debole": "random", "medio": "mission", "forte": "search"},
    "era_of_kingdoms": {"debole": "random", "medio": "builder", "forte": "strong"},
}
#: Bots that search, and so take longer than a page may, with the kinds of questions at which they do.
_SEARCHING: Final[dict[tuple[str, str], frozenset[str]]] = {
    ("dominion", "strong"): frozenset(("buy",)),
    ("megalomania", "search"): frozenset(("scroll", "resources", "play", "window")),
}
#: Bots that play the games on with which a hint compares moves: quick ones.
_CONTINUING: Final = {"dominion": "menus", "megalomania": "mission", "era_of_kingdoms": "strong"}


def searches(game: str, strength: str, kind: str) -> bool:
    """Return whether the bot of a strength searches for its answer to a kind of question."""
    return kind in _SEARCHING.get((game, _BOTS[game][strength]), ())


def continuing_bot(game: str) -> BotMaker:
    """Return the maker of the bot that plays on the games with which a hint compares moves."""
    return registry.get(game).bot(_CONTINUING[game])


def bot_maker(game: str, strength: str) -> BotMaker:
    """Return the maker of the bot of a strength."""
    return registry.get(game).bot(_BOTS[game][strength])
