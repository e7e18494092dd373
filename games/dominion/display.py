"""Dominion on pages and papers: the cards of the kingdom and the rows of a score sheet."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import cards
from .kingdom import FREE, SIZE, branch_of
from .rulings import ruling

#: Copies of a kingdom card that is no Victory card.
KINGDOM_PILE = 10


@dataclass(frozen=True, slots=True)
class SetupCard:
    """A card of a round's set-up.

    Arguments:
        code: the code name; name: in the requested edition.
        cost: in coins; types: of ``"action"``, ``"attack"``, ``"reaction"``, ``"victory"``.
        order: position in the draw, from 1.
        ruling: what the regulation says about the card (art. 2.5); empty for a card without a ruling.
    """

    code: str
    name: str
    cost: int
    types: tuple[str, ...]
    order: int
    ruling: str = ""

    @property
    def tincture(self) -> str:
        """The type that determines the card's colour: attack, reaction, victory or action."""
        return next((kind for kind in ("attack", "reaction", "victory") if kind in self.types), "action")


@dataclass(frozen=True, slots=True)
class SheetField:
    """A number that every player enters on the score sheet.

    Arguments:
        name: of the field in ``score-sheet/1``; label: the card's name if it counts a card, else empty.
        group: ``"cards"`` (the breakdown), ``"result"`` (points, turns).
        worth: value of one card: ``("coins", 1)``, ``("points", -1)``, ``("per_ten", 1)``; None for the others.
    """

    name: str
    label: str
    group: str
    worth: tuple[str, int] | None = None


_TYPES = (
    ("action", cards.IS_ACTION),
    ("attack", cards.IS_ATTACK),
    ("reaction", cards.IS_REACTION),
    ("victory", cards.IS_VICTORY),
)


#: The name sets of the cards: two Italian ones, and the English.
EDITIONS = ("regulation", "rulebook", "en")


def edition_of(language: str, card_names: str) -> str:
    """Return the name set for a page in ``language`` of an event that uses the name set ``card_names``."""
    return "en" if language == "en" else card_names


def setup_cards(setup: Mapping[str, Any], edition: str) -> list[SetupCard]:
    """Return the ten cards of a round's kingdom, by cost and then in draw order; empty before the draw."""
    shown = []
    for order, name in enumerate(setup.get("drawn", ()), 1):
        code = cards.by_name(name)
        types = tuple(kind for kind, table in _TYPES if table[code])
        title = cards.name_of(code, edition)
        shown.append(SetupCard(name, title, cards.COST[code], types, order, ruling(name, edition)))
    return sorted(shown, key=lambda card: (card.cost, card.order))


def other_names(code: str, edition: str) -> list[str]:
    """Return the names of a card in the other editions: those of the box and of the regulation differ."""
    shown = card_name(code, edition)
    names = (card_name(code, other) for other in EDITIONS)
    return [name for name in dict.fromkeys(names) if name != shown]


def cards_called(words: Sequence[str]) -> list[str]:
    """Return the code names of the cards that have every word in one of their names.

    Arguments:
        words: small letters without accents; a card matches whatever accents and capitals its names have.
    """
    return [
        code
        for code in cards.NAMES
        if any(all(word in _plain(card_name(code, edition)) for word in words) for edition in EDITIONS)
    ]


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _counted(name: str, edition: str) -> SheetField:
    """Return the row of a card that is counted by itself, with what one copy is worth."""
    code = cards.by_name(name)
    worth = (
        ("coins", cards.VALUE[code])
        if cards.IS_TREASURE[code]
        else ("per_ten", cards.POINTS_PER_TEN[code])
        if cards.POINTS_PER_TEN[code]
        else ("points", cards.POINTS[code])
    )
    return SheetField(name, cards.name_of(code, edition), "cards", worth)


def sheet_fields(kingdom: Sequence[str], edition: str) -> list[SheetField]:
    """Return the rows of the form: ten numbers per player, and one for each Victory card of the kingdom."""
    rows = [_counted(name, edition) for name in (*cards.BASE, *cards.kingdom_victories(kingdom))]
    rows += [
        SheetField("actions", "", "cards"),
        SheetField("cards", "", "cards"),
        SheetField("points", "", "result"),
        SheetField("turns", "", "result"),
    ]
    return rows


def asks_for_trash(kingdom: Sequence[str]) -> bool:
    """Return whether the form of this kingdom has a row for the trash (it makes the checks exact)."""
    return any(cards.TRASHES[cards.by_name(name)] for name in kingdom)


def paper(setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """Return the context of the printed score form of a round: cards, rows, and whether it has a row for the trash."""
    kingdom = tuple(setup.get("drawn", ()))
    return {
        "cards": setup_cards(setup, edition),
        "fields": sheet_fields(kingdom, edition),
        "asks_for_trash": asks_for_trash(kingdom),
        "moat": _moat_rule(kingdom, edition),
    }


def _moat_rule(kingdom: Sequence[str], edition: str) -> dict[str, Any]:
    """Return the branch of the Moat rule that gave the tenth card, and the Attacks among the first nine (art. 1.5)."""
    nine = kingdom[:FREE]
    attacks = [cards.name_of(cards.by_name(name), edition) for name in nine if name in cards.ATTACKS]
    return {"branch": branch_of(nine) if kingdom else 0, "attacks": attacks}


def setup_sizes(players: int) -> dict[str, int]:
    """Return the cards that lie on the table before the first turn, each player having taken seven Coppers.

    Returns: copies of a kingdom card, of a Victory card, and of each further pile; ``copper`` is what is left.
    """
    supply = cards.SUPPLY[players]
    piles = {name: supply[cards.by_name(name)] for name in ("copper", "silver", "gold", "curse")}
    return {"players": players, "kingdom": KINGDOM_PILE, "victory": supply[cards.by_name("estate")], **piles}


def blank_paper(edition: str) -> dict[str, Any]:
    """Return the context of a printed score form for any kingdom: ten boxes for the cards, and the row of Gardens."""
    box = {"tincture": "action", "cost": "", "name": "", "types": ()}
    fields = sheet_fields(cards.kingdom_victories(tuple(cards.NAMES)), edition)
    return {"cards": [box] * SIZE, "fields": fields, "asks_for_trash": True}


def cards_in_a_game(players: int) -> int:
    """Return how many cards a game has: every pile that a kingdom may need, with the cards dealt."""
    return sum(cards.INIT[players])


def card_name(code: str, edition: str) -> str:
    """Return the name of any card in the requested edition."""
    return cards.name_of(code, edition)
