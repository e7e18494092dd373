"""Build true records of draws of every kind: tests alter them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from games.dominion.cards import KINGDOM
from tests.relays import OTHER_CHAIN, QUICKNET
from tournament.regulation import draws
from tournament.regulation.beacon import Beacon

BEACONS = tuple(Beacon(one["public_key"], one["round"], one["signature"]) for one in (QUICKNET, OTHER_CHAIN))


def random_draw(rng: Random) -> draws.Draw:
    """Return a true record: by the beacon, by a word with or without a round before it, or made by hand."""
    purpose = rng.choice(draws.PURPOSES)
    present = tuple(f"p{number:02}" for number in range(1, rng.randint(10, 31)))
    inputs = KINGDOM if purpose == draws.KINGDOM_DRAW else tuple(rng.sample(present, rng.randint(8, len(present))))
    seed, word = (
        rng.randbytes(32).hex(),
        draws.normalise_word(rng.choice(["ombrello", "perché no", "tre  gatti", "日本"])),
    )
    scope = rng.choice(["round-1", "round-2/table-3", "final", ""])
    beacon = rng.choice(BEACONS)
    kind = rng.choice(["hand", "word", "beacon", "after", "unknown"])
    spoken = beacon.randomness if kind == "beacon" else word
    draw = draws.make(purpose, scope, inputs, seed=seed, word=spoken)
    if kind == "hand":
        return replace(draw, seed="", word="", commitment="", by_hand=True)
    if kind == "word":
        return draw
    return replace(draw, beacon=replace(beacon, signature="") if kind == "unknown" else beacon)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a record, the items of lists among them."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from leaves(part, (*path, name))
    if not isinstance(value, dict | list):
        yield path


def altered(record: dict[str, Any], path: tuple[Any, ...], rng: Random) -> dict[str, Any]:
    """Return the record with one value changed, a hash by one digit."""
    changed = deepcopy(record)
    *folders, name = path
    place = changed
    for folder in folders:
        place = place[folder]
    value = place[name]
    if isinstance(value, bool):
        place[name] = not value
    elif len(value) in (64, 96):
        at = rng.randrange(len(value))
        digit = rng.choice([digit for digit in "0123456789abcdef" if digit != value[at]])
        place[name] = value[:at] + digit + value[at + 1 :]
    else:
        place[name] = value + "x"
    return changed
