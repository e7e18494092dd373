"""Random kingdoms: ten cards under the Moat rule of the championship, or any ten (art. 1.5).

Simulated games and the rounds of an event share the same implementation of the Moat rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .cards import ATTACKS, MOAT
from .sets import POOL

#: Number of cards of a kingdom. The Moat rule applies to the last of them (art. 1.5).
SIZE: Final = 10
FREE: Final = SIZE - 1


class Shuffler(Protocol):
    """The randomness that the draw needs: a ``games.game.Chance`` or a ``random.Random``."""

    def shuffle(self, x: list[Any], /) -> None: ...


@dataclass(frozen=True, slots=True)
class KingdomDraw:
    """Art. 1.5: the log of one draw of a kingdom (REQ-809).

    Arguments:
        drawn: the ten cards' code names in order of extraction.
        rejected: the attacks put aside for the tenth, in order (branch 3).
        branch: 1: the Moat is among the first nine, the tenth is free; 2: an attack and no Moat among them, the tenth
            is the Moat without drawing; 3: neither, the tenth is the first card that is no attack.
    """

    drawn: tuple[str, ...]
    rejected: tuple[str, ...]
    branch: int


def shuffled(chance: Shuffler, pool: Sequence[str] = POOL) -> list[str]:
    """Return the cards of a pool in order of extraction, shuffled from the order in which the pool names them."""
    order = list(pool)
    chance.shuffle(order)
    return order


def branch_of(nine: Sequence[str]) -> int:
    """Art. 1.5: return the branch of the rule for the first nine cards (REQ-804, REQ-805, REQ-806, REQ-807)."""
    if MOAT in nine:
        return 1
    return 2 if ATTACKS.intersection(nine) else 3


def kingdom_from_order(order: Sequence[str]) -> KingdomDraw:
    """Art. 1.5: return the kingdom that an order of the shuffled randomisers gives (REQ-801 to REQ-806).

    Arguments:
        order: code names in order of extraction; normally all of the pool (REQ-803, AMB-09), at least as many as the
            draw needs.
    """
    nine, rest = tuple(order[:FREE]), tuple(order[FREE:])
    branch = branch_of(nine)
    if branch == 2:
        return KingdomDraw((*nine, MOAT), (), branch)
    if branch == 1:
        return KingdomDraw((*nine, rest[0]), (), branch)
    tenth = next(place for place, name in enumerate(rest) if name not in ATTACKS)
    return KingdomDraw((*nine, rest[tenth]), rest[:tenth], branch)


def draw_kingdom(chance: Shuffler, pool: Sequence[str] = POOL) -> KingdomDraw:
    """Art. 1.5: draw the kingdom of one round, valid for all its tables (REQ-801, REQ-802, AMB-07).

    Arguments:
        chance: shuffles the randomisers. pool: their cards, in the order in which they are shuffled.
    """
    return kingdom_from_order(shuffled(chance, pool))
