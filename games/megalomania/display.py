"""Megalomania on pages and papers: the numbers of a score sheet, with their labels.

Nothing is drawn before a round of a tournament, so there are no set-up cards. An ``edition`` is the language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .cards import COLOUR_NAMES, COLOURS, RANK_NAMES
from .pack.loading import DEFAULT_PACK
from .pack.loading import get as pack_of

#: Labels of the form: per round of the table, per round of a player, and at the foot.
ROW_LABELS: Final[dict[str, dict[str, str]]] = {
    "mission": {"it": "Missione", "en": "Mission"},
    "printed": {"it": "Punti stampati", "en": "Printed points"},
    "dominant": {"it": "Colore dominante", "en": "Dominant colour"},
    "dealer": {"it": "Mazziere (sedia)", "en": "Dealer (seat)"},
    "scroll": {"it": "Pergamena (sedia: numeri)", "en": "Scroll (seat: numbers)"},
}
#: Label for the whole table: the dealers of the rounds follow from the first one.
FIRST_DEALER: Final[dict[str, str]] = {"it": "Primo mazziere", "en": "First dealer"}
#: Label for the whole table: how the game ended, and the ways.
END_LABEL: Final[dict[str, str]] = {"it": "Come è finita", "en": "How it ended"}
END_WORDS: Final[dict[str, dict[str, str]]] = {
    "rounds": {"it": "dopo i dodici round", "en": "after the twelve rounds"},
    "time": {"it": "fermata prima (tempo scaduto)", "en": "stopped before (time ran out)"},
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
#: Things that a mission lets the players count besides their tricks.
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

#: Texts used only on the printed form; its narrow columns have short ones.
PAPER_WORDS: Final[dict[str, dict[str, str]]] = {
    "it": {
        "players": "Giocatori",
        "pairs": "a coppie (sedie 1 e 3 contro 2 e 4)",
        "stopped": "Fermata prima del dodicesimo round, dopo il",
        "dealer": "Primo mazziere: sedia",
        "figures": "Edizione delle carte",
        "counted": "Contato per la missione (facoltativo)",
        "key": "Che cosa si scrive",
        "key_choice": "due cristalli, dieci cubi, un cristallo e cinque cubi, una Pergamena; – con la Pergamena 6",
        "key_scroll": "Sedia e numero; dopo la 7 la Pergamena copiata, dopo la 8 quella tenuta e giocata subito.",
        "key_colour": "Colore dominante: solo se non è quello del blocco, che è scritto nella casella.",
        "key_changed": "11/12: le prese che valgono dopo le Pergamene 11 o 12.",
    },
    "en": {
        "players": "Players",
        "pairs": "in pairs (seats 1 and 3 against 2 and 4)",
        "stopped": "Stopped before round twelve, after round",
        "dealer": "First dealer: seat",
        "figures": "Card pack",
        "counted": "Counted for the mission (optional)",
        "key": "What to write",
        "key_choice": "two crystals, ten cubes, one crystal and five cubes, a scroll; – under scroll 6",
        "key_scroll": "Seat and number; behind a 7 the scroll copied, behind an 8 the one kept and played at once.",
        "key_colour": "Dominant colour: only if it is not the score pad’s, which stands in the cell.",
        "key_changed": "11/12: the tricks that count after scrolls 11 or 12.",
    },
}
PAPER_ROWS: Final[dict[str, dict[str, str]]] = {
    "mission": {"it": "Miss.", "en": "Mission"},
    "printed": {"it": "Punti stamp.", "en": "Printed points"},
    "dominant": {"it": "Colore", "en": "Colour"},
    "dealer": {"it": "Mazz.", "en": "Dealer"},
    "scroll": {"it": "Pergamena", "en": "Scroll"},
}
PAPER_ENTRIES: Final[dict[str, dict[str, str]]] = {
    "choice": {"it": "C1–C4", "en": "C1–C4"},
    "tricks": {"it": "Prese", "en": "Tricks"},
    "effective": {"it": "11/12", "en": "11/12"},
    "points": {"it": "Punti", "en": "Points"},
}


@dataclass(frozen=True, slots=True)
class SheetField:
    """A number that every player enters on the score sheet.

    Arguments:
        name: of the field in ``score-sheet/1``; label: in the requested language.
        group: ``"result"``. worth: None: nothing is counted per card.
    """

    name: str
    label: str
    group: str = "result"
    worth: tuple[str, int] | None = None


def edition_of(language: str, card_names: str) -> str:
    """Return the language of the labels; Megalomania has one set of Italian names."""
    return "en" if language == "en" else "it"


def setup_cards(setup: Mapping[str, Any], edition: str) -> list[Any]:
    """Return an empty list: the missions are turned up during the game."""
    return []


#: Criteria of the tie-break chain: the number's name, and what the winner has.
CRITERIA: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "lost": {"it": ("Punti persi", "meno punti persi"), "en": ("Points lost", "fewer points lost")},
    "holds_scroll": {"it": ("Pergamene", "nessuna Pergamena"), "en": ("Scrolls", "no scroll")},
}


def sheet_fields(edition: str) -> list[SheetField]:
    """Return the fields at the foot of the form, which decide the table."""
    return [SheetField(name, labels[language_of(edition)]) for name, labels in FOOT_LABELS.items()]


def language_of(edition: str) -> str:
    """Return the language of an edition; every Italian name set is Italian."""
    return "en" if edition == "en" else "it"


def paper(setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """Return the context of the printed score form: twelve rounds, the foot, the colours, the pack of the checks."""
    language = language_of(edition)
    pack = pack_of(setup.get("pack", DEFAULT_PACK))
    pad = setup.get("dominant") or [COLOURS[colour] for colour in pack.dominant]
    return {
        "cards": [],
        "fields": sheet_fields(edition),
        "rounds": [(number, COLOUR_NAMES[colour][language]) for number, colour in enumerate(pad, 1)],
        "rows": {name: words[language] for name, words in PAPER_ROWS.items()},
        "entries": {name: words[language] for name, words in PAPER_ENTRIES.items()},
        "foot": {name: words[language] for name, words in FOOT_LABELS.items() if name != "lot"},
        "words": PAPER_WORDS[language],
        "pack": pack.name,
        "wide": True,
    }


def blank_paper(edition: str) -> dict[str, Any]:
    """Return the context of a printed score form for any game, to be filled in by hand."""
    return paper({}, edition)


def card_name(code: str, edition: str) -> str:
    """Return the display name of ``"red_dwarf"``: "Nano rosso", "red Dwarf"; an unknown code unchanged."""
    colour, _, rank = code.partition("_")
    if colour not in COLOUR_NAMES or rank not in RANK_NAMES:
        return code
    language = language_of(edition)
    names = RANK_NAMES[rank][language], COLOUR_NAMES[colour][language]
    return " ".join(names if language == "it" else reversed(names))
