"""Two programs check a draw: the product, and ``docs/check_draw.py`` written from docs/draws.md alone."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.regulation.ceremonies import random_draw
from tests.volume import VOLUME
from tournament.regulation import draws
from tournament.regulation.event_file.fields import read_draw
from tournament.regulation.event_file.parse import write_draw

CHECKER = Path(__file__).parents[2] / "docs" / "check_draw.py"
DRAWS = 10_000 // (VOLUME.share**2)


@pytest.fixture(scope="module")
def checker() -> Any:
    return runpy.run_path(str(CHECKER))


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a record, the items of lists among them."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from _leaves(part, (*path, name))
    if not isinstance(value, dict | list):
        yield path


def _altered(record: dict[str, Any], path: tuple[Any, ...], rng: Random) -> dict[str, Any]:
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


def test_programs_agree_and_find_each_altered_field(checker: Any) -> None:
    rng = Random(20091122)
    fields_altered = set()
    for _draw in range(DRAWS):
        draw = random_draw(rng)
        record = json.loads(json.dumps(write_draw(draw)))
        assert read_draw(record) == draw
        assert draws.verify(draw) == []
        assert checker["problems"](record) == [], record
        # Of a draw made by hand only the impossible can be found: it is on the word of those present.
        proves = ("purpose", "outcome") if draw.by_hand else tuple(record)
        paths = [path for path in _leaves(record) if path[0] in proves and path[-1] != "previous_signature"]
        path = rng.choice(paths)
        changed = _altered(record, path, rng)
        fields_altered.add(tuple(part for part in path if isinstance(part, str)))
        assert draws.verify(read_draw(changed)), path
        assert checker["problems"](changed), path
    assert {("seed",), ("ceremony", "root"), ("contributions", "value"), ("ceremony", "inputs")} <= fields_altered


@pytest.mark.soak
def test_every_field_of_a_record_is_checked(checker: Any) -> None:
    rng = Random(4)
    for _draw in range(40):
        draw = random_draw(rng)
        record = json.loads(json.dumps(write_draw(draw)))
        for path in _leaves(record):
            # The signature before a beacon's round is bound by the beacon's own signature alone.
            if not draw.by_hand and path[-1] != "previous_signature":
                changed = _altered(record, path, rng)
                assert draws.verify(read_draw(changed)), path
                assert checker["problems"](changed), path


def test_checker_reads_an_event_file(checker: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = write_draw(random_draw(Random(1)))
    event_file = {"rounds": [{"kingdom": None, "tables": [{"draw": record}]}]}
    (tmp_path / "event.json").write_text(json.dumps(event_file), encoding="utf-8")
    assert checker["main"]([str(tmp_path / "event.json")]) == 0
    assert "rounds[0].tables[0]: agrees" in capsys.readouterr().out
    record["outcome"] = [*record["outcome"][1:], record["outcome"][0]]
    (tmp_path / "event.json").write_text(json.dumps(event_file), encoding="utf-8")
    assert checker["main"]([str(tmp_path / "event.json")]) == (0 if record["by_hand"] else 1)
