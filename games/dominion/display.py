"""How Dominion shows itself on pages and papers: the kingdom's cards and the rows of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import cards


@dataclass(frozen=True, slots=True)
class SetupCard:
    """A card of a round's set-up.

    Arguments:
        code: the code name; name: in the edition asked for.
        cost: in coins; types: of ``"action"``, ``"attack"``, ``"reaction"``, ``"victory"``.
        order: of extraction, from 1.
    """

    code: str
    name: str
    cost: int
    types: tuple[str, ...]
    order: int

    @property
    def tincture(self) -> str:
        """The type that colours the card: attack, reaction, victory or action."""
        return next((kind for kind in ("attack", "reaction", "victory") if kind in self.types), "action")


@dataclass(frozen=True, slots=True)
class SheetField:
    """A number that the score sheet asks of every player.

    Arguments:
        name: of the field in ``score-sheet/1``; label: the card's name where it counts a card, else empty.
        group: ``"cards"`` (the breakdown), ``"result"`` (points, turns).
        worth: what one card is worth: ``("coins", 1)``, ``("points", -1)``, ``("per_ten", 1)``; None for the others.
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
    """The name set for a page in ``language`` of an event that uses ``card_names``."""
    return "en" if language == "en" else card_names


def setup_cards(setup: Mapping[str, Any], edition: str) -> list[SetupCard]:
    """The ten cards of a round's kingdom, by cost and then as drawn; empty before the draw."""
    shown = []
    for order, name in enumerate(setup.get("drawn", ()), 1):
        code = cards.by_name(name)
        types = tuple(kind for kind, table in _TYPES if table[code])
        shown.append(SetupCard(name, cards.name_of(code, edition), cards.COST[code], types, order))
    return sorted(shown, key=lambda card: (card.cost, card.order))


def sheet_fields(kingdom: Sequence[str], edition: str) -> list[SheetField]:
    """The rows of the form for a kingdom: ten numbers per player, the Gardens only where they are in it."""

    def base(name: str, unit: str, each: int) -> SheetField:
        return SheetField(name, cards.name_of(name, edition), "cards", (unit, each))

    rows = [
        base("copper", "coins", 1),
        base("silver", "coins", 2),
        base("gold", "coins", 3),
        base("estate", "points", 1),
        base("duchy", "points", 3),
        base("province", "points", 6),
        base("curse", "points", -1),
    ]
    if "gardens" in kingdom:
        rows.append(base("gardens", "per_ten", 1))
    rows += [
        SheetField("actions", "", "cards"),
        SheetField("cards", "", "cards"),
        SheetField("points", "", "result"),
        SheetField("turns", "", "result"),
    ]
    return rows


#: Kingdom cards that send cards to the trash: with one of them the form asks what lies there.
TRASHERS = frozenset({"chapel", "feast", "mine", "moneylender", "remodel", "thief"})


def asks_for_trash(kingdom: Sequence[str]) -> bool:
    """Whether the form of this kingdom has a line for the trash (it makes the checks exact)."""
    return not TRASHERS.isdisjoint(kingdom)


def paper(setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """What the printed score form of a round shows: the cards, the rows, whether there is a line for the trash."""
    kingdom = tuple(setup.get("drawn", ()))
    return {
        "cards": setup_cards(setup, edition),
        "fields": sheet_fields(kingdom, edition),
        "asks_for_trash": asks_for_trash(kingdom),
    }


def card_name(code: str, edition: str) -> str:
    """The name of any card in the edition asked for."""
    return cards.name_of(code, edition)
