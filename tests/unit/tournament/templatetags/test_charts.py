"""Test the charts: the drawing holds the given numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation

from tournament.templatetags._charts import bump, columns, line_chart, share_bar, strip


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def test_strip_draws_a_bar_for_each_event_played_by_its_points() -> None:
    drawing = ElementTree.fromstring(strip([(1, 80), None, (3, 20), (9, 5)], most=80))
    bars = drawing.findall("rect")
    assert [bar.get("class") for bar in bars] == ["fo-strip__won", "fo-strip__final", "fo-strip__other"]
    assert [float(bar.get("height", "")) for bar in bars] == [26.0, 13.0, 6.5]
    assert [float(bar.get("x", "")) for bar in bars] == [0.9, 15.9, 23.4]
    assert drawing.get("aria-label") == "Event by event: 40 points, 1st; 10 points, 3rd; 2.5 points, 9th"


def test_strip_of_somebody_who_never_played_is_empty() -> None:
    assert strip([], 10) == strip([None, None], 10) == ""


def test_bump_draws_the_winner_last_and_the_cut_below_the_finalists() -> None:
    lines = [
        {"name": "Ada", "places": [2, 1], "finalist": True, "winner": True},
        {"name": "Bice", "places": [1, 2], "finalist": True},
        {"name": "Ciro", "places": [3]},
    ]
    chart = bump(["1", "Final"], lines, "Event", finalists=2)["drawings"][0]
    assert [(line["name"], line["strength"]) for line in chart["lines"]] == [
        ("Ciro", "other"),
        ("Bice", "finalist"),
        ("Ada", "winner"),
    ]
    heights = {line["name"]: line["end"][1] for line in chart["lines"]}
    cut = float(chart["cut"].split()[1].partition("q")[0])
    assert heights["Ada"] < heights["Bice"] < cut < heights["Ciro"]


def test_bump_of_two_hundred_players_draws_the_first_24() -> None:
    """A line that comes from a place outside the drawing has no start; every point lies within the drawing."""
    lines = [{"name": f"P{place}", "places": [201 - place, place]} for place in range(1, 201)]
    chart = bump(["1", "2"], lines, "Event")["drawings"][0]
    assert [line["name"] for line in chart["lines"]] == [f"P{place}" for place in range(1, 25)]
    assert {line["start"] for line in chart["lines"]} == {None}
    assert max(y for line in chart["lines"] for _, y in line["points"]) < chart["height"]


def test_bump_place_below_the_drawn_lines_is_within_the_drawing() -> None:
    """Players who left have no line, so one of two lines may come from third place."""
    chart = bump(["1", "2"], [{"name": "Ada", "places": [3, 1]}, {"name": "Bice", "places": [1, 2]}], "Event")
    for drawing in chart["drawings"]:
        assert max(y for line in drawing["lines"] for _, y in line["points"]) < drawing["height"]
        assert len(drawing["lines"]) == 2


def test_bump_narrow_drawing_fits_a_phone_with_whole_words_in_its_table() -> None:
    """Nine rounds and a name of forty letters: the drawing is as wide as a phone, the table has the whole name."""
    name = "Massimiliano Bartolomeo Della Rovere"
    stages = [*(f"Round {number}" for number in range(1, 10)), "Final"]
    chart = bump(stages, [{"name": name, "places": [1] * 10}], "Event")
    narrow = chart["drawings"][1]
    assert narrow["width"] <= 358
    assert [label for _, label in narrow["stages"]] == [*"123456789", "Final"]
    assert narrow["lines"][0]["name"] == "Massimiliano Bartol…"
    assert chart["table"]["rows"][0][0] == name


def test_bump_table_has_the_places_round_by_round() -> None:
    lines = [{"name": "Ada", "places": [2, 1], "finalist": True}, {"name": "Bice", "places": [1]}]
    table = bump(["Round 1", "Final"], lines, "Event")["table"]
    assert table["heads"] == ["Player", "Round 1", "Final"]
    assert table["rows"] == [("Ada", ["2nd", "1st"]), ("Bice", ["1st", ""])]


def test_columns_narrow_drawing_has_the_last_ones_on_a_round_scale() -> None:
    values = [{"value": number, "label": str(number), "top": "", "title": "", "kind": "other"} for number in range(13)]
    wide, narrow = columns(values, "Points", 9)["drawings"]
    assert [len(drawing["bars"]) for drawing in (wide, narrow)] == [13, 9]
    assert narrow["bars"][0]["value"] == 4
    assert [tick["number"] for tick in wide["ticks"]] == [0, 5, 10, 15]
    assert float(wide["bars"][0]["height"]) == 0
    assert columns([], "Points")["drawings"][0]["bars"] == []


def point(value: int, day: int = 1, margin: int = 0) -> dict[str, Any]:
    return {"value": value, "margin": margin, "label": f"{day}/7", "name": f"Coppa {day}", "words": str(value)}


def test_line_chart_of_a_rating_spans_its_uncertainty() -> None:
    drawing = line_chart([point(1500, 1, 300), point(1600, 2, 300)], "Rating", "Event", "Rating")["drawings"][0]
    assert [tick["number"] for tick in drawing["ticks"]] == [1000, 1250, 1500, 1750, 2000]
    heights = [float(corner.split(",")[1]) for corner in drawing["band"].split()]
    assert heights[0] < drawing["dots"][0]["y"] < heights[-1]
    assert drawing["dots"][1]["y"] < drawing["dots"][0]["y"]


def test_line_chart_of_ranks_labels_ranks_and_days_without_crowding() -> None:
    points = [point(rank, 13 - rank) for rank in range(12, 0, -1)]
    chart = line_chart(points, "Rank", "Event", "Place", last_rank=40)
    wide, narrow = chart["drawings"]
    assert [tick["number"] for tick in wide["ticks"]] == [1, 3, 10, 30]
    assert [len(drawing["dots"]) for drawing in (wide, narrow)] == [12, 8]
    for drawing in (wide, narrow):
        labelled = [dot["x"] for dot in drawing["dots"] if dot["label"]]
        assert min(right - left for left, right in pairwise(labelled)) >= 34
    assert wide["dots"][-1]["y"] < wide["dots"][0]["y"]
    assert chart["table"]["rows"][-1] == ("Coppa 12", ("1",))


def test_line_chart_of_a_panel_has_the_last_events_in_drawing_and_table() -> None:
    chart = line_chart([point(9, day) for day in range(1, 11)], "Rank", "Event", "Place", last_rank=40, panel=True)
    assert [(drawing["size"], len(drawing["dots"])) for drawing in chart["drawings"]] == [("panel", 6)]
    assert [name for name, _ in chart["table"]["rows"]] == [f"Coppa {day}" for day in range(5, 11)]


def test_columns_with_headings_have_a_table() -> None:
    values = [{"value": 2, "label": "14", "title": "", "kind": "other", "name": 14, "words": 2}]
    source = "{% load fossato_ui %}{% columns values 'Games by turns' 9 'Turns' 'Games' %}"
    html = Template(source).render(Context({"values": values}))
    assert "<summary>The numbers in a table</summary>" in html
    assert '<th scope="row">14</th><td class="number">2</td>' in html


def test_columns_least_line_replaces_the_number_of_the_axis_beside_it() -> None:
    values = [{"value": 13, "label": "9/26", "top": "13", "title": "", "kind": "final"}]
    drawing = columns(values, "Players", least=12)["drawings"][0]
    assert drawing["least"]["number"] == 12
    assert [tick["number"] for tick in drawing["ticks"]] == [0, 5, 10, 15]
    drawing = columns([{**values[0], "value": 80}], "Players", least=12)["drawings"][0]
    assert [tick["number"] for tick in drawing["ticks"]] == [0, 20, 40, 60, 80]
    drawing = columns([{**values[0], "value": 95}], "Players", least=22)["drawings"][0]
    assert [tick["number"] for tick in drawing["ticks"]] == [0, 40, 60, 80, 100]


def test_share_bar_stays_inside_its_frame() -> None:
    drawing = ElementTree.fromstring(share_bar(1.2, expected=0.25, low=-0.1, high=0.5))
    assert drawing[-2].get("width") == "100.0"
    assert [path.get("d") for path in drawing.iter("path")] == ["M0 9H100", "M0.0 9H50.0", "M25.0 1v16"]
    assert len(ElementTree.fromstring(share_bar(0.5))) == 2
