"""Charts drawn as SVG without scripts; each has a title, and a table or list beside it shows the same data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from django.utils import formats
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.dates import date_words
from tournament.core.formatting import is_italian, ordinal, points

from ._library import register
from ._words import EVENT_STATES

_SLOT, _BAR, _STRIP_HEIGHT = 7.5, 5.7, 26.0


@register.simple_tag
def strip(results: Sequence[tuple[int, int] | None], most: int, finalists: int = 4) -> SafeString:
    """Draw what a player got from each event of a season as bars, a slot for each event.

    `results`: (place, half points) of each event, None where the player was not; the height is the square root of the
    points, so that one point is still seen beside forty. `most`: half points of the highest bar of all the rows, which
    share a scale. `finalists`: places that played the final of an event.
    """
    if not any(results):
        return SafeString("")
    width = _SLOT * len(results)
    bars, result_labels = [], []
    for at, result in enumerate(results):
        if result is None:
            continue
        place, half_points = result
        height = _STRIP_HEIGHT * math.sqrt(max(half_points, 0) / max(most, half_points, 1))
        kind = "won" if place == 1 else "final" if place <= finalists else "other"
        bars.append(
            f'<rect class="fo-strip__{kind}" x="{_SLOT * at + 0.9:.1f}" y="{27 - height:.1f}"'
            f' width="{_BAR}" height="{height:.1f}"/>'
        )
        result_labels.append(
            _("%(points)s points, %(place)s") % {"points": points(half_points), "place": ordinal(place)}
        )
    label = escape(_("Event by event: %(results)s") % {"results": "; ".join(result_labels)})
    # Fifty of these stand on a page: only the label can hold a letter that needs escaping.
    return SafeString(
        f'<svg class="fo-strip" viewBox="0 0 {width:g} 28" role="img" aria-label="{label}">'
        f'<path class="fo-strip__base" d="M0 27.5H{width:g}"/>{"".join(bars)}</svg>'
    )


# ---------------------------------------------------------------- standings round by round

_ROW, _TOP, _LEFT, _COLUMN, _RIGHT = 27, 52, 190, 170, 220
#: With more than `_MOST` lines the chart is unreadable: only the first `_SHOWN` are drawn, and players from further
#: down enter from below.
_MOST, _SHOWN = 40, 24


def _curve(points: Sequence[tuple[int, int]]) -> str:
    path = f"M{points[0][0]} {points[0][1]}"
    for (x, y), (to_x, to_y) in pairwise(points):
        middle = (x + to_x) / 2
        path += f"C{middle:g} {y} {middle:g} {to_y} {to_x} {to_y}"
    return path


def _bump_line(line: Mapping[str, Any], stages: int, rows: int) -> dict[str, Any]:
    places = [min(place, rows) for place in line["places"]]
    points = [(_LEFT + _COLUMN * at, _TOP + _ROW * (place - 1)) for at, place in enumerate(places)]
    strength = "winner" if line.get("winner") else "finalist" if line.get("finalist") else "other"
    return {
        "name": line["name"],
        "strength": strength,
        "path": _curve(points),
        "points": points,
        "start": points[0] if line["places"][0] == places[0] else None,
        "end": points[-1],
        "place": line["places"][-1],
        "last_stage": len(points) == stages,
    }


@register.inclusion_tag("components/bump.html")
def bump(
    stages: Sequence[str], lines: Sequence[Mapping[str, Any]], title: str, description: str = "", finalists: int = 0
) -> dict[str, Any]:
    """Draw the standings of an event round by round.

    `stages`: labels of the columns, the last may be the final. `lines`: {"name", "places": one per stage (finalists
    have one more), "finalist": bool, "winner": bool}, by final place. `finalists`: the cut line is drawn below that
    many.
    """
    shown_lines = lines if len(lines) <= _MOST else lines[:_SHOWN]
    # A player who left has no line, while the places below theirs stay, so the last place can exceed the line count.
    last_place = max((place for line in shown_lines for place in line["places"]), default=0)
    rows = last_place if shown_lines is lines else _SHOWN + 1
    order = ("other", "finalist", "winner")
    drawn = sorted(
        (_bump_line(line, len(stages), rows) for line in shown_lines), key=lambda line: order.index(line["strength"])
    )
    at_cut = _LEFT + _COLUMN * max(0, len(stages) - 2)
    cut = f"M{at_cut - 5} {_TOP + _ROW * finalists - 13.5}" + "q3 3 6 0t6 0" * 14 if finalists else ""
    return {
        "width": _LEFT + _COLUMN * (len(stages) - 1) + _RIGHT,
        "height": _TOP + _ROW * rows + 2,
        "stages": [(_LEFT + _COLUMN * at, stage_label) for at, stage_label in enumerate(stages)],
        "lines": drawn,
        "cut": cut,
        "title": title,
        "description": description,
    }


# ---------------------------------------------------------------- the season as a time line

_WIDTH, _EDGE, _BASE = 1116, 12, 52
# shields closer than this are stacked, at most so many
_NEAR, _STACK = 12, 3
_SMALL = "M-5-6H5v7c0 3.5-2.5 5-5 6-2.5-1-5-2.5-5-6z"
_LARGE = "M-8-11H8v12c0 5-4 7.5-8 9-4-1.500-8-4-8-9z"
# state: (fill, stroke); events in other states are not drawn
_PAINT: dict[str, tuple[str, str]] = {
    "announced": ("--fo-surface", "--fo-control"),
    "authorised": ("--fo-surface", "--fo-moat"),
    "checkin": ("--fo-or", "--fo-moat"),
    "running": ("--fo-or", "--fo-moat"),
    "concluded": ("--fo-moat-edge", "--fo-moat"),
    "reported": ("--fo-moat-edge", "--fo-moat"),
    "homologated": ("--fo-moat", "--fo-moat"),
    "invalidated": ("--fo-surface", "--fo-seal"),
    "not_homologated": ("--fo-surface", "--fo-seal"),
    "void": ("--fo-surface", "--fo-seal"),
}
_LEGEND = ("announced", "authorised", "running", "reported", "homologated", "invalidated")


def _shield(state: str, large: bool = False) -> dict[str, Any]:
    fill, stroke = _PAINT[state]
    return {"d": _LARGE if large else _SMALL, "fill": fill, "stroke": stroke, "crossed": stroke == "--fo-seal"}


def _months(start: date, end: date) -> Iterable[date]:
    first = start
    while first <= end:
        yield first
        first = (first.replace(day=1) + timedelta(days=32)).replace(day=1)


def _month(day: date) -> str:
    name = formats.date_format(day, "F")
    return name.lower() if is_italian() else name


#: Height of the drawing; extra height if the label "today" is above a stack; half that label's width plus a shield's.
_HEIGHT, _LIFT, _WORD = 92, 18, 60


@register.inclusion_tag("components/season.html")
def season_line(
    start: date, end: date, events: Iterable[Mapping[str, Any]], today: date | None = None, label: str = ""
) -> dict[str, Any]:
    """Draw the season from its first to its last day: filled up to today, with a shield for every event.

    `events`: {"date", "name", "place", "fascia", "state"}; drafts are left out. Shields of days close to each other are
    stacked; the top one counts those that do not fit.
    """
    days = max(1, (end - start).days)

    def at(day: date) -> float:
        return round(_EDGE + _WIDTH * min(1.0, max(0.0, (day - start).days / days)), 1)

    shields: list[dict[str, Any]] = []
    for event in sorted(events, key=lambda event: event["date"]):
        if event["state"] not in _PAINT:
            continue
        x = at(event["date"])
        below = sum(x - other["x"] < _NEAR for other in shields[-_STACK:])
        if below == _STACK:
            shields[-1]["more"] += 1
            continue
        large = event["fascia"] == "III"
        when = date_words(event["date"], "j F")
        title = f"{event['name']}, {event['place']}, {when}: {EVENT_STATES[event['state']][0]}"
        y = 38 - large - 15 * below
        shields.append({**_shield(event["state"], large), "x": x, "y": y, "title": title, "more": 0})
    until = at(today) if today else _EDGE
    # The label "today" is lifted above a stack that it would cover.
    lift = _LIFT if any(shield["y"] < _LIFT and abs(shield["x"] - until) < _WORD for shield in shields) else 0
    return {
        "top": -lift,
        "height": _HEIGHT + lift,
        "say_at": 12 - lift,
        "shields": shields,
        "months": [(at(day), _month(day)) for day in _months(start, end)],
        "water": f"M{_EDGE} {_BASE}" + "q3 3 6 0t6 0" * round((until - _EDGE) / 12),
        "right": _EDGE + _WIDTH,
        "today": until if today and start <= today <= end else None,
        "label": label or _("Calendar of the season"),
        "legend": [{**_shield(state), "words": EVENT_STATES[state][0]} for state in _LEGEND],
    }


# ---------------------------------------------------------------- columns and shares

#: Widths of the two drawings of a chart of columns: on a desktop, and on a phone with as many of the last columns.
_COLUMNS_WIDE, _COLUMNS_NARROW, _NARROW_COLUMNS = 780, 358, 9
_COLUMNS_LEFT, _COLUMNS_TOP, _COLUMNS_BASE = 34, 26, 170


def _ticks(most: float) -> list[int]:
    """Return the numbers of an axis from 0: at most five steps of 1, 2, 5, 10, 20, 50..."""
    steps = (factor * 10**power for power in range(6) for factor in (1, 2, 5))
    step = next(step for step in steps if step * 5 >= most)
    return list(range(0, step * max(1, math.ceil(most / step)) + 1, step))


def _drawing(columns: Sequence[Mapping[str, Any]], width: int) -> dict[str, Any]:
    ticks = _ticks(max((column["value"] for column in columns), default=1))
    scale = (_COLUMNS_BASE - _COLUMNS_TOP) / ticks[-1]
    step = (width - _COLUMNS_LEFT) / max(8, len(columns))
    every = max(1, math.ceil(34 / step))
    bars = []
    for at, column in enumerate(columns):
        middle = _COLUMNS_LEFT + step * (at + 0.5)
        height = column["value"] * scale
        bars.append(
            {
                **column,
                "x": f"{middle - step * 0.33:.1f}",
                "middle": f"{middle:.1f}",
                "y": f"{_COLUMNS_BASE - height:.1f}",
                "text_y": f"{_COLUMNS_BASE - height - 7:.1f}",
                "width": f"{step * 0.66:.1f}",
                "height": f"{height:.1f}",
                "label": column["label"] if at % every == 0 else "",
                "top": column.get("top", "") if step >= 20 else "",
            }
        )
    lines = [{"number": tick, "y": f"{_COLUMNS_BASE - tick * scale:.1f}"} for tick in ticks]
    return {"width": width, "height": _COLUMNS_BASE + 26, "base": _COLUMNS_BASE, "bars": bars, "ticks": lines}


@register.inclusion_tag("components/columns.html")
def columns(values: Sequence[Mapping[str, Any]], label: str, narrow: int = _NARROW_COLUMNS) -> dict[str, Any]:
    """Draw a chart of columns twice: for a desktop, and for a phone with the last `narrow` columns.

    `values`: {"value", "label" below, "top" above, "title", "kind": "won", "final" or "other"}. `label`: the same in
    words, for screen readers.
    """
    drawings = [
        {"size": "wide", **_drawing(values, _COLUMNS_WIDE)},
        {"size": "narrow", **_drawing(values[-narrow:], _COLUMNS_NARROW)},
    ]
    return {"drawings": drawings, "label": label}


@register.simple_tag
def share_bar(
    share: float,
    expected: float | None = None,
    low: float | None = None,
    high: float | None = None,
    kind: str = "final",
) -> SafeString:
    """Draw a share as a bar of a table; the number stands beside it.

    `expected`: a tick; `low` and `high`: a pale line between them; `kind`: colour, as in `columns`.
    """

    def at(number: float) -> str:
        return f"{100 * min(1.0, max(0.0, number)):.1f}"

    doubt = (
        format_html('<path class="fo-doubt" d="M{} 9H{}"/>', at(low), at(high))
        if low is not None and high is not None
        else ""
    )
    tick = format_html('<path class="fo-tick" d="M{} 1v16"/>', at(expected)) if expected is not None else ""
    return format_html(
        '<svg class="fo-bar" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="fo-bar__rail" d="M0 9H100"/>{}<rect class="is-{}" y="4" width="{}" height="10"/>{}</svg>',
        doubt,
        kind,
        at(share),
        tick,
    )
