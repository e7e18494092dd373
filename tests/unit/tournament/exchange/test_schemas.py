"""The JSON Schemas of the file formats: in agreement with the readers on altered files."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from games import record, registry
from games.cli.commands import SHEET_FORMAT, Unreadable, read_sheet
from games.game import GameError
from tests.conftest import ROOT
from tests.volume import part_of
from tournament.exchange.schemas import file_schemas
from tournament.regulation.event_file.parse import parse
from tournament.regulation.refusals import BadEventFile

DATA = ROOT / "tests" / "data"
#: Alterations tried of each file.
TRIES = part_of(4000)
#: Values of every JSON type.
VALUES = (None, True, False, 0, -3, 10**20, 1.5, "", "x", "2009-07-04", "provinces", [], [[]], ["x"], {}, {"x": 1})
#: What the readers compare with other data than the form: the number and values of a version of the regulation.
BEYOND_FORM = {"regulation", "regulation_values"}


@cache
def _validator(name: str) -> Any:
    return jsonschema_rs.validator_for(file_schemas()[name], validate_formats=True)


def _read_sheet(content: Any) -> None:
    """Read a sheet as the command ``check`` does, which compares the format first."""
    if content.get("format") != SHEET_FORMAT:
        raise Unreadable("format", "is another one")
    read_sheet(content)


READERS: dict[str, tuple[Callable[[Any], Any], type[Exception]]] = {
    "tournament-event-1": (parse, BadEventFile),
    "tournament-event-2": (parse, BadEventFile),
    "game-record-1": (record.from_dict, record.RecordError),
    "score-sheet-1": (_read_sheet, GameError),
}


def _sheet() -> dict[str, Any]:
    return {"format": "score-sheet/1", "game": "dominion", "players": ["a", "b"], "sheet": {"end": "piles"}}


def _of_file(name: str) -> Callable[[], Any]:
    return lambda: json.loads((DATA / name).read_text())


FILES: dict[str, Callable[[], Any]] = {
    "tournament-event-1": _of_file("event-13-players.json"),
    "tournament-event-2": _of_file("event-13-players-2.json"),
    "game-record-1": _of_file("transcripts/first_game.json"),
    "score-sheet-1": _sheet,
}


def _is_read(name: str, content: Any) -> bool:
    read, error = READERS[name]
    try:
        read(content)
    except error:
        return False
    return True


def _places(value: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any, tuple[str, ...]]]:
    """Yield each container with a key, and the names of the fields on the way to it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        way = (*names, key) if isinstance(key, str) else names
        yield value, key, way
        yield from _places(part, way)


def _alter(content: Any, luck: random.Random) -> str:
    """Remove, add or replace one field or item; return what was done."""
    places = [place for place in _places(content) if not BEYOND_FORM & set(place[2])]
    container, key, way = luck.choice(places)
    act = luck.choice(("remove", "add", "replace", "replace"))
    if act == "remove":
        del container[key]
    elif act == "add" and isinstance(container, dict):
        container["unknown"] = luck.choice(VALUES)
    else:
        container[key] = copy.deepcopy(luck.choice(VALUES))
    return f"{act} {'.'.join(way)}[{key}]"


@pytest.mark.parametrize("name", sorted(READERS))
def test_schema_accepts_what_its_reader_reads(name: str) -> None:
    assert _validator(name).is_valid(FILES[name]())
    luck = random.Random(name)
    original, disagreements = FILES[name](), []
    for _try in range(TRIES):
        content = copy.deepcopy(original)
        done = _alter(content, luck)
        if _validator(name).is_valid(content) != _is_read(name, content):
            disagreements.append(done)
    assert disagreements == []


def test_event_of_every_game_has_its_own_rounds() -> None:
    branches = file_schemas()["tournament-event-2"]["allOf"]
    assert len(branches) == len(registry.slugs())
