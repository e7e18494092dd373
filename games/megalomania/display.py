"""How Megalomania shows itself on pages and papers: the numbers that a score sheet asks, with their labels.

There is nothing to draw before a round of a tournament, so there are no set-up cards. An ``edition`` is the language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.megalomania.cards import COLOUR_NAMES, RANK_NAMES
from games.megalomania.pack import DEFAULT_PACK

#: Labels of the form: per round of the table, per round of a player, and at the foot.
ROW_LABELS: Final[dict[str, dict[str, str]]] = {
    "mission": {"it": "Missione", "en": "Mission"},
    "printed": {"it": "Punti stampati", "en": "Printed points"},
    "dominant": {"it": "Colore dominante", "en": "Dominant colour"},
    "dealer": {"it": "Mazziere (posto)", "en": "Dealer (seat)"},
    "scroll": {"it": "Pergamena (posto: numeri)", "en": "Scroll (seat: numbers)"},
}
ENTRY_LABELS: Final[dict[str, dict[str, str]]] = {
    "choice": {"it": "Combinazione", "en": "Combination"},
    "tricks": {"it": "Prese", "en": "Tricks"},
    "effective": {"it": "Prese dopo 11 o 12", "en": "Tricks after 11 or 12"},
    "points": {"it": "Punti", "en": "Points"},
}
FOOT_LABELS: Final[dict[str, dict[str, str]]] = {
    "rounds": {"it": "Somma dei round", "en": "Sum of the rounds"},
    "scroll_17": {"it": "Pergamena 17", "en": "Scroll 17"},
    "held": {"it": "Pergamene in mano", "en": "Scrolls held"},
    "bonus": {"it": "Bonus Pergamene", "en": "Scroll bonus"},
    "points": {"it": "Totale", "en": "Total"},
    "lost": {"it": "Punti persi", "en": "Points lost"},
    "rank": {"it": "Posto in classifica", "en": "Rank"},
    "lot": {"it": "Sorteggio", "en": "Lot"},
}
#: What a mission lets the players count beside their tricks.
EVIDENCE_LABELS: Final[dict[str, dict[str, str]]] = {
    "black": {"it": "Carte nere", "en": "Black cards"},
    "red": {"it": "Carte rosse", "en": "Red cards"},
    "yellow": {"it": "Carte gialle", "en": "Yellow cards"},
    "blue": {"it": "Carte blu", "en": "Blue cards"},
    "dwarves_sorcerers": {"it": "Nani e Stregoni", "en": "Dwarves and Sorcerers"},
    "low_tricks": {"it": "Prese da 25 o meno", "en": "Tricks of 25 or less"},
    "value": {"it": "Valore delle carte", "en": "Value of the cards"},
    "four_colours": {"it": "Quattro colori (sì/no)", "en": "Four colours (yes/no)"},
}


@dataclass(frozen=True, slots=True)
class SheetField:
    """A number that the score sheet asks of every player.

    Arguments:
        name: of the field in ``score-sheet/1``; label: in the language asked for.
        group: ``"result"``. worth: None: nothing is counted card by card.
    """

    name: str
    label: str
    group: str = "result"
    worth: tuple[str, int] | None = None


def edition_of(language: str, card_names: str) -> str:
    """The language of the labels; Megalomania has one set of Italian names."""
    return "en" if language == "en" else "it"


def setup_cards(setup: Mapping[str, Any], edition: str) -> list[Any]:
    """Nothing: the missions are turned up during the game."""
    return []


#: The links of the tie-break chain: the number's name, and what the winner has.
CRITERIA: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "lost": {"it": ("Punti persi", "meno punti persi"), "en": ("Points lost", "fewer points lost")},
    "holds_scroll": {"it": ("Pergamene", "nessuna Pergamena"), "en": ("Scrolls", "no scroll")},
}


def sheet_fields(edition: str) -> list[SheetField]:
    """The foot of the form, which decides the table."""
    return [SheetField(name, labels[language_of(edition)]) for name, labels in FOOT_LABELS.items()]


def language_of(edition: str) -> str:
    """The language of an edition; every Italian name set is Italian."""
    return "en" if edition == "en" else "it"


def paper(setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """What the printed score form shows: twelve rounds, the foot, the colours, and the pack of the checks."""
    language = language_of(edition)
    return {
        "cards": [],
        "fields": sheet_fields(edition),
        "rows": {name: words[language] for name, words in ROW_LABELS.items()},
        "entries": {name: words[language] for name, words in ENTRY_LABELS.items()},
        "foot": {name: words[language] for name, words in FOOT_LABELS.items() if name != "lot"},
        "pack": setup.get("pack", DEFAULT_PACK),
        "wide": True,
    }


def card_name(code: str, edition: str) -> str:
    """``"red_dwarf"`` as people say it: "Nano rosso", "red Dwarf"; an unknown code comes back as it is."""
    colour, _, rank = code.partition("_")
    if colour not in COLOUR_NAMES or rank not in RANK_NAMES:
        return code
    language = language_of(edition)
    names = RANK_NAMES[rank][language], COLOUR_NAMES[colour][language]
    return " ".join(names if language == "it" else reversed(names))
