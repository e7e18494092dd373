"""Chart of a player's ranks, without scripts; the page lists the same ranks beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.formatting import ordinal

WIDTH, TOP, HEIGHT, EDGE, DAY_WIDTH = 640, 34, 96, 48, 38
#: Ranks labelled on the logarithmic axis.
TICKS = (1, 3, 10, 30, 100, 300, 1000)


def places_chart(
    places: Sequence[int], events: Sequence[tuple[str, date]], worst: int, *, width: int = WIDTH, most: int = 12
) -> dict[str, Any]:
    """Return the points of the line, on a logarithmic scale of the rank so that the first ranks are spread out.

    Arguments:
        places: ranks from 1, oldest first.
        events: name and day of each.
        worst: the last rank of the Ranking.
        width: of the drawing.
        most: how many of the last events to show.
    """
    shown_places, shown_events = list(places)[-most:], list(events)[-most:]
    scale = HEIGHT / math.log(max(worst, *shown_places, 10))
    step = (width - 2 * EDGE) / max(1, len(shown_places) - 1)
    # A day is about 34 wide: where the dots are nearer, only every second or third is labelled.
    every = math.ceil(DAY_WIDTH / step)
    dots = [
        {
            "x": round(width / 2 if len(shown_places) == 1 else EDGE + step * at, 1),
            "label": f"{day.day}/{day.month}" if (len(shown_places) - 1 - at) % every == 0 else "",
            "y": round(TOP + scale * math.log(place), 1),
            "place": place,
            "event": name,
            "day": day,
        }
        for at, (place, (name, day)) in enumerate(zip(shown_places, shown_events, strict=True))
    ]
    description = ", ".join(
        f"{ordinal(place)} ({name})" for place, (name, _day) in zip(shown_places, shown_events, strict=True)
    )
    return {
        "width": width,
        "height": TOP + HEIGHT + 30,
        "right": width - 8,
        "bottom": TOP + HEIGHT + 12,
        "ticks": [
            {"place": place, "y": round(TOP + scale * math.log(place), 1)}
            for place in TICKS
            if place <= max(worst, *shown_places, 10)
        ],
        "dots": dots,
        "line": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        "label": _("Place in the Ranking after every event: %(places)s") % {"places": description},
    }
