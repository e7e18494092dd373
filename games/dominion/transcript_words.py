"""Message templates of the step-by-step transcript, in Italian and English: one per kind of event.

Card names have no article, as on the cards themselves, so that every template fits every card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..messages import fill_in
from . import cards

LANGUAGES: Final = ("it", "en")
#: A text per language code.
Words = dict[str, str]

TEMPLATES: Final[dict[str, Words]] = {
    "turn": {"it": "Turno {number} di {player}.", "en": "{player}’s turn {number}."},
    "deal": {"it": "{player} riceve {cards}.", "en": "{player} is dealt {cards}."},
    "play": {"it": "{player} gioca {card}.", "en": "{player} plays {card}."},
    "play_stop": {"it": "{player} non gioca altre Azioni.", "en": "{player} plays no more Actions."},
    "throne_room": {
        "it": "{player} sceglie {card}, che vale due volte.",
        "en": "{player} chooses {card}, to play it twice.",
    },
    "lay": {"it": "{player} gioca {card}.", "en": "{player} plays {card}."},
    "lay_stop": {"it": "{player} non gioca altri Tesori.", "en": "{player} plays no more Treasures."},
    "treasures": {
        "it": "{player} gioca {cards}: monete da spendere {number}.",
        "en": "{player} plays {cards}: coins to spend {number}.",
    },
    "buy": {"it": "{player} acquista {card}.", "en": "{player} buys {card}."},
    "buy_stop": {"it": "{player} non acquista altro.", "en": "{player} buys nothing more."},
    "gain": {"it": "{player} ottiene {card}.", "en": "{player} gains {card}."},
    "gain_hand": {"it": "{player} ottiene {card} in mano.", "en": "{player} gains {card} to the hand."},
    "gain_deck": {"it": "{player} ottiene {card} in cima al mazzo.", "en": "{player} gains {card} onto the deck."},
    "trash": {"it": "{player} elimina {card}.", "en": "{player} trashes {card}."},
    "trash_stop": {"it": "{player} non elimina altro.", "en": "{player} trashes nothing more."},
    "discard": {"it": "{player} scarta {card}.", "en": "{player} discards {card}."},
    "discard_stop": {"it": "{player} non scarta altro.", "en": "{player} discards nothing more."},
    "draw": {"it": "{player} pesca {cards}.", "en": "{player} draws {cards}."},
    "clean_up": {
        "it": "{player} scarta tutto e pesca {cards}.",
        "en": "{player} discards everything and draws {cards}.",
    },
    "deal_hidden": {
        "it": "{player} riceve {number} {number:carta|carte}.",
        "en": "{player} is dealt {number} {number:card|cards}.",
    },
    "draw_hidden": {
        "it": "{player} pesca {number} {number:carta|carte}.",
        "en": "{player} draws {number} {number:card|cards}.",
    },
    "clean_up_hidden": {
        "it": "{player} scarta tutto e pesca {number} {number:carta|carte}.",
        "en": "{player} discards everything and draws {number} {number:card|cards}.",
    },
    "shuffle": {
        "it": "{player} mescola gli scarti: carte nel nuovo mazzo {number}.",
        "en": "{player} shuffles the discard pile: cards in the new deck {number}.",
    },
    "reveal": {"it": "{player} rivela {card}.", "en": "{player} reveals {card}."},
    "moat_yes": {"it": "{player} mostra {card}.", "en": "{player} shows {card}."},
    "moat_no": {"it": "{player} non mostra {card}.", "en": "{player} does not show {card}."},
    "chancellor_yes": {
        "it": "{player} mette tutto il mazzo negli scarti.",
        "en": "{player} puts the whole deck into the discard pile.",
    },
    "chancellor_no": {"it": "{player} lascia il mazzo com’è.", "en": "{player} leaves the deck as it is."},
    "library_yes": {"it": "{player} mette da parte {card}.", "en": "{player} sets {card} aside."},
    "library_no": {"it": "{player} tiene {card}.", "en": "{player} keeps {card}."},
    "spy_yes": {"it": "{player} fa scartare {card} a {other}.", "en": "{player} has {other} discard {card}."},
    "spy_no": {"it": "{player} lascia {card} sul mazzo di {other}.", "en": "{player} leaves {card} on {other}’s deck."},
    "spy_own_yes": {"it": "{player} scarta {card}.", "en": "{player} discards {card}."},
    "spy_own_no": {
        "it": "{player} lascia {card} in cima al mazzo.",
        "en": "{player} leaves {card} on top of the deck.",
    },
    "bureaucrat": {"it": "{player} rimette {card} in cima al mazzo.", "en": "{player} puts {card} back onto the deck."},
    "thief_trash": {"it": "{player} elimina {card} di {other}.", "en": "{player} trashes {other}’s {card}."},
    "thief_gain": {"it": "{player} prende {card} dal cestino.", "en": "{player} takes {card} from the trash."},
    "thief_gain_stop": {
        "it": "{player} non prende altro dal cestino.",
        "en": "{player} takes nothing more from the trash.",
    },
    "end_provinces": {
        "it": "Le Province sono finite: la partita termina.",
        "en": "The Provinces are gone: the game ends.",
    },
    "end_piles": {"it": "Tre pile sono vuote: la partita termina.", "en": "Three piles are empty: the game ends."},
    "end_time": {"it": "Il tempo è scaduto: la partita termina.", "en": "Time is up: the game ends."},
    "place": {
        "it": "{player}: posto {place}, punti {points}, turni {number}.",
        "en": "{player}: place {place}, points {points}, turns {number}.",
    },
}

#: The events whose cards only their player sees; the others read the template with ``_hidden``.
SECRET: Final = frozenset(("deal", "draw", "clean_up"))

#: Templates of the answers by kind of question: for a card, and for "no more".
ANSWERS: Final[dict[str, tuple[str, str]]] = {
    "play": ("play", "play_stop"),
    "lay": ("lay", "lay_stop"),
    "buy": ("buy", "buy_stop"),
    "throne_room": ("throne_room", ""),
    "cellar": ("discard", "discard_stop"),
    "militia": ("discard", ""),
    "chapel": ("trash", "trash_stop"),
    "remodel_trash": ("trash", ""),
    "mine_trash": ("trash", ""),
    "remodel_gain": ("gain", ""),
    "mine_gain": ("gain_hand", ""),
    "feast": ("gain", ""),
    "workshop": ("gain", ""),
    "bureaucrat": ("bureaucrat", ""),
    "thief_trash": ("thief_trash", ""),
    "thief_gain": ("thief_gain", "thief_gain_stop"),
}


def has_words(kind: str) -> bool:
    """Return whether the answers to a kind of question have their templates."""
    return kind in ANSWERS or f"{kind}_yes" in TEMPLATES


def listed(codes: Sequence[int], language: str, edition: str) -> str:
    """Format cards with their counts: "Rame ×3, Argento"; "nessuna carta" for none."""
    if not codes:
        return "nessuna carta" if language == "it" else "no card"
    counts: dict[int, int] = {}
    for code in codes:
        counts[code] = counts.get(code, 0) + 1
    names = "en" if language == "en" else edition
    return ", ".join(
        f"{cards.name_of(code, names)} ×{copies}" if copies > 1 else cards.name_of(code, names)
        for code, copies in sorted(counts.items())
    )


def words(key: str, edition: str, *, card: int = -1, codes: Sequence[int] | None = None, **facts: object) -> Words:
    """Return the text of one event, in both languages.

    Arguments:
        key: of :data:`TEMPLATES`. edition: the Italian name set. card, codes: the cards it is about.
        facts: the other fields of the template.
    """
    texts: Words = {}
    for language in LANGUAGES:
        fields: dict[str, object] = dict(facts)
        if card >= 0:
            fields["card"] = cards.name_of(card, "en" if language == "en" else edition)
        if codes is not None:
            fields["cards"] = listed(codes, language, edition)
        texts[language] = fill_in(TEMPLATES[key][language], _Literal(fields))
    return texts


class _Literal(dict[str, object]):
    """Template fields whose values are never parsed as templates; a missing field is a programming error."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        super().__init__(fields)

    def __missing__(self, key: str) -> object:
        raise AssertionError(f"the words need {key}")
