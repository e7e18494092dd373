"""Build records of draws with a ceremony, true ones: tests alter them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from games.dominion.cards import KINGDOM
from tournament.regulation import ceremony, draws
from tournament.regulation.ceremony import Beacon, Ceremony, Contribution, FailedAttempt

DRAND_ROUNDS = Path(__file__).parents[1] / "data" / "drand-rounds.json"
#: Rounds that the drand beacon published, one of each scheme that the product reads.
BEACONS = tuple(
    Beacon(
        scheme=beacon_round["scheme"],
        key=beacon_round["public_key"],
        round=beacon_round["round"],
        signature=beacon_round["signature"],
        previous_signature=beacon_round.get("previous_signature", ""),
    )
    for beacon_round in json.loads(DRAND_ROUNDS.read_text("utf-8"))["rounds"]
)
#: Share of the random draws by hand, with a word alone, or with a list of version 2.
OF_VERSION_2 = 0.6
SECRET = bytes(range(32)).hex()


def player_ids(count: int) -> tuple[str, ...]:
    """Return the ids of the first players of an event."""
    return tuple(f"p{number:02}" for number in range(1, count + 1))


def true_ceremony(
    *,
    secret: str = SECRET,
    number: int = 1,
    word: str = "ombrello",
    inputs: Sequence[str] = player_ids(13),
    failures: Sequence[FailedAttempt] = (),
    nonces: dict[str, str] | None = None,
    step: str = "round-1",
    **fields: Any,
) -> tuple[Ceremony, tuple[Contribution, ...]]:
    """Return the record of a ceremony whose root is right, and its parts in the order of the list.

    Arguments:
        fields: of a list of version 3: results, promises, witnesses; or the beacon.
    """
    parts = tuple(Contribution(by, nonce, ceremony.digest(nonce)) for by, nonce in sorted((nonces or {}).items()))
    record = Ceremony(
        event="coppa-del-borgo",
        step=step,
        number=number,
        anchor=ceremony.chain_seed(secret, 0),
        server_seed=ceremony.chain_seed(secret, number),
        key="ab" * 32,
        before=ceremony.NOTHING_BEFORE,
        failures=tuple(failures),
        inputs=tuple(inputs),
        root="",
        **fields,
    )
    return replace(record, root=ceremony.list_root(record, word, parts)), parts


def random_draw(rng: Random) -> draws.Draw:
    """Return a true record of any kind: with a word alone, with a ceremony, or made by hand."""
    purpose = rng.choice(draws.PURPOSES)
    present = player_ids(rng.randint(9, 30))
    inputs = KINGDOM if purpose == draws.KINGDOM_DRAW else tuple(rng.sample(present, rng.randint(8, len(present))))
    seed, word = rng.randbytes(32).hex(), rng.choice(["ombrello", "perché no", "tre  gatti", "日本"])
    word = draws.normalise_word(word)
    scope = rng.choice(["round-1", "round-2/table-3", "final", ""])
    kind = rng.random()
    if kind < 0.2:
        draw = draws.make(purpose, scope, inputs, seed=seed, word=word)
        return replace(draw, seed="", word="", commitment="", by_hand=True)
    if kind < 0.4:
        return draws.make(purpose, scope, inputs, seed=seed, word=word)
    failures = tuple(
        FailedAttempt(rng.randbytes(32).hex(), tuple(rng.sample(present, rng.randint(0, 2))))
        for _attempt in range(rng.choice([0, 0, 1, 3]))
    )
    fields: dict[str, Any] = {"beacon": rng.choice([None, None, *BEACONS])}
    if kind > OF_VERSION_2:
        line = ceremony.promise(purpose, scope, draws.commit(seed))
        fields |= {"results": rng.randbytes(32).hex(), "promises": ("kingdom round-9 " + "0" * 64, line)}
        fields["witnesses"] = rng.choice([(), tuple(rng.sample(present, 2))])
    giving = rng.sample(present, rng.choice([0, 1, 5, len(present)]) % (len(present) + 1))
    nonces = {player: rng.randbytes(32).hex() for player in giving}
    record, parts = true_ceremony(
        secret=rng.randbytes(32).hex(),
        number=rng.choice([1, 2, 9]),
        word=word,
        inputs=present,
        failures=failures,
        nonces=nonces,
        step="round-1",
        **fields,
    )
    ceremony_seed = ceremony.outcome_seed(record, parts)
    draw = draws.make(purpose, scope, inputs, seed=seed, word=word, ceremony_seed=ceremony_seed)
    return replace(draw, contributions=parts, ceremony=record)


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
    elif isinstance(value, int):
        place[name] = value + 1
    elif len(value) == 64:
        at = rng.randrange(64)
        place[name] = (
            value[:at] + rng.choice([digit for digit in "0123456789abcdef" if digit != value[at]]) + value[at + 1 :]
        )
    else:
        place[name] = value + "x"
    return changed
