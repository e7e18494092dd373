"""Chart of the standings of an event round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.formatting import ordinal

from .._library import register
from . import axes

#: With more than `_MOST` lines the chart is unreadable: only the first `_SHOWN` are drawn, and players from further
#: down enter from below.
_MOST, _SHOWN = 40, 24


@dataclass(frozen=True, slots=True)
class _Size:
    """Measures of a drawing.

    Arguments:
        row, column: distance of places and stages; top: of the first place; left, right: space for names.
        letters: most letters of a name; the table has it whole.
    """

    name: str
    row: int
    top: int
    left: int
    column: float
    right: int
    letters: int


def _sizes(stages: int) -> tuple[_Size, _Size]:
    """Return the measures on a desktop, with names at both ends, and on a phone, with names at the right end."""
    left, right = 14, 158
    column = min(60.0, (axes.NARROW - left - right) / max(1, stages - 1))
    return _Size("wide", 27, 52, 190, 170, 220, 60), _Size("narrow", 23, 44, left, column, right, 20)


def _curve(points: Sequence[tuple[float, int]]) -> str:
    path = f"M{points[0][0]:g} {points[0][1]}"
    for (x, y), (to_x, to_y) in pairwise(points):
        middle = (x + to_x) / 2
        path += f"C{middle:g} {y} {middle:g} {to_y} {to_x:g} {to_y}"
    return path


def _line(line: Mapping[str, Any], rows: int, size: _Size) -> dict[str, Any]:
    places = [min(place, rows) for place in line["places"]]
    points = [(round(size.left + size.column * at, 1), size.top + size.row * (p - 1)) for at, p in enumerate(places)]
    name = line["name"]
    return {
        "name": name if len(name) <= size.letters else f"{name[: size.letters - 1].rstrip()}…",
        "strength": "winner" if line.get("winner") else "finalist" if line.get("finalist") else "other",
        "path": _curve(points),
        "points": points,
        "start": points[0] if size.name == "wide" and line["places"][0] == places[0] else None,
        "end": points[-1],
        "place": line["places"][-1],
    }


def _mark(line: Mapping[str, Any]) -> SafeString:
    """Draw a line with its name, without a template: an event of 40 players has 200 points in two drawings."""
    radius, name = 6 if line["strength"] == "winner" else 4, escape(line["name"])
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in line["points"])
    (x, y), before = line["end"], ""
    if line["start"]:
        at, height = line["start"]
        before = f'<text x="{at}" y="{height}" dx="-14" dy="5" text-anchor="end">{name}</text>'
    return SafeString(
        f'<g class="fo-bump__{line["strength"]}"><path d="{line["path"]}"/>{dots}{before}'
        f'<text x="{x}" y="{y}" dx="12" dy="5">{ordinal(line["place"])} {name}</text></g>'
    )


def _drawing(
    stages: Sequence[str], lines: Sequence[Mapping[str, Any]], rows: int, finalists: int, size: _Size
) -> dict[str, Any]:
    order = ("other", "finalist", "winner")
    drawn = sorted((_line(line, rows, size) for line in lines), key=lambda line: order.index(line["strength"]))
    for line in drawn:
        line["mark"] = _mark(line)
    at_cut = size.left + size.column * max(0, len(stages) - 2)
    waves = round(min(170, size.column) / 12)
    cut = f"M{at_cut - 5:g} {size.top + size.row * finalists - size.row / 2:g}" + "q3 3 6 0t6 0" * waves
    labels = stages if size.name == "wide" else [*map(str, range(1, len(stages))), stages[-1]]
    return {
        "size": size.name,
        "width": round(size.left + size.column * (len(stages) - 1) + size.right),
        "height": size.top + size.row * rows + 2,
        "stages": [(round(size.left + size.column * at, 1), label) for at, label in enumerate(labels)],
        "lines": drawn,
        "cut": cut if finalists else "",
    }


@register.inclusion_tag("components/bump.html")
def bump(
    stages: Sequence[str], lines: Sequence[Mapping[str, Any]], title: str, description: str = "", finalists: int = 0
) -> dict[str, Any]:
    """Draw the standings of an event round by round, for a desktop and a phone, with a folded table of the same places.

    `stages`: labels of the columns, the last may be the final. `lines`: {"name", "places": one per stage (finalists
    have one more), "finalist": bool, "winner": bool}, by final place. `finalists`: the cut line is drawn below that
    many.
    """
    shown_lines = lines if len(lines) <= _MOST else lines[:_SHOWN]
    # A player who left has no line, while the places below theirs stay, so the last place can exceed the line count.
    last_place = max((place for line in shown_lines for place in line["places"]), default=0)
    rows = last_place if shown_lines is lines else _SHOWN + 1
    cells = [
        (line["name"], [*map(ordinal, line["places"]), *[""] * (len(stages) - len(line["places"]))])
        for line in shown_lines
    ]
    return {
        "drawings": [_drawing(stages, shown_lines, rows, finalists, size) for size in _sizes(len(stages))],
        "title": title,
        "description": description,
        "table": {"heads": [_("Player"), *stages], "rows": cells},
    }
