"""The sets of cards that the program knows, and the pool that the championship draws its kingdoms from.

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

#: The cards among which a kingdom of the championship is drawn (art. 1.5), in the order in which they are shuffled. It
#: never changes, whatever sets there are: every draw of the past is verified with it.
POOL: Final[tuple[str, ...]] = (
    *("adventurer", "bureaucrat", "cellar", "chancellor", "chapel", "council_room", "feast", "festival"),
    *("gardens", "laboratory", "library", "market", "militia", "mine", "moat", "moneylender", "remodel"),
    *("smithy", "spy", "thief", "throne_room", "village", "witch", "woodcutter", "workshop"),
)
