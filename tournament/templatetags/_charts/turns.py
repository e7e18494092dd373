"""Points of a recorded game turn by turn; the turns below it and the points beside it are lists of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._library import register

#: The drawing is stretched to the width of its page: its width, its base and the height between lowest and highest.
_WIDTH, _BASE, _HEIGHT = 1000.0, 96.0, 92.0


@register.inclusion_tag("components/turn_lines.html")
def turn_lines(points: Sequence[Sequence[int]], current: int, active: int) -> dict[str, Any]:
    """Draw a line a seat, and the turn that the page shows.

    `points`: of every seat, turn by turn, two turns or more. `current`: index of the turn shown. `active`: the seat
    whose line is filled up to that turn.
    """
    top = max(10, *(max(each) for each in points))
    low = min(0, *(min(each) for each in points))
    width = _WIDTH / len(points)

    def at(place: int, value: int) -> str:
        return f"{(place + 0.5) * width:.1f} {_BASE - (value - low) * _HEIGHT / (top - low):.1f}"

    lines = [
        {"path": "M" + "L".join(at(place, each[seat]) for place, each in enumerate(points)), "seat": seat}
        for seat in range(len(points[0]))
    ]
    past = "L".join(at(place, points[place][active]) for place in range(current + 1))
    here = f"{(current + 0.5) * width:.1f}"
    return {
        "lines": lines,
        "active": active,
        "sea": f"M{0.5 * width:.1f} {_BASE}L{past}L{here} {_BASE}z",
        "here": here,
        "top": top,
    }
