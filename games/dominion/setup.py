"""Set-up of a game of Dominion: its players and kingdom, and the piles that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import final

from ..mypyc_shim import i64, vec
from .cards import BASE_CODES, COUNT, SUPPLY
from .cards import by_name as card_code


@dataclass(frozen=True, slots=True)
class Setup:
    """Parameters of a game, fixed before the first shuffle.

    Arguments:
        players: 2, 3 or 4.
        kingdom: the ten kingdom cards, by code name, in draw order.
        lay: whether the active player chooses which Treasures to lay; otherwise all are laid. With this set of cards
            keeping some in the hand never changes anything.
        turn_limit: the game ends after this many turns of the whole table (end ``"time"``); 0 for no limit.
        tournament: whether the sheet is one of the championship (Moat rule, tie-break chain).
    """

    players: int
    kingdom: tuple[str, ...]
    lay: bool = False
    turn_limit: int = 0
    tournament: bool = False


@final
class Layout:
    """The piles of a kingdom for a number of players, the same in every game of them.

    Attributes:
        piles: codes of the 17 piles, base cards first. supply: cards per pile at the start, by code.
    """

    def __init__(self, kingdom: tuple[str, ...], players: int) -> None:
        self.piles: tuple[int, ...] = (*BASE_CODES, *sorted([card_code(name) for name in kingdom]))
        sizes = SUPPLY[players]
        self.supply: vec[i64] = vec[i64]([sizes[code] if code in self.piles else 0 for code in range(COUNT)])


@lru_cache(maxsize=1024)
def layout_of(kingdom: tuple[str, ...], players: int) -> Layout:
    """Return the piles of a kingdom, worked out once."""
    return Layout(kingdom, players)
