"""Cards of Dominion as small integers and dense tuples.

A card is represented by its code: an index into every tuple of this module. The seven base cards come first, then the
kingdom cards of each set in alphabetical order of their code names. Every number and name is read from the rows of
:mod:`games.dominion.sets`.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from ..game import BadSetup
from ..mypyc_shim import i64, vec
from .sets import SETS, rows
from .sets.rows import CardRow, Gains, Trashes

#: Every card, by code: the base cards, then the kingdom cards of each set.
ROWS: Final[tuple[CardRow, ...]] = tuple(
    [row for card_set in SETS for row in card_set.base] + [row for card_set in SETS for row in card_set.kingdom]
)

NAMES: Final[tuple[str, ...]] = tuple([row.name for row in ROWS])
COUNT: Final = len(NAMES)
CODES: Final = range(COUNT)
COST: Final[tuple[int, ...]] = tuple([row.cost for row in ROWS])
IS_TREASURE: Final[tuple[bool, ...]] = tuple([rows.TREASURE in row.types for row in ROWS])
IS_VICTORY: Final[tuple[bool, ...]] = tuple([rows.VICTORY in row.types for row in ROWS])
IS_CURSE: Final[tuple[bool, ...]] = tuple([rows.CURSE in row.types for row in ROWS])
IS_ACTION: Final[tuple[bool, ...]] = tuple([rows.ACTION in row.types for row in ROWS])
IS_ATTACK: Final[tuple[bool, ...]] = tuple([rows.ATTACK in row.types for row in ROWS])
IS_REACTION: Final[tuple[bool, ...]] = tuple([rows.REACTION in row.types for row in ROWS])
#: Coins that a Treasure gives; 0 for every other card.
VALUE: Final[tuple[int, ...]] = tuple([row.coins if rows.TREASURE in row.types else 0 for row in ROWS])
#: What playing an Action gives first of all.
GIVES_CARDS: Final[tuple[int, ...]] = tuple([row.cards for row in ROWS])
GIVES_ACTIONS: Final[tuple[int, ...]] = tuple([row.actions for row in ROWS])
GIVES_BUYS: Final[tuple[int, ...]] = tuple([row.buys for row in ROWS])
GIVES_COINS: Final[tuple[int, ...]] = tuple([row.coins if rows.ACTION in row.types else 0 for row in ROWS])
#: Cards that the rest of its text can bring into the player's hand, and into each other player's.
MORE_CARDS: Final[tuple[int, ...]] = tuple([row.more_cards for row in ROWS])
OTHERS_CARDS: Final[tuple[int, ...]] = tuple([row.others_cards for row in ROWS])
#: The number in the rest of a card's text: a cost, a step, a number of cards.
AMOUNT: Final[tuple[int, ...]] = tuple([row.amount for row in ROWS])
#: What else a play can do to the decks.
TRASHES: Final[tuple[Trashes, ...]] = tuple([row.trashes for row in ROWS])
GAINS: Final[tuple[Gains, ...]] = tuple([row.gains for row in ROWS])
#: Points of one copy by itself, and for every ten cards of the deck (Gardens): see :func:`points`.
POINTS: Final[tuple[int, ...]] = tuple([row.points for row in ROWS])
POINTS_PER_TEN: Final[tuple[int, ...]] = tuple([row.per_ten for row in ROWS])

# One name per line and Final, so that the compiled modules hold them as constants.
COPPER: Final = 0
SILVER: Final = 1
GOLD: Final = 2
ESTATE: Final = 3
DUCHY: Final = 4
PROVINCE: Final = 5
CURSE: Final = 6
ADVENTURER: Final = 7
BUREAUCRAT: Final = 8
CELLAR: Final = 9
CHANCELLOR: Final = 10
CHAPEL: Final = 11
COUNCIL_ROOM: Final = 12
FEAST: Final = 13
FESTIVAL: Final = 14
GARDENS: Final = 15
LABORATORY: Final = 16
LIBRARY: Final = 17
MARKET: Final = 18
MILITIA: Final = 19
MINE: Final = 20
MOAT_CARD: Final = 21
MONEYLENDER: Final = 22
REMODEL: Final = 23
SMITHY: Final = 24
SPY: Final = 25
THIEF: Final = 26
THRONE_ROOM: Final = 27
VILLAGE: Final = 28
WITCH: Final = 29
WOODCUTTER: Final = 30
WORKSHOP: Final = 31

BASE_CODES: Final = range(len(SETS[0].base))
KINGDOM_CODES: Final = range(len(BASE_CODES), COUNT)
BASE: Final[tuple[str, ...]] = NAMES[: len(BASE_CODES)]
#: Victory cards that a kingdom can have.
KINGDOM_VICTORIES: Final = tuple([code for code in KINGDOM_CODES if IS_VICTORY[code]])
#: Code names of the kingdom cards of every set, in the order of their codes.
KINGDOM: Final[tuple[str, ...]] = NAMES[len(BASE_CODES) :]
#: Code names of the attacks, which the tournament's draw allows only together with the Moat.
ATTACKS: Final[frozenset[str]] = frozenset([NAMES[code] for code in CODES if IS_ATTACK[code]])
MOAT: Final = "moat"

#: The name sets that :func:`name_of` knows: the Italian rulebook, the regulation of the championship, English.
EDITIONS: Final = ("rulebook", "regulation", "en")
_DISPLAY: Final = {
    "rulebook": tuple([row.rulebook for row in ROWS]),
    "regulation": tuple([row.regulation for row in ROWS]),
    "en": tuple([row.english for row in ROWS]),
}


#: Suggested kingdoms of the rulebooks (ten cards each), by slug.
SUGGESTED_KINGDOMS: Final = MappingProxyType(
    {slug: kingdom.cards for card_set in SETS for slug, kingdom in card_set.suggested.items()}
)


class UnknownCard(BadSetup):
    """No card has the given name.

    Arguments:
        text: the given name.
        nearest: the code name of the card with the most similar name, or None.
    """

    def __init__(self, text: object, nearest: str | None) -> None:
        hint, hint_it = (f"; did you mean {nearest!r}?", f"; forse {nearest!r}?") if nearest else ("", "")
        super().__init__(f"no card is called {text!r}{hint}", f"nessuna carta si chiama {text!r}{hint_it}")
        self.text, self.nearest = text, nearest


def _plain(text: str) -> str:
    """Normalise a name for comparison: fold case, remove accents and apostrophes, collapse blanks."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("_", " ").replace("-", " "))
    letters = "".join(char for char in decomposed if not unicodedata.combining(char) and char not in "'’‘`´")
    return " ".join(letters.split())


def _spellings() -> dict[str, int]:
    spellings: dict[str, int] = {}
    for code, row in enumerate(ROWS):
        for name in (row.name, row.english, row.rulebook, row.regulation, *row.misspellings):
            if spellings.setdefault(_plain(name), code) != code:
                raise AssertionError(f"{name} would name two cards")
    return spellings


_BY_NAME: Final = {name: code for code, name in enumerate(NAMES)}
_BY_SPELLING: Final = _spellings()


def by_name(text: object) -> int:
    """Return the code of the card called ``text``.

    Accepts its code name, its English name, either Italian name and known misspellings.

    Case, accents and apostrophes are ignored. A prefix is never enough: "Festività" is the Feast and "Festival" is the
    Festival.

    Raises:
        UnknownCard: no such card; carries the nearest name.
    """
    if not isinstance(text, str):
        raise UnknownCard(text, None)
    code = _BY_NAME.get(text)
    if code is None:
        code = _BY_SPELLING.get(_plain(text))
    if code is None:
        close = difflib.get_close_matches(_plain(text), _BY_SPELLING, n=1, cutoff=0.5)
        raise UnknownCard(text, NAMES[_BY_SPELLING[close[0]]] if close else None)
    return code


def card(text: object) -> str:
    """Return the code name of the card called ``text``; see :func:`by_name`."""
    return NAMES[by_name(text)]


def name_of(which: int | str, edition: str = "regulation") -> str:
    """Return the display name of a card, given by its code or code name.

    Arguments:
        edition: ``"rulebook"`` or ``"regulation"`` (Italian, six names differ) or ``"en"``.
    """
    return _DISPLAY[edition][which if isinstance(which, int) else by_name(which)]


def kingdom_victories(kingdom: Sequence[str]) -> list[str]:
    """Return the Victory cards of a kingdom, in the order of their codes."""
    return [NAMES[code] for code in KINGDOM_VICTORIES if NAMES[code] in kingdom]


#: Cards with points of their own, and with points for every ten cards.
SCORING: Final = tuple([code for code in CODES if POINTS[code]])
SCORING_PER_TEN: Final = tuple([code for code in CODES if POINTS_PER_TEN[code]])
#: The same as vectors: the codes, and points by code.
_SCORING: Final[vec[i64]] = vec[i64](list(SCORING))
_SCORING_PER_TEN: Final[vec[i64]] = vec[i64](list(SCORING_PER_TEN))
_POINTS: Final[vec[i64]] = vec[i64](list(POINTS))
_PER_TEN: Final[vec[i64]] = vec[i64](list(POINTS_PER_TEN))


def points(counts: Iterable[int]) -> int:
    """Return the points of a deck given as one count per code; see :func:`points_of`."""
    return points_of(vec[i64](list(counts)))


def points_of(counts: vec[i64]) -> i64:
    """Return the points of a deck given as a vector of one count per code.

    Source: rulebook, end of the game; Gardens 1 per 10 cards.
    """
    total: i64 = 0
    for code in _SCORING:
        total += counts[code] * _POINTS[code]
    for code in _SCORING_PER_TEN:
        if counts[code]:
            cards: i64 = 0
            for copies in counts:
                cards += copies
            total += counts[code] * _PER_TEN[code] * (cards // 10)
    return total


def _sizes(players: int, *, dealt: bool) -> tuple[int, ...]:
    return tuple([row.pile_size(players) + (row.dealt * players if dealt else 0) for row in ROWS])


#: ``SUPPLY[players][code]``: size of the pile at the start (kingdom piles only for the ten of the game).
SUPPLY: Final = MappingProxyType({players: _sizes(players, dealt=False) for players in rows.TABLES})
#: ``INIT[players][code]``: number of copies in the game, including the dealt Coppers and Estates.
INIT: Final = MappingProxyType({players: _sizes(players, dealt=True) for players in rows.TABLES})
#: Starting deck of every player, one count per code: 7 Coppers and 3 Estates.
STARTING_DECK: Final[tuple[int, ...]] = tuple([row.dealt for row in ROWS])
