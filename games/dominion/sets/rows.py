"""Columns of a card's row and of a set. What a card does beyond its numbers is code: see docs/adding-a-card.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

#: The letters of a row's ``types``.
TREASURE: Final = "T"
VICTORY: Final = "V"
CURSE: Final = "U"
ACTION: Final = "A"
ATTACK: Final = "K"
REACTION: Final = "R"

#: Numbers of players that a pile's three sizes are for.
TABLES: Final = (2, 3, 4)


class Trashes(StrEnum):
    """Cards that a play of the card can remove from a deck, as the check of a sheet must know it."""

    NOTHING = ""
    ITSELF = "itself"
    COPPER = "copper"
    TREASURE = "treasure"
    OTHERS_TREASURE = "others_treasure"
    ANY = "any"


class Gains(StrEnum):
    """Cards that a play of the card can make a player gain, as the check of a sheet must know it.

    CURSE is gained by every other player; STOLEN is one Treasure of every other player; SILVER and TREASURE name the
    only cards; CARD is any card, up to the row's ``amount`` or, where a card of the hand is trashed for it, that much
    dearer than this card.
    """

    NOTHING = ""
    CARD = "card"
    SILVER = "silver"
    TREASURE = "treasure"
    STOLEN = "stolen"
    CURSE = "curse"


@dataclass(frozen=True, slots=True)
class CardRow:
    """All numbers and names of one card.

    Arguments:
        name: the code name. cost: in coins. types: letters, see above.
        cards, actions, buys, coins: what playing it gives first of all; a Treasure's ``coins`` are its value.
        points: of one copy. per_ten: points of one copy for every ten cards of the deck.
        amount: the number in the rest of its text, e.g. the cost up to which a Workshop gains.
        more_cards, others_cards: cards that the rest of its text can bring into the player's hand, into each other
            player's; the check bounds by them what a hand can pay.
        trashes, gains: what else a play can do to the decks.
        pile: sizes for 2, 3 and 4 players, without the dealt cards; empty: 8, 12 and 12 copies of a Victory card, 10 of
            any other.
        dealt: copies in every player's first deck.
        english, rulebook, regulation: its names; the last two are Italian. plural: in English, if it is irregular.
        misspellings: names in the documents that belong to no name set.
    """

    name: str
    cost: int
    types: str
    english: str
    rulebook: str
    regulation: str
    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    points: int = 0
    per_ten: int = 0
    amount: int = 0
    more_cards: int = 0
    others_cards: int = 0
    trashes: Trashes = Trashes.NOTHING
    gains: Gains = Gains.NOTHING
    pile: tuple[int, ...] = ()
    dealt: int = 0
    plural: str = ""
    misspellings: tuple[str, ...] = ()

    def pile_size(self, players: int) -> int:
        """Return the size of the pile at the start, without the dealt copies."""
        if self.pile:
            return self.pile[TABLES.index(players)]
        return (8 if players == TABLES[0] else 12) if VICTORY in self.types else 10


@dataclass(frozen=True, slots=True)
class SuggestedKingdom:
    """Ten cards that a rulebook suggests, with the suggestion's names."""

    italian: str
    english: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards of one product.

    Arguments:
        name: code name of the set, edition included.
        base: cards of every game, in the order of their codes; only the first set has some.
        kingdom: cards that a kingdom is made of, in alphabetical order of their code names.
        suggested: kingdoms of its rulebook, by slug.
    """

    name: str
    base: tuple[CardRow, ...]
    kingdom: tuple[CardRow, ...]
    suggested: Mapping[str, SuggestedKingdom] = field(default_factory=dict)
