"""Era of Kingdoms on pages and papers: the rows of the form, and its labels in Italian and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .kingdom import CELLS, REALMS
from .labels import LABELS
from .outcome_sheet import HOWS
from .pack.fields import RESOURCES
from .pack.loading import DEFAULT_PACK, pack

#: Criteria of the tie-break chain: the number's name, and what the winner has.
CRITERIA: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "riches": {"it": ("Sfarzo", "più Sfarzo"), "en": ("Riches", "more Riches")},
    "attack": {"it": ("Attacco", "più Attacco"), "en": ("Attack", "more Attack")},
    "defence": {"it": ("Difesa", "più Difesa"), "en": ("Defence", "more Defence")},
    "resources": {"it": ("Risorse", "più Risorse"), "en": ("Resources", "more Resources")},
}

#: Texts used only on the printed form.
PAPER_WORDS: Final[dict[str, dict[str, str]]] = {
    "it": {
        "players": "Giocatori",
        "figures": "Edizione delle carte",
        "trade": "con l’espansione commercio",
        "start": "Primo giocatore: sedia",
        "drawer": "Age of Enlightenment: pescata dalla sedia",
        "top": "carta in cima",
        "vp": "PV",
        "under_plagues": "pe.",
        "under_yields": "al.",
        "cell": "Casella",
        "person": "Persona",
        "victory": "Vittoria",
        "many": "quante",
        "town_center": "CC",
        "town_hall": "M",
        "castle": "C",
        "lost": "carte perse (tolte, scambiate)",
        "key": "pe., al.: pesti e carte Alto rendimento sotto la pila. Le risorse: senza Mercati e Mercanti.",
    },
    "en": {
        "players": "Players",
        "figures": "Card pack",
        "trade": "with the trade mini-expansion",
        "start": "Start player: seat",
        "drawer": "Age of Enlightenment: drawn by seat",
        "top": "top card",
        "vp": "VP",
        "under_plagues": "pl.",
        "under_yields": "h.y.",
        "cell": "Cell",
        "person": "Person",
        "victory": "Victory",
        "many": "how many",
        "town_center": "TC",
        "town_hall": "TH",
        "castle": "C",
        "lost": "cards lost (removed, swapped)",
        "key": "pl., h.y.: plagues and High Yields under the stack. Resources: without Markets and Traders.",
    },
}


@dataclass(frozen=True, slots=True)
class SheetField:
    """A number that every player enters on the score sheet.

    Arguments:
        name: of the field in ``score-sheet/1``; label: its display name.
        group: ``"cards"`` (the sources of the points), ``"result"``. worth: of one unit, e.g. ``("points", -2)``.
    """

    name: str
    label: str
    group: str
    worth: tuple[str, int] | None = None


_CARDS: Final = (
    *(("lands_vp", None), ("persons_vp", None), ("victories_vp", None)),
    *(("immediate", ("points", 1)), ("plagues", ("points", -2))),
)
_TIE_BREAKS: Final = ("riches", "attack", "defence")
#: Number of persons that a form has space for.
PERSON_SLOTS: Final = 3
_RESULT: Final = ("points", "riches", "attack", "defence", "food", "wood", "metal", "population", "turns")


def edition_of(language: str, card_names: str) -> str:
    """Return the name set for a page in ``language``: ``"it"`` or ``"en"``; this game has one Italian set."""
    return "en" if language == "en" else "it"


def label(name: str, edition: str) -> str:
    """Return the label of a field."""
    return LABELS[name]["en" if edition == "en" else "it"]


def setup_cards(setup: Mapping[str, Any], edition: str) -> list[Any]:
    """Return an empty list: no card is drawn before the game."""
    return []


def sheet_fields(edition: str) -> list[SheetField]:
    """Return the rows of the form: the sources of the points, then the result."""
    rows = [SheetField(name, label(name, edition), "cards", worth) for name, worth in _CARDS]
    return rows + [SheetField(name, label(name, edition), "result") for name in _RESULT]


def paper(setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """Return the context of the printed score form: the realm, cells, cards, result, and the pack of the checks."""

    def named(names: Sequence[str]) -> list[tuple[str, str]]:
        return [(name, label(name, edition)) for name in names]

    words = PAPER_WORDS["en" if edition == "en" else "it"]
    hows = HOWS if setup.get("trade") else tuple(how for how in HOWS if how != "refill")
    return {
        "cards": [],
        "fields": sheet_fields(edition),
        "words": words,
        "realms": [(words[name], label(name, edition)) for name in REALMS],
        "cells": named(CELLS),
        "slots": range(1, PERSON_SLOTS + 1),
        "resources": named(RESOURCES),
        "parts": named(("immediate", "plagues")),
        "total": label("points", edition),
        "result": named((*_TIE_BREAKS, *RESOURCES, "turns")),
        "place": label("place", edition),
        "rounds_word": label("rounds", edition),
        "hows": named(hows),
        "trade": bool(setup.get("trade", False)),
        "pack": setup.get("pack", DEFAULT_PACK),
    }


def blank_paper(edition: str) -> dict[str, Any]:
    """Return the context of a printed score form for any game, to be filled in by hand."""
    return paper({}, edition)


def card_name(code: str, edition: str) -> str:
    """Return the name of a card of the default pack; an unknown code unchanged."""
    default_pack = pack()
    if code not in default_pack.codes:
        return code
    card = default_pack.cards[default_pack.codes[code]]
    return card.name_en if edition == "en" else card.name_it
