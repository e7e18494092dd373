"""Era of Kingdoms on pages and papers: the rows of the form, and its labels in Italian and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .check.reading import HOWS
from .kingdom import CELLS, REALMS
from .pack.fields import RESOURCES
from .pack.loading import DEFAULT_PACK, pack

#: Labels of the fields of the sheet.
LABELS: Final[dict[str, dict[str, str]]] = {
    "realm": {"it": "Reame", "en": "Realm"},
    "lands_vp": {"it": "PV delle terre", "en": "VP of lands"},
    "persons_vp": {"it": "PV delle persone", "en": "VP of persons"},
    "victories_vp": {"it": "PV delle carte vittoria", "en": "VP of victory cards"},
    "immediate": {"it": "Carte gioca immediatamente", "en": "Play-immediately cards"},
    "plagues": {"it": "Pesti", "en": "Plagues"},
    "age_vp": {"it": "PV di Age of Enlightenment", "en": "VP of Age of Enlightenment"},
    "points": {"it": "Punti vittoria", "en": "Victory points"},
    "riches": {"it": "Sfarzo", "en": "Riches"},
    "attack": {"it": "Attacco", "en": "Attack"},
    "defence": {"it": "Difesa", "en": "Defence"},
    "food": {"it": "Cibo", "en": "Food"},
    "wood": {"it": "Legno", "en": "Wood"},
    "metal": {"it": "Metallo", "en": "Metal"},
    "population": {"it": "Popolazione", "en": "Population"},
    "resources": {"it": "Risorse", "en": "Resources"},
    "turns": {"it": "Turni", "en": "Turns"},
    "rounds": {"it": "Giri", "en": "Rounds"},
    "start": {"it": "Primo giocatore", "en": "Start player"},
    "drawer": {"it": "Chi ha pescato Age of Enlightenment", "en": "Who drew Age of Enlightenment"},
    "how": {"it": "Come è finita", "en": "How it ended"},
    "persons": {"it": "Persone", "en": "Persons"},
    "victories": {"it": "Carte vittoria", "en": "Victory cards"},
    "cards_left_the_territory": {"it": "Carte perse (tolte, scambiate)", "en": "Cards lost (removed, swapped)"},
    "deck": {"it": "dal mazzo", "en": "from the deck"},
    "refill": {"it": "sulla plancia commercio", "en": "on the trade board"},
    "town_center": {"it": "Centro cittadino", "en": "Town Center"},
    "town_hall": {"it": "Municipio", "en": "Town Hall"},
    "castle": {"it": "Castello", "en": "Castle"},
    "round_limit": {"it": "limite di giri", "en": "round limit"},
    "time": {"it": "tempo scaduto", "en": "time ran out"},
    "territory": {"it": "Nel territorio", "en": "In the territory"},
    "where_from": {"it": "Da dove vengono i punti", "en": "Where the points come from"},
    "result": {"it": "Punti e spareggi", "en": "Points and tie-breaks"},
    "needs": {"it": "Risorse e turni", "en": "Resources and turns"},
    "high_yields": {"it": "Carte Alto rendimento", "en": "High Yields"},
    "place": {"it": "Posto", "en": "Place"},
    "yes": {"it": "sì", "en": "yes"},
    "no": {"it": "no", "en": "no"},
    "N": {"it": "Nord", "en": "North"},
    "NE": {"it": "Nord-est", "en": "North-east"},
    "E": {"it": "Est", "en": "East"},
    "SE": {"it": "Sud-est", "en": "South-east"},
    "S": {"it": "Sud", "en": "South"},
    "SW": {"it": "Sud-ovest", "en": "South-west"},
    "W": {"it": "Ovest", "en": "West"},
    "NW": {"it": "Nord-ovest", "en": "North-west"},
}


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
