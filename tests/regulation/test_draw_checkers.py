"""Two programs check a draw: the product, and ``docs/check_draw.py`` written from docs/draws.md alone."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.regulation.ceremonies import altered, leaves, random_draw
from tests.volume import VOLUME
from tournament.regulation import draws
from tournament.regulation.event_file.fields import read_draw
from tournament.regulation.event_file.parse import write_draw

CHECKER = Path(__file__).parents[2] / "docs" / "check_draw.py"
#: Fewer than 400 do not alter every kind of field.
DRAWS = max(400, 10_000 // VOLUME.share**2)


@pytest.fixture(scope="module")
def checker() -> Any:
    return runpy.run_path(str(CHECKER))


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
        paths = [path for path in leaves(record) if path[0] in proves and path[-1] != "previous_signature"]
        path = rng.choice(paths)
        changed = altered(record, path, rng)
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
        for path in leaves(record):
            # The signature before a beacon's round is bound by the beacon's own signature alone.
            if not draw.by_hand and path[-1] != "previous_signature":
                changed = altered(record, path, rng)
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
