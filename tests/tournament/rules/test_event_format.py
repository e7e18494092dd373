"""The strict reader of event files: every refusal names its path, what is there and what would be right."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tournament.rules.errors import BadEventFile
from tournament.rules.event_format import FORMAT, parse

TEXT = (Path(__file__).parents[2] / "data" / "event-13-players.json").read_text(encoding="utf-8")


def _refusal(source: Any) -> BadEventFile:
    with pytest.raises(BadEventFile) as refused:
        parse(source)
    return refused.value


@pytest.mark.parametrize(
    "source",
    [
        "",
        "   ",
        "{",
        "null",
        "[]",
        "3",
        '"text"',
        "NaN",
        "[" * 100_000,
        "1" * 10_000,
        b"\xff\xfe{",
        b"\x00",
        "{}",
        '{"format": "tournament-event/2"}',
        '{"format": "tournament-event/1"}',
        '{"format": "tournament-event/1", "event": 3}',
        '{"format": "tournament-event/1", "format": "tournament-event/1"}',
    ],
)
def test_no_event_file(source: str | bytes) -> None:
    refused = _refusal(source)
    assert refused.path
    assert refused.expected
    assert refused.sentence("it").startswith(refused.path)


@pytest.mark.parametrize("share", [10, 50, 90, 99])
def test_cut_short(share: int) -> None:
    refused = _refusal(TEXT[: len(TEXT) * share // 100])
    assert refused.path == "$"
    assert "line" in refused.problem


def test_a_mark_at_the_beginning_is_read() -> None:
    assert parse(b"\xef\xbb\xbf" + TEXT.encode()) == parse(TEXT)


@pytest.mark.parametrize(
    ("steps", "value", "path"),
    [
        (("format",), "score-sheet/1", "format"),
        (("colour",), "red", "colour"),
        (("event", "colour"), "red", "event.colour"),
        (("event", "game"), "chess", "event.game"),
        (("event", "regulation"), "9.9", "event.regulation"),
        (("event", "regulation"), 2.0, "event.regulation"),
        (("event", "first_day"), "04/07/2009", "event.first_day"),
        (("event", "fascia"), "IV", "event.fascia"),
        (("event", "rounds"), "2", "event.rounds"),
        (("event", "rounds"), True, "event.rounds"),
        (("event", "photos"), "one.jpg", "event.photos"),
        (("event", "season"), {"first_day": "2009-06-01"}, "event.season.last_day"),
        (("players",), {}, "players"),
        (("players", 3, "consent"), "yes", "players[3].consent"),
        (("players", 3), None, "players[3]"),
        (("rounds", 1, "tables", 0, "results", 2, "gold"), "1", "rounds[1].tables[0].results[2].gold"),
        (("rounds", 1, "tables", 0, "results", 2, "gold"), 1.0, "rounds[1].tables[0].results[2].gold"),
        (("rounds", 1, "tables", 0, "results", 2, "silver"), 1, "rounds[1].tables[0].results[2].silver"),
        (("rounds", 0, "tables", 1, "end"), "boredom", "rounds[0].tables[1].end"),
        (("rounds", 0, "kingdom"), None, "rounds[0].kingdom"),
        (("rounds", 0, "kingdom", "drawn", 4), 7, "rounds[0].kingdom.drawn[4]"),
        (("rounds", 0, "kingdom", "draw"), {"purpose": 1}, "rounds[0].kingdom.draw.purpose"),
        (("rounds", 2, "standings"), [], "rounds[2].standings"),
        (("final_places", 0), 1, "final_places[0]"),
    ],
)
def test_refusals_name_the_path(steps: tuple[Any, ...], value: Any, path: str) -> None:
    changed = json.loads(TEXT)
    place = changed
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = value
    refused = _refusal(changed)
    assert refused.path == path or (path == "rounds[2].standings" and value == [])
    assert all(refused.sentence(language) for language in ("it", "en"))


@pytest.mark.parametrize("field", ["name", "first_day", "game", "announcement", "rounds"])
def test_missing_fields_of_the_event(field: str) -> None:
    changed = json.loads(TEXT)
    del changed["event"][field]
    refused = _refusal(changed)
    assert (refused.path, refused.problem) == (f"event.{field}", "missing")


def test_missing_lot() -> None:
    changed = json.loads(TEXT)
    del changed["rounds"][0]["tables"][0]["results"][0]["lot"]
    assert _refusal(changed).path == "rounds[0].tables[0].results[0].lot"


def test_what_is_read() -> None:
    file = parse(TEXT)
    assert json.loads(TEXT)["format"] == FORMAT
    assert (file.event.rounds, file.event.regulation.version, len(file.players)) == (2, "2.0", 13)
    assert [info.final for info in file.rounds] == [False, False, True]
    assert [criterion.name for criterion in file.chain] == ["points", "turns", "gold", "coins", "actions"]
    optional = copy.deepcopy(json.loads(TEXT))
    optional["event"].update(referee="Arbitro", photos=["1.jpg"], forum_report="https://forum.example/2")
    assert parse(optional).event.photos == ("1.jpg",)
