"""Interpreted stand-ins for what the sources that ``script/compile`` compiles need. Never compiled itself.

The type checker and the compiler read ``mypyc_shim.pyi`` instead: there a zone is a packed vector of machine words
(``librt.vecs``). Interpreted, it is a list, and nothing but Python is needed. One rule keeps the two alike: a vector
has one owner, and what a function below returns is written back to where the vector came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

#: The one integer type of the compiled sources: values stay below 2**63, which no game comes near.
i64 = int


def _new_zone(items: Iterable[int] = (), capacity: int = 0) -> list[int]:
    return [*items]


#: ``vec[i64]([1, 2])`` makes a zone. A dictionary, because looking up a type in one costs least.
vec = {i64: _new_zone}


def append(cards: list[int], card: int) -> list[int]:
    """Return the zone with a card more at its end."""
    cards.append(card)
    return cards


def extend(cards: list[int], more: Iterable[int]) -> list[int]:
    """Return the zone with more cards at its end."""
    cards += more
    return cards


def remove(cards: list[int], card: int) -> list[int]:
    """Return the zone without the first copy of a card."""
    cards.remove(card)
    return cards


def mypyc_attr(**attributes: bool) -> Callable[[type], type]:
    """Return a class decorator that does nothing."""
    return lambda decorated: decorated
