"""Read an uploaded event file within bounds: its bytes before it is parsed, its lists before it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.exchange.errors import FileTooLarge, FileTooManyItems
from tournament.exchange.importing import object_of

MEGABYTE = 1024 * 1024
#: Megabytes of a file; an event of 64 players takes less than one.
MOST_MEGABYTES = 5
MOST_BYTES = MOST_MEGABYTES * MEGABYTE
#: Items of one list or object: the checks of a file compare every player with every other.
MOST_ITEMS = 500
#: Rounds of an event, the final included: each is checked against all before it.
MOST_ROUNDS = 20
#: Items of all lists and objects together.
MOST_VALUES = 400_000


def read_upload(data: bytes) -> Mapping[str, Any]:
    """Return the object of an uploaded file.

    Errors: FileTooLarge; FileTooManyItems; BadEventFile.
    """
    if len(data) > MOST_BYTES:
        raise FileTooLarge(most=MOST_MEGABYTES)
    content = object_of(data)
    rounds = content.get("rounds")
    if isinstance(rounds, list) and len(rounds) > MOST_ROUNDS:
        raise FileTooManyItems(most=MOST_ROUNDS)
    waiting: list[Any] = [content]
    count = 0
    while waiting:
        value = waiting.pop()
        if len(value) > MOST_ITEMS:
            raise FileTooManyItems(most=MOST_ITEMS)
        count += len(value)
        if count > MOST_VALUES:
            raise FileTooManyItems(most=MOST_VALUES)
        waiting += [
            inside
            for inside in (value.values() if isinstance(value, Mapping) else value)
            if isinstance(inside, Mapping | list)
        ]
    return content
