"""Two programs check a draw: the product, and ``docs/check_draw.py`` written from docs/draws.md alone."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.findings import Finding
from tests.regulation.random_draws import altered, leaves, random_draw
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


def _provable(draw: draws.Draw, record: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return the paths of the values that a change is found in without the pairing check of the beacon's signature.

    Of a draw made by hand only the impossible can be found: it is on the word of those who watched. A round in whose
    place a word came decides nothing.
    """
    proves = ("purpose", "outcome") if draw.by_hand else tuple(record)
    unbound = {("beacon", "round"), ("beacon", "key")}
    if draw.guarantee() is not draws.Guarantee.BEACON:
        unbound.add(("beacon", "signature"))
    return [path for path in leaves(record) if path[0] in proves and path not in unbound]


def _is_wrong(findings: list[Finding]) -> bool:
    return any(finding.is_error for finding in findings)


def test_programs_agree_and_find_each_altered_field(checker: Any) -> None:
    rng = Random(20091122)
    fields_altered = set()
    for _draw in range(DRAWS):
        draw = random_draw(rng)
        record = json.loads(json.dumps(write_draw(draw)))
        assert read_draw(record) == draw
        assert not _is_wrong(draws.verify(draw))
        assert checker["problems"](record) == [], record
        path = rng.choice(_provable(draw, record))
        changed = altered(record, path, rng)
        fields_altered.add(tuple(part for part in path if isinstance(part, str)))
        assert _is_wrong(draws.verify(read_draw(changed))), path
        assert checker["problems"](changed), path
    assert {("seed",), ("word",), ("commitment",), ("outcome",), ("beacon", "signature")} <= fields_altered


def test_programs_agree_on_what_the_beacon_would_have_given(checker: Any) -> None:
    rng = Random(5)
    fallen = [draw for draw in (random_draw(rng) for _draw in range(200)) if draws.by_beacon(draw)]
    assert fallen
    for draw in fallen:
        (note,) = checker["notes"](json.loads(json.dumps(write_draw(draw))))
        assert note.endswith(" ".join(draws.by_beacon(draw)))


def test_checker_reads_an_event_file(checker: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = write_draw(random_draw(Random(1)))
    event_file = {"rounds": [{"kingdom": None, "tables": [{"draw": record}]}]}
    (tmp_path / "event.json").write_text(json.dumps(event_file), encoding="utf-8")
    assert checker["main"]([str(tmp_path / "event.json")]) == 0
    assert "rounds[0].tables[0]: agrees" in capsys.readouterr().out
    record["outcome"] = [*record["outcome"][1:], record["outcome"][0]]
    (tmp_path / "event.json").write_text(json.dumps(event_file), encoding="utf-8")
    assert checker["main"]([str(tmp_path / "event.json")]) == (0 if record["by_hand"] else 1)
