"""EX-51: a complete event with 13 players, derived again from its file."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from tests.regulation.example_event import EVENT, TEXT
from tournament.regulation.event_file.verify import parse, verify
from tournament.regulation.points import Fascia, event_points
from tournament.regulation.standings import tied_groups
from tournament.regulation.table_result import rank_table

DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules" / "regulation.md").read_text(encoding="utf-8")


def _letters() -> dict[str, str]:
    """Map the players of the file to the letters of the printed example, by the seats of round 1."""
    printed = re.findall(r"seats in playing order: ([A-Z, ]+);", DOCUMENT.partition("### EX-51")[2])[:4]
    seats = [player for table in EVENT["rounds"][0]["tables"] for player in table["seats"]]
    return dict(zip(seats, ", ".join(printed).split(", "), strict=True))


LETTER = _letters()


def test_example_without_findings() -> None:
    """EX-51: the file has no findings, and its final places are derived."""
    report = verify(parse(TEXT))
    assert report.findings == ()
    assert report.ok
    assert report.derived.places == EVENT["final_places"]
    assert verify(parse(TEXT.encode())).derived.places == EVENT["final_places"]


def test_example_every_criterion_decides_once() -> None:
    """EX-51: a, b, c, d and e decide a first place in rounds 1 and 2, and a decides the final."""
    tables = [table for info in EVENT["rounds"] for table in info["tables"]]
    why = [rank_table(table["results"])[0].decided_by for table in tables]
    assert why[:4] == ["turns", "gold", "coins", "actions"]
    assert why[4:8] == ["points", "lot", "points", "points"]
    assert why[8] == "turns"


def test_example_places_and_points() -> None:
    """EX-51: the final placing of the document, times 1, 2 and 4, and the sums 41.5, 83 and 166."""
    placing = DOCUMENT.partition("Final placing and Ranking points:")[2]
    printed = re.findall(r"\| (\d+) \| ([A-M]) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", placing)
    places = verify(parse(TEXT)).derived.places
    assert [LETTER[player] for player in places] == [row[1] for row in printed]
    for column, (fascia, total) in enumerate(zip(Fascia, ("41.5", "83", "166"), strict=True), start=2):
        points = [Fraction(row.multiplied, 2) for row in event_points(places, fascia)]
        assert points == [Fraction(row[column]) for row in printed]
        assert sum(points) == Fraction(total)


def test_example_standings() -> None:
    """EX-51: both standings of the document, with their lots."""
    tables = re.findall(r"\| (\d+) \| ([A-M]) \| (\d) \| (\d) \| (\d) \| (\d|-) \|", DOCUMENT)
    derived = verify(parse(TEXT)).derived.standings
    assert len(tables) == 26
    flat = [row for rows in derived for row in rows]
    for row, (position, letter, wins, seconds, thirds, lot) in zip(flat, tables, strict=True):
        assert (row.position, LETTER[row.player]) == (int(position), letter)
        assert (row.wins, row.seconds, row.thirds) == (int(wins), int(seconds), int(thirds))
        assert row.lot == (None if lot == "-" else int(lot))


def test_example_lots() -> None:
    """EX-51: C, M and B for the fourth seat of the final; a lot at places 10 and 11, worth half a point."""
    tables = verify(parse(TEXT)).derived.tables
    groups = [{LETTER[player] for player in group} for group in tied_groups(tables)]
    assert set("CMB") in groups
    assert set("GI") in groups
