"""The sets of cards that the program knows, and the pools that a championship draws its kingdoms from.

A card's numbers stand here once. The engine, the bots, the reader of logs, the check of a score sheet and the pages
read them from :mod:`games.dominion.cards`.
"""

from __future__ import annotations

from typing import Final

from .base_first_edition import BASE_FIRST_EDITION
from .rows import CardSet

#: The sets in the order of their cards' codes; the first has the base cards. A set is added at the end: the code of a
#: card never changes.
SETS: Final[list[CardSet]] = [BASE_FIRST_EDITION]

#: Pools by name: the cards among which a kingdom is drawn, in the order in which they are shuffled. A version of the
#: regulation names its pool, and a draw is verified with the pool of its time: a pool never changes.
POOLS: Final[dict[str, tuple[str, ...]]] = {
    "base-first-edition": (
        *("adventurer", "bureaucrat", "cellar", "chancellor", "chapel", "council_room", "feast", "festival"),
        *("gardens", "laboratory", "library", "market", "militia", "mine", "moat", "moneylender", "remodel"),
        *("smithy", "spy", "thief", "throne_room", "village", "witch", "woodcutter", "workshop"),
    ),
}
#: The pool of a game that names none.
DEFAULT_POOL: Final = "base-first-edition"
