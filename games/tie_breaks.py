"""Places at a table from its rows and a game's tie-break chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .game import Criterion


def places(rows: Sequence[Mapping[str, int | None]], chain: Sequence[Criterion]) -> tuple[int | None, ...]:
    """Return the place of each row, from 1, in the order of the rows.

    Arguments:
        rows: per seat, the values of the chain and, where one was drawn, ``lot`` (1 ranks first).
        chain: the criteria in order. Rows equal on all of them and without lots share their place.

    Returns:
        None for every row if a value that could decide is missing.
    """
    keys = [_key(row, chain) for row in rows]
    complete_keys = [key for key in keys if key is not None]
    if len(complete_keys) < len(keys):
        return (None,) * len(keys)
    return tuple(1 + sum(other < key for other in complete_keys) for key in complete_keys)


def _key(row: Mapping[str, int | None], chain: Sequence[Criterion]) -> tuple[int, ...] | None:
    key: list[int] = []
    for criterion in chain:
        value = row.get(criterion.name)
        if value is None:
            return None
        key.append(value if criterion.fewer_is_better else -value)
    return (*key, row.get("lot") or 0)
