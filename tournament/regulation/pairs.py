"""Pairs: two players who sit opposite each other and share place and points (Megalomania, S65-S67, S294).

The regulation knows single players only. In pairs the unit that is drawn, ranked and given lots is the pair: it stands
under the id of its first player, and the partner follows that player in every order. Tables are of two pairs, so that
every rule that counts players keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from games.game import Criterion
from tournament.regulation.parameters import LateEntries, Regulation
from tournament.regulation.table_result import ABANDONED, DOMINION_CHAIN, Place, rank_table, tied_groups

P = TypeVar("P", bound=Hashable)

#: The game that can be played in pairs.
GAME_IN_PAIRS: Final = "megalomania"
#: Pairs at a table, and the players of such a table: seats 1 and 3 against 2 and 4.
PAIRS_AT_TABLE: Final = 2
PLAYERS_AT_TABLE: Final = 4
#: The pairs of an event of single players.
NO_PAIRS: Final[Mapping[Any, Any]] = {}


def in_pairs(regulation: Regulation) -> Regulation:
    """Art. 1.5: return a version as it is applied to pairs: two pairs at each table, and two in the final.

    Nobody enters during round 1: a player who comes late has no partner.
    """
    readings = replace(regulation.readings, least_finalists=PLAYERS_AT_TABLE, late_entries=LateEntries.NEVER)
    return replace(regulation, pairs=True, table_size=PLAYERS_AT_TABLE, finalists=PLAYERS_AT_TABLE, readings=readings)


def firsts(order: Iterable[P], pairs: Mapping[P, P]) -> list[P]:
    """Return the first player of each pair, in order; everybody if nobody is in pairs.

    Arguments:
        pairs: partner by first player of the pair; empty if the event is not in pairs.
    """
    partners = set(pairs.values())
    return [player for player in order if player not in partners]


def with_partners(order: Iterable[P], pairs: Mapping[P, P]) -> list[P]:
    """Return the players with the partner of each right behind the first player of the pair."""
    return [each for player in order for each in ((player, pairs[player]) if player in pairs else (player,))]


def seated(order: Sequence[P], pairs: Mapping[P, P]) -> list[P]:
    """Return the seats of a table from the drawn order of its units: the partners opposite, in the same order."""
    return [*order, *(pairs[player] for player in order if player in pairs)]


def place_numbers(order: Iterable[P], pairs: Mapping[P, P]) -> dict[P, int]:
    """Return the place of each player of an order, from 1; a partner has the place of the pair.

    Arguments:
        order: first to last, each partner right behind the first player of the pair.
    """
    partners, places, place = set(pairs.values()), dict[P, int](), 0
    for player in order:
        place += player not in partners
        places[player] = max(place, 1)
    return places


def both(players: Iterable[P], pairs: Mapping[P, P]) -> set[P]:
    """Return the players and the partners of all of them."""
    chosen = set(players)
    return chosen | {each for pair in pairs.items() if chosen & set(pair) for each in pair}


def is_complete(pairs: Sequence[Collection[P]], players: Collection[P]) -> bool:
    """Return whether every player is in exactly one pair, and nobody else is."""
    members = [player for pair in pairs for player in pair]
    return len(members) == len(set(members)) and set(members) == set(players)


def _rows_of_pairs(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return one row a pair from the rows of four seats; a pair has abandoned if one of the two has (AMB-35)."""
    return [
        {**row, ABANDONED: bool(row.get(ABANDONED) or rows[index + PAIRS_AT_TABLE].get(ABANDONED))}
        for index, row in enumerate(rows[:PAIRS_AT_TABLE])
    ]


def tied_pairs(rows: Sequence[Any], chain: Sequence[Criterion] = DOMINION_CHAIN) -> list[list[int]]:
    """Art. 1.5 e: return the groups of pairs equal on everything, each by the seat of its first player, from 0.

    Arguments:
        rows: of the four seats, in order; both of a pair have the pair's values. Errors: as ``table_result``.
    """
    return tied_groups(_rows_of_pairs(rows), chain)


def rank_pairs(rows: Sequence[Any], chain: Sequence[Criterion] = DOMINION_CHAIN) -> list[Place]:
    """Art. 1.5: return the places of the four seats of a table in pairs; both of a pair have the pair's place.

    Errors: as ``table_result.rank_table``.
    """
    ranked = rank_table(_rows_of_pairs(rows), chain)
    return [replace(place, index=seat) for place in ranked for seat in (place.index, place.index + PAIRS_AT_TABLE)]
