"""The frame of a chart: two widths, numbers at the left, labels below, and the table of the same numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

#: Widths of the drawing on a desktop, on a phone (letters keep their size) and in the panel beside a table.
WIDE, NARROW, PANEL = 780, 358, 300
#: Left end of the lines of the axis, top and base of the drawing, height of the labels below.
LEFT, TOP, BASE, BELOW = 34, 26, 170, 26
#: Least distance of two labels below the base.
LABEL_WIDTH = 34


def number_ticks(most: float) -> list[int]:
    """Return the numbers of an axis from 0: at most five steps of 1, 2, 5, 10, 20, 50..."""
    steps = (factor * 10**power for power in range(6) for factor in (1, 2, 5))
    step = next(step for step in steps if step * 5 >= most)
    return list(range(0, step * max(1, math.ceil(most / step)) + 1, step))


def labelled(labels: Sequence[str], step: float) -> list[str]:
    """Return the labels that have space at a distance of `step`, the last among them; "" for the others."""
    every = max(1, math.ceil(LABEL_WIDTH / step))
    return [label if (len(labels) - 1 - at) % every == 0 else "" for at, label in enumerate(labels)]


def mark(shape: str, x: float | str, y: float | str, above: object, below: object) -> SafeString:
    """Return a shape with words above and below it, written without a template: a page has hundreds of them.

    Arguments:
        shape: markup of the shape, its texts escaped; x: its middle; y: of the words above.
        above, below: the words; nothing is drawn for none.
    """
    if above:
        shape += f'<text class="fo-chart__top" x="{x}" y="{y}" text-anchor="middle">{escape(above)}</text>'
    if below:
        shape += f'<text x="{x}" y="{BASE}" dy="18" text-anchor="middle">{escape(below)}</text>'
    return SafeString(shape)


def frame(size: str, width: int, ticks: Iterable[tuple[int, float]], **marks: Any) -> dict[str, Any]:
    """Return a drawing for `components/chart.html`.

    Arguments:
        size: "wide", "narrow" or "panel"; ticks: (number, y) of each line of the axis.
        marks: what is drawn in the frame: "bars" and the "least" line, or "dots" with their "line" and "band".
    """
    lines = [{"number": number, "y": f"{y:.1f}"} for number, y in ticks]
    return {"size": size, "width": width, "height": BASE + BELOW, "left": LEFT, "base": BASE, "ticks": lines, **marks}


def table(heads: Sequence[str], values: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the table of a chart for `components/chart_table.html`: the name and the words of each value.

    Arguments:
        heads: headings of both columns; none for a chart whose numbers are in a table of the page.
    """
    return {"heads": heads, "rows": [(value["name"], (value["words"],)) for value in values]} if heads else None
