"""The rules of a game beside the game: which page of own words, and what its cards, missions and scrolls do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.dominion.cards import NAMES
from games.dominion.display import edition_of, other_names
from games.megalomania import transcript_words
from games.megalomania.pack.loading import DEFAULT_PACK
from games.megalomania.pack.loading import get as pack_of

from .dominion import card

#: Anchors of the topics with their names, in the order of the page.
_TOPICS: dict[str, tuple[str, ...]] = {
    "dominion": ("scopo", "preparazione", "turno", "mazzo", "azioni", "attacchi", "fine"),
    "megalomania": ("scopo", "preparazione", "round", "risorse", "prese", "cubi", "poteri", "pergamene", "fine"),
    "era_of_kingdoms": (
        *("scopo", "preparazione", "turno", "risorse", "terre", "libere", "eventi", "commercio", "solo", "fine"),
    ),
}


def _topic_names() -> dict[str, str]:
    return {
        "scopo": _("Aim"),
        "preparazione": _("Setting up"),
        "turno": _("A turn"),
        "mazzo": _("Deck and supply"),
        "azioni": _("Playing Actions"),
        "attacchi": _("Attacks"),
        "round": _("A round"),
        "risorse": _("Resources"),
        "prese": _("Tricks"),
        "cubi": _("Cubes"),
        "poteri": _("Powers"),
        "pergamene": _("Scrolls"),
        "terre": _("Lands and persons"),
        "libere": _("Free moves"),
        "eventi": _("Events and attacks"),
        "commercio": _("Trade"),
        "solo": _("Alone"),
        "fine": _("The end"),
    }


def rulebook(game: str, language: str) -> dict[str, Any]:
    """Return the context of the page of a game's rules."""
    names = _topic_names()
    return {
        "game": game,
        "name": registry.get(game).names[language],
        "topics": [(anchor, names[anchor]) for anchor in _TOPICS[game]],
        "sections": f"practice/rules/{game}_{language}.html",
        "cards": _cards(language) if game == "dominion" else [],
        "lists": _lists(language) if game == "megalomania" else [],
    }


def _cards(language: str) -> list[Any]:
    """Return the cards, each with the names that it has elsewhere."""
    edition = edition_of(language, "regulation")
    return [(card(name, 1, edition), other_names(name, edition)) for name in NAMES]


def _lists(language: str) -> list[tuple[str, str, list[tuple[int, str]]]]:
    """Return the missions and the scrolls, each with its number and what it says."""
    pack = pack_of(DEFAULT_PACK)
    missions = [
        (number, transcript_words.mission_words(number, pack, language)) for number in sorted(transcript_words.MISSIONS)
    ]
    scrolls = [(number, words[language]) for number, words in sorted(transcript_words.SCROLLS.items())]
    return [("missioni", _("The missions"), missions), ("elenco-pergamene", _("The scrolls"), scrolls)]
