"""Line charts: a value after each event, as a rank or as a rating with its uncertainty."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.html import escape

from .._library import register
from . import axes

#: Most points of a drawing, by its size.
_MOST = {"wide": 20, "narrow": 8, "panel": 6}
#: Distance of the points from the ends of the axis, and of the best rank from the top, for the number above it.
_EDGE, _ABOVE = 22, 8
#: Ranks labelled on the logarithmic axis; distance of the labelled lines of a rating, and how many at most.
_RANKS = (1, 3, 10, 30, 100, 300, 1000)
_STEP, _LINES = 250, 4

Scale: TypeAlias = tuple[Callable[[int], float], list[int]]


def _rank_scale(points: Sequence[Mapping[str, Any]], last: int) -> Scale:
    """Return height and ticks of ranks: logarithmic, so that the first ranks are spread out."""
    worst = max(last, 10, *(point["value"] for point in points))
    scale = (axes.BASE - axes.TOP - 2 * _ABOVE) / math.log(worst)
    return lambda rank: axes.TOP + _ABOVE + scale * math.log(rank), [rank for rank in _RANKS if rank <= worst]


def _value_scale(points: Sequence[Mapping[str, Any]]) -> Scale:
    """Return height and ticks of numbers with their uncertainty."""
    lowest = min(point["value"] - point["margin"] for point in points) // _STEP * _STEP
    highest = -(-max(point["value"] + point["margin"] for point in points) // _STEP) * _STEP
    scale = (axes.BASE - axes.TOP) / (highest - lowest)
    every = _STEP * math.ceil((highest - lowest) / _STEP / _LINES)
    return lambda value: axes.TOP + scale * (highest - value), list(range(lowest, highest + 1, every))


def _drawing(points: Sequence[Mapping[str, Any]], size: str, width: int, last_rank: int) -> dict[str, Any]:
    points = points[-_MOST[size] :]
    height, ticks = _rank_scale(points, last_rank) if last_rank else _value_scale(points)
    start, end = axes.LEFT + _EDGE, width - _EDGE
    step = (end - start) / max(1, len(points) - 1)
    labels = axes.labelled([point["label"] for point in points], step)
    dots = []
    for at, point in enumerate(points):
        x, y = round(start + step * at, 1), round(height(point["value"]), 1)
        title = escape(f"{point['name']}: {point['words']}")
        shape = f'<circle class="fo-chart__dot" cx="{x}" cy="{y}" r="4"><title>{title}</title></circle>'
        drawn = axes.mark(shape, x, round(y - 10, 1), point["value"] if last_rank else "", labels[at])
        dots.append({"x": x, "y": y, "label": labels[at], "mark": drawn})

    def edge(side: int) -> list[str]:
        return [
            f"{dot['x']},{height(point['value'] + side * point['margin']):.1f}"
            for dot, point in zip(dots, points, strict=True)
        ]

    return axes.frame(
        size,
        width,
        [(tick, height(tick)) for tick in ticks],
        dots=dots,
        line=" ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        band="" if last_rank else " ".join([*edge(1), *reversed(edge(-1))]),
    )


@register.inclusion_tag("components/chart.html")
def line_chart(
    points: Sequence[Mapping[str, Any]],
    label: str,
    name_head: str,
    value_head: str,
    last_rank: int = 0,
    panel: bool = False,
) -> dict[str, Any]:
    """Draw a value after each event, for a desktop and for a phone, with a folded table of the same numbers.

    `points`: {"value", "label" below, "name" and "words" of the table, "margin" of a rating}, oldest first. `label`:
    what is drawn, for screen readers. `name_head`, `value_head`: headings of the table. `last_rank`: the values are
    ranks, the best above, and this is the last of the Ranking; without it they are numbers. `panel`: one small drawing.
    """
    sizes = {"panel": axes.PANEL} if panel else {"wide": axes.WIDE, "narrow": axes.NARROW}
    most = max(_MOST[size] for size in sizes)
    return {
        "drawings": [_drawing(points, size, width, last_rank) for size, width in sizes.items()],
        "label": label,
        "table": axes.table((name_head, value_head), points[-most:]),
    }
