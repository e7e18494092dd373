"""The 32 playing cards as small integers: ``card = 8 * colour + rank``. Their values are defined by the pack."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("black", "red", "yellow", "blue")
# One name per line and Final, here and below, so that the compiled modules hold them as constants.
BLACK: Final = 0
RED: Final = 1
YELLOW: Final = 2
BLUE: Final = 3
RANKS: Final = ("peasant", "assassin", "explorer", "dwarf", "sorcerer", "knight", "oracle", "emperor")
PEASANT: Final = 0
ASSASSIN: Final = 1
EXPLORER: Final = 2
DWARF: Final = 3
SORCERER: Final = 4
KNIGHT: Final = 5
ORACLE: Final = 6
EMPEROR: Final = 7

#: Number of cards in the deck, and of one colour.
COUNT: Final = 32
PER_COLOUR: Final = 8
COLOUR: Final = tuple(card >> 3 for card in range(COUNT))
RANK: Final = tuple(card & 7 for card in range(COUNT))
#: Code name of every card, e.g. ``"red_dwarf"``.
NAMES: Final = tuple(f"{COLOURS[card >> 3]}_{RANKS[card & 7]}" for card in range(COUNT))
CODES: Final = {name: card for card, name in enumerate(NAMES)}
#: Cards counted by missions 6 and 19.
IS_DWARF_OR_SORCERER: Final = tuple(card & 7 in (DWARF, SORCERER) for card in range(COUNT))

COLOUR_NAMES: Final = {
    "black": {"it": "nero", "en": "black"},
    "red": {"it": "rosso", "en": "red"},
    "yellow": {"it": "giallo", "en": "yellow"},
    "blue": {"it": "blu", "en": "blue"},
}
RANK_NAMES: Final = {
    "peasant": {"it": "Contadino", "en": "Peasant"},
    "assassin": {"it": "Assassino", "en": "Assassin"},
    "explorer": {"it": "Esploratore", "en": "Explorer"},
    "dwarf": {"it": "Nano", "en": "Dwarf"},
    "sorcerer": {"it": "Stregone", "en": "Sorcerer"},
    "knight": {"it": "Cavaliere", "en": "Knight"},
    "oracle": {"it": "Oracolo", "en": "Oracle"},
    "emperor": {"it": "Imperatore", "en": "Emperor"},
}


def card(colour: int, rank: int) -> int:
    """Return the card of a colour and a rank."""
    return 8 * colour + rank


def in_words(cards: list[int]) -> str:
    """Format cards as ``"red_dwarf blue_oracle"``; ``"-"`` if there are none."""
    return " ".join(NAMES[each] for each in cards) or "-"
