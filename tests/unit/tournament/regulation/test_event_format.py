"""Test the strict parser of event files: every error names the path, the value and what was expected."""

from __future__ import annotations

import copy
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tournament.core.messages import sentence
from tournament.regulation.beacon import Beacon
from tournament.regulation.event_file.fields import FORMAT, OPTIONAL
from tournament.regulation.event_file.parse import parse, write_draw
from tournament.regulation.event_file.verify import verify
from tournament.regulation.refusals import BadEventFile
from tournament.regulation.validity import Season

DATA = Path(__file__).parents[3] / "data"
#: A file of version 1, and one of version 2 with every optional field.
TEXT = (DATA / "event-13-players.json").read_text(encoding="utf-8")
TEXT_2 = (DATA / "event-13-players-2.json").read_text(encoding="utf-8")
DOCS = Path(__file__).parents[4] / "docs" / "formats.md"


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
        '{"format": "tournament-event/3"}',
        '{"format": "tournament-event/1"}',
        '{"format": "tournament-event/1", "event": 3}',
        '{"format": "tournament-event/1", "format": "tournament-event/1"}',
    ],
)
def test_parse_invalid_file_is_refused_with_path_and_expectation(source: str | bytes) -> None:
    refused = _refusal(source)
    assert refused.path
    assert refused.expected
    assert sentence(refused, "it").startswith(refused.path)


@pytest.mark.parametrize("share", [10, 50, 90, 99])
def test_parse_truncated_file_is_refused(share: int) -> None:
    refused = _refusal(TEXT[: len(TEXT) * share // 100])
    assert refused.path == "$"
    assert "line" in refused.problem


def test_parse_accepts_a_byte_order_mark() -> None:
    assert parse(b"\xef\xbb\xbf" + TEXT.encode()) == parse(TEXT)


@pytest.mark.parametrize(
    ("steps", "value", "path"),
    [
        (("format",), "score-sheet/1", "format"),
        (("colour",), "red", "colour"),
        (("event", "colour"), "red", "event.colour"),
        (("event", "game"), "chess", "event.game"),
        pytest.param(("event", "regulation"), "9.9", "event.regulation", marks=pytest.mark.django_db),
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
def test_parse_invalid_value_names_its_path(steps: tuple[Any, ...], value: Any, path: str) -> None:
    changed = json.loads(TEXT)
    place = changed
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = value
    refused = _refusal(changed)
    assert refused.path == path or (path == "rounds[2].standings" and value == [])
    assert all(sentence(refused, language) for language in ("it", "en"))


@pytest.mark.parametrize("field", ["name", "first_day", "game", "announcement", "rounds"])
def test_parse_missing_field_of_the_event_is_refused(field: str) -> None:
    changed = json.loads(TEXT)
    del changed["event"][field]
    refused = _refusal(changed)
    assert (refused.path, refused.problem) == (f"event.{field}", "missing")


def test_parse_missing_lot_is_refused() -> None:
    changed = json.loads(TEXT)
    del changed["rounds"][0]["tables"][0]["results"][0]["lot"]
    assert _refusal(changed).path == "rounds[0].tables[0].results[0].lot"


def test_parse_returns_the_data_of_version_1() -> None:
    file = parse(TEXT)
    assert json.loads(TEXT)["format"] == "tournament-event/1"
    assert (file.event.rounds, file.event.regulation.version, len(file.players)) == (2, "2.0", 13)
    assert [info.final for info in file.rounds] == [False, False, True]
    assert [criterion.name for criterion in file.chain] == ["points", "turns", "gold", "coins", "actions"]
    optional = copy.deepcopy(json.loads(TEXT))
    optional["event"].update(referee="Arbitro", photos=["1.jpg"], forum_report="https://forum.example/2")
    assert parse(optional).event.photos == ("1.jpg",)


def _objects(value: Any) -> list[dict[str, Any]]:
    """Return every object inside a JSON value."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, dict) else []), *(nested for part in inside for nested in _objects(part))]


def test_parse_version_2_file_with_every_optional_field() -> None:
    written = json.loads(TEXT_2)
    assert written["format"] == FORMAT
    present_names = {name for item in _objects(written) for name in item}
    assert {item.name for item in OPTIONAL if item.dominion is not False} <= present_names
    file = parse(TEXT_2)
    assert [item.code for item in verify(file).findings] == [
        "EVENT_PLAYED_ELSEWHERE",
        "EVENT_MINUTES",
        "EVENT_DRAWN_OUTSIDE",
        "DRAW_REPEATED",
        "DRAW_BY_HAND",
        "EVENT_ABANDONED",
        "EVENT_NO_SHOW",
    ]
    event, first = file.event, file.rounds[0]
    assert (event.minutes, event.minutes_reason) == (40, "La sala chiude alle otto")
    assert (event.final_has_clock, event.final_clock_reason) == (True, "La sala chiude alle otto")
    assert (event.announced_on, event.authorised_on) == (date(2009, 6, 20), date(2009, 6, 22))
    assert (event.season, event.regulation_values) == (
        Season(date(2009, 6, 1), date(2009, 10, 15), "dominion"),
        {"minutes": 45},
    )
    assert (first.drawn_on, first.dates_reason) == (date(2009, 7, 3), "Sorteggio la sera prima")
    assert [(item.scope, item.reason, item.by) for item in first.repeated_draws] == [
        ("round-1", "Un giocatore in ritardo", "organizzatore")
    ]
    assert [item.beacon_round for item in first.repeated_draws] == [5204118]
    assert [item.witnesses for item in first.draws_by_hand] == [("p01", "other")]
    draw = first.tables[0].draw
    assert draw is not None
    assert (draw.by_phones, draw.beacon) == (True, Beacon("ab", 7, "cd"))
    assert write_draw(draw) == written["rounds"][0]["tables"][0]["draw"]
    absent = file.rounds[1].tables[3].results
    assert {(row.values["points"] is None, row.values["gold"]) for row in absent} == {(False, None)}


def test_parse_file_of_a_draw_by_phones_is_read_and_not_recomputed() -> None:
    older = json.loads(TEXT_2)
    first = older["rounds"][0]
    first["failed_draws"] = [{"step": "round-1", "number": 1, "root": "0" * 64, "missing": ["p02"]}]
    first["draws_by_hand"][0]["confirmed_by"] = ["p01", "p02"]
    first["tables"][0]["draw"] |= {"by_hand": False, "by_phones": None, "beacon": None, "ceremony": {}}
    first["tables"][0]["draw"]["contributions"] = [{"by": "p01", "value": "sette", "commitment": "0" * 64}]
    file = parse(older)
    draw = file.rounds[0].tables[0].draw
    assert draw is not None
    assert draw.by_phones
    assert "DRAW_BY_PHONES" in {finding.code for finding in verify(file).findings}


def _parts(file: dict[str, Any], part: str) -> list[dict[str, Any]]:
    """Return every object of a file that may hold the optional fields of a part."""
    rounds = file["rounds"]
    tables = [table for round_ in rounds for table in round_["tables"]]
    kingdoms = [round_["kingdom"] for round_ in rounds]
    draws = [record["draw"] for record in (*kingdoms, *tables) if "draw" in record]
    records = {
        "event": [file["event"]],
        "season": [file["event"]["season"]],
        "round": rounds,
        "repeated_draw": [record for round_ in rounds for record in round_.get("repeated_draws", [])],
        "draw_by_hand": [record for round_ in rounds for record in round_.get("draws_by_hand", [])],
        "kingdom": kingdoms,
        "table": tables,
        "result": [row for table in tables for row in table["results"]],
        "draw": draws,
    }
    return records[part]


def test_parse_optional_field_may_be_absent_or_null() -> None:
    for optional in [field for field in OPTIONAL if field.dominion is not False]:
        absent, null = json.loads(TEXT_2), json.loads(TEXT_2)
        for record in _parts(absent, optional.part)[: -1 if optional.name == "final" else None]:
            record.pop(optional.name, None)
        for record in _parts(null, optional.part)[: -1 if optional.name == "final" else None]:
            record[optional.name] = None
        assert parse(absent) == parse(null), optional


def test_parse_version_1_refuses_fields_of_version_2() -> None:
    golden = json.loads(TEXT_2)
    for optional in [field for field in OPTIONAL if field.part in ("event", "round")]:
        written = json.loads(TEXT)
        into, source = (written["event"], golden["event"]) if optional.part == "event" else (written["rounds"][0],) * 2
        into[optional.name] = source.get(optional.name)
        if optional.since == 1:
            parse(written)
        else:
            assert _refusal(written).problem == "unknown field", optional


def test_optional_fields_are_described_in_the_documentation() -> None:
    described = set(re.findall(r"`(\w+)`", DOCS.read_text(encoding="utf-8")))
    assert {optional.name for optional in OPTIONAL} - described == set()


@pytest.mark.parametrize("name", ["gold", "coins", "actions"])
def test_verify_names_a_number_that_a_tie_needs(name: str) -> None:
    """Art. 1.5: round 2, table 2 has two players who tie on every criterion."""
    written = json.loads(TEXT)
    rows = written["rounds"][1]["tables"][1]["results"]
    for field in ("gold", "coins", "actions", "deck"):
        for row in rows:
            row.pop(field, None) if field in (name, "deck") else None
    errors = [finding for finding in verify(parse(written)).findings if finding.is_error]
    paths = [finding.path for finding in errors if finding.code == "EVENT_CRITERION_MISSING"]
    assert paths == [f"rounds[1].tables[1].results[0].{name}"]
