"""Art. 1.5: compute what an event of a number of players needs: games, timers, forms, posters."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.regulation.parameters import CURRENT, Regulation
from tournament.regulation.seating import table_sizes
from tournament.regulation.validity import planned_rounds

#: One spare form for this many, rounded up.
SPARE_OF = 10


@dataclass(frozen=True, slots=True)
class Materials:
    """Materials of an event.

    Arguments:
        tables: sizes of the tables of a round. rounds: before the final.
        games: copies of the game, one a table. cards: in all of them; None where a game does not say its number.
        timers: one clock for the hall and a spare one. forms: of all rounds and the final, with the spare ones.
        posters: of kingdoms, one a round and one for the final. diplomas: for those who play the final.
    """

    tables: tuple[int, ...]
    rounds: int
    cards: int | None
    forms: int
    spare_forms: int
    posters: int
    diplomas: int
    timers: int = 2

    @property
    def games(self) -> int:
        return len(self.tables)


def materials(players: int, *, cards_of_a_game: int | None, regulation: Regulation = CURRENT) -> Materials:
    """Return what an event of a number of players needs.

    Arguments:
        cards_of_a_game: cards of one copy of the game, if known.
    Errors: ImpossibleTables.
    """
    tables = table_sizes(players)
    rounds = planned_rounds(players, regulation=regulation).rounds
    filled = len(tables) * rounds + 1
    spare = -(-filled // SPARE_OF)
    return Materials(
        tables=tuple(tables),
        rounds=rounds,
        cards=None if cards_of_a_game is None else len(tables) * cards_of_a_game,
        forms=filled + spare,
        spare_forms=spare,
        posters=rounds + 1,
        diplomas=regulation.finalists,
    )
