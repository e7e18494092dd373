"""Words of Era of Kingdoms' questions and options, in Italian and English, in own words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from .pack.fields import RESOURCES
from .pack.loading import Card, pack

Words = dict[str, str]


def _w(italian: str, english: str) -> Words:
    return {"it": italian, "en": english}


#: Questions by kind of decision, in the second person.
QUESTIONS: Final[dict[str, Words]] = {
    "act": _w("Scegli un’azione", "Choose an action"),
    "mulligan": _w("Quali carte cambi?", "Which cards do you exchange?"),
    "discard": _w("Quali carte scarti?", "Which cards do you discard?"),
    "upgrade": _w("Migliori il reame?", "Do you improve your realm?"),
    "cell": _w("Dove metti la carta?", "Where do you put the card?"),
    "source": _w("Da dove peschi?", "Where do you draw from?"),
    "take": _w("Quale carta prendi?", "Which card do you take?"),
    "replace": _w("Quali carte della plancia cambi?", "Which cards of the board do you replace?"),
    "expedition": _w("Quale riga della plancia cambi?", "Which row of the board do you replace?"),
    "steal": _w("Che cosa rubi, e a chi?", "What do you steal, and from whom?"),
    "high_yield": _w("Quale terra rende di più?", "Which land yields more?"),
    "sacrifice": _w("Quale terra sacrifichi?", "Which land do you sacrifice?"),
    "swindle": _w("Quale tua terra scambi?", "Which land of yours do you swap?"),
    "swindle_for": _w("Con quale terra la scambi?", "For which land do you swap it?"),
    "swindle_shadow": _w("Quale carta del reame ombra?", "Which card of the shadow realm?"),
    "shadow_sacrifice": _w("Quale carta perde il reame ombra?", "Which card does the shadow realm lose?"),
    "shadow_oracle": _w("Quale carta prende il reame ombra?", "Which card does the shadow realm take?"),
    "shadow_yield": _w("Quale risorsa rende di più al reame ombra?", "Which resource yields more to the shadow realm?"),
    "give_up": _w("Che cosa cedi?", "What do you give up?"),
    "plague": _w("Dove mandi la peste?", "Where do you send the plague?"),
    "plague_own": _w("Quale tua terra prende la peste?", "Which land of yours takes the plague?"),
    "oracle_deck": _w("Di quale mazzo guardi le carte?", "Which deck do you look at?"),
    "oracle": _w("Quale carta scegli?", "Which card do you choose?"),
    "search": _w("Quali carte riprendi?", "Which cards do you take back?"),
    "remove": _w("Quale carta togli?", "Which card do you remove?"),
    "riches": _w("A chi dai uno sfarzo, e per quale risorsa?", "To whom do you give riches, and for which resource?"),
    "wild": _w("Quale risorsa produce?", "Which resource does it make?"),
    "tactics": _w("Giochi le Tattiche di sopravvivenza?", "Do you play Survival Tactics?"),
}
_ACTS: Final[dict[str, Words]] = {
    "end": _w("Chiudi le azioni", "End the actions"),
    "draw": _w("Pesca una carta base", "Draw a base card"),
    "remove": _w("Togli una carta dal territorio", "Remove a card from the territory"),
    "riches": _w("Chiedi una risorsa per uno sfarzo", "Ask for a resource for riches"),
    "wild": _w("Scegli una risorsa libera", "Choose a free resource"),
    "refresh": _w("Usa l’Emporio", "Use the Trading Post"),
}
_FIXED: Final[dict[str, Words]] = {
    "stop": _w("Nient’altro", "Nothing more"),
    "yes": _w("Sì", "Yes"),
    "no": _w("No", "No"),
    "deck": _w("Dal mazzo", "From the deck"),
    "riches": _w("uno sfarzo", "riches"),
    "hand": _w("una carta della mano", "a card from the hand"),
    "shadow": _w("reame ombra", "shadow realm"),
}
NAMES: Final[dict[str, Words]] = {
    "food": _w("cibo", "food"),
    "wood": _w("legno", "wood"),
    "metal": _w("metallo", "metal"),
    "population": _w("popolazione", "population"),
    "base": _w("mazzo base", "base deck"),
    "medium": _w("mazzo intermedio", "medium deck"),
    "advanced": _w("mazzo avanzato", "advanced deck"),
    "town_center": _w("Centro cittadino", "Town Center"),
    "town_hall": _w("Municipio", "Town Hall"),
    "castle": _w("Castello", "Castle"),
    "N": _w("nord", "north"),
    "NE": _w("nord-est", "north-east"),
    "E": _w("est", "east"),
    "SE": _w("sud-est", "south-east"),
    "S": _w("sud", "south"),
    "SW": _w("sud-ovest", "south-west"),
    "W": _w("ovest", "west"),
    "NW": _w("nord-ovest", "north-west"),
}


@cache
def cards_by_id(edition: str) -> dict[str, Card]:
    """Return every card of a pack by its code name; a pack never changes.

    Raises:
        BadPack: no such pack.
    """
    return {card.id: card for card in pack(edition).cards}


def card_name(code: str, language: str, edition: str) -> str:
    """Return the name of a card of a pack."""
    card = cards_by_id(edition)[code]
    return card.name_en if language == "en" else card.name_it


def card_list(codes: Sequence[str], language: str, edition: str) -> str:
    """Return cards as a list of names with their counts."""
    counts = {code: list(codes).count(code) for code in codes}
    names = [card_name(code, language, edition) + (f" ×{count}" if count > 1 else "") for code, count in counts.items()]
    return ", ".join(names)


def _free(count: int) -> Words:
    if count == 1:
        return _w("risorsa libera", "free resource")
    return _w("risorse libere", "free resources")


def gives(card: Card, language: str) -> list[str]:
    """Return what a card makes and is worth: resources, attack, defence, victory points."""
    lines = []
    if card.amount:
        lines.append(f"{card.amount} {NAMES[RESOURCES[card.resource]][language]}")
    if card.wild:
        lines.append(f"{card.wild} {_free(card.wild)[language]}")
    if card.attack:
        lines.append(f"{'attacco' if language == 'it' else 'attack'} {card.attack}")
    if card.defence:
        lines.append(f"{'difesa' if language == 'it' else 'defence'} {card.defence}")
    if card.victory_points:
        lines.append(f"{card.victory_points} {'PV' if language == 'it' else 'VP'}")
    return lines


def costs(card: Card, language: str) -> str:
    """Return what a card costs, e.g. "costa 2 cibo, 1 legno"; empty if nothing."""
    units = [f"{card.cost[place]} {NAMES[name][language]}" for place, name in enumerate(RESOURCES) if card.cost[place]]
    head = "costa" if language == "it" else "costs"
    return f"{head} {', '.join(units)}" if units else ""


def _word_text(word: Any, language: str, players: Sequence[str], edition: str) -> str:
    text = str(word)
    if text in _FIXED:
        return _FIXED[text][language]
    if text in NAMES:
        return NAMES[text][language]
    if text.isdecimal():
        return str(players[int(text) - 1])
    return card_name(text, language, edition)


def option_words(kind: str, option: Any, players: Sequence[str], language: str, edition: str) -> str:
    """Return an option of a question in words; the names of cards are those of a pack."""
    if kind == "act" and isinstance(option, str) and option in _ACTS:
        return _ACTS[option][language]
    if kind == "act" and isinstance(option, list):
        verb = "Prendi dalla plancia" if language == "it" else "Take from the board"
        return f"{verb}: {card_name(option[1], language, edition)}"
    if isinstance(option, list):
        parts = [_word_text(word, language, players, edition) for word in option]
        return ", ".join(parts)
    text = _word_text(option, language, players, edition)
    return text[:1].upper() + text[1:]
