"""Whole events, played by bots and checked from their files: an event made by the rules has no findings."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from games.game import Criterion
from tests.regulation.played_event import played_event
from tournament.regulation.event_file import checks as event_checks
from tournament.regulation.event_file.info import ResultInfo, TableInfo
from tournament.regulation.event_file.verify import parse, verify


def _verified(event: dict[str, Any]) -> list[str]:
    report = verify(parse(json.dumps(event)))
    errors = [f"{finding.path} {finding.code}" for finding in report.findings if finding.is_error]
    assert report.derived.places == event["final_places"]
    return errors


@pytest.mark.parametrize("players", [12, 13, 14, 15, 16, 17])
def test_whole_events(players: int) -> None:
    """REQ-701 to REQ-706, REQ-801, REQ-1107, REQ-1204, REQ-1303: 12 to 17 players, every draw recomputed."""
    event = played_event(players, sha256(str(players).encode()).hexdigest())
    assert _verified(event) == []
    assert len(event["rounds"]) == (3 if players < 16 else 4)


def test_departures_by_round() -> None:
    """AMB-12, AMB-32, EX-46: two leave after round 1, one after round 2, a finalist after round 3."""
    event = played_event(16, "5a" * 32, leaving={1: (1, 9), 2: (4,), 3: (2,)})
    assert _verified(event) == []
    assert [len(info["tables"]) for info in event["rounds"]] == [4, 4, 4, 1]
    assert len(event["rounds"][3]["tables"][0]["seats"]) == 4


def test_final_of_three_and_no_final() -> None:
    """AMB-33: nine leave before the final of twelve, then ten: three play, then nobody."""
    three = played_event(12, "3c" * 32, leaving={2: range(4, 13)})
    assert _verified(three) == []
    assert len(three["rounds"][2]["tables"][0]["seats"]) == 3
    none = played_event(12, "3c" * 32, leaving={2: range(3, 13)})
    assert _verified(none) == []
    assert len(none["rounds"]) == 2
    assert none["final_places"] == [row["player"] for row in none["rounds"][1]["standings"]]


def test_game_of_another_event_refused() -> None:
    """REQ-801: the kingdom is that of the round's own draw."""
    event, other = played_event(12, "11" * 32), played_event(12, "22" * 32)
    event["rounds"][0]["kingdom"]["draw"] = other["rounds"][0]["kingdom"]["draw"]
    assert _verified(event) == ["rounds[0].kingdom.drawn DRAW_OTHER_KINGDOM"]


def test_seats_contradict_draw() -> None:
    """REQ-904, AMB-10: with the record of the draw every exchange of seats is reported, equal turns or not."""
    event = played_event(12, "33" * 32)
    for r, info in enumerate(event["rounds"]):
        for t, table in enumerate(info["tables"]):
            original_seats = list(table["seats"])
            table["seats"] = [original_seats[1], original_seats[0], *original_seats[2:]]
            assert f"rounds[{r}].tables[{t}].seats DRAW_OTHER_SEATS" in _verified(event)
            table["seats"] = original_seats
    assert _verified(event) == []


def test_seat_draw_reused_at_another_table() -> None:
    """REQ-904: the record of one table copied to another."""
    event = played_event(12, "44" * 32)
    tables = event["rounds"][0]["tables"]
    tables[1]["draw"] = tables[0]["draw"]
    assert {"rounds[0].tables[1].draw.scope DRAW_REUSED", "rounds[0].tables[1].seats DRAW_OTHER_SEATS"} <= set(
        _verified(event)
    )
    tables[1]["draw"] = event["rounds"][0]["kingdom"]["draw"]
    assert "rounds[0].tables[1].draw.purpose BAD_PURPOSE" in _verified(event)


def test_other_game_sheet_contradicts_result() -> None:
    """REQ-605: a result that contradicts its sheet is reported at its number; fields the sheet omits are not."""
    chain = (Criterion("points"), Criterion("lost", fewer_is_better=True))
    rows = (ResultInfo("b", {"points": 7, "lost": 1}, None, 1), ResultInfo("a", {"points": 5, "lost": 2}, None, 2))
    table = TableInfo(number=1, seats=("a", "b"), results=rows)
    assert event_checks.table_order(table, chain, "t")[0] == ["b", "a"]
    findings = event_checks.row_findings(table, [{"points": 5, "lost": None}, {"points": 8, "lost": 1}], "t")
    assert [(f.path, f.value, f.bound) for f in findings] == [("t.results[0].points", 7, 8)]
