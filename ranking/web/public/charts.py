"""Charts of a player's ranks and rating, without scripts; the page lists the same numbers beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from ranking.statistics.player_rating import RatedEvent
from tournament.core.formatting import ordinal

#: Width of a drawing, and of the one that a phone shows instead, whose letters then keep their size.
WIDTH, NARROW = 640, 343
#: Events on the drawing of a phone.
NARROW_MOST = 8
TOP, HEIGHT, EDGE, DAY_WIDTH = 34, 96, 48, 38
#: Ranks labelled on the logarithmic axis.
TICKS = (1, 3, 10, 30, 100, 300, 1000)


def _columns(days: Sequence[date], width: int) -> list[dict[str, Any]]:
    """Return the position of each event from left to right, with its day where there is space for it."""
    step = (width - 2 * EDGE) / max(1, len(days) - 1)
    # A day is about 34 wide: where the dots are nearer, only every second or third is labelled.
    every = math.ceil(DAY_WIDTH / step)
    return [
        {
            "x": round(width / 2 if len(days) == 1 else EDGE + step * at, 1),
            "label": f"{day.day}/{day.month}" if (len(days) - 1 - at) % every == 0 else "",
        }
        for at, day in enumerate(days)
    ]


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
    columns = _columns([day for _name, day in shown_events], width)
    dots = [
        {
            **columns[at],
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


#: Distance of the labelled lines of a rating.
RATING_STEP = 250


def rating_chart(events: Sequence[RatedEvent], *, width: int = WIDTH, most: int = 20) -> dict[str, Any]:
    """Return the line of a rating after each event and the band in which the true strength probably lies.

    Arguments:
        events: oldest first.
        width: of the drawing.
        most: how many of the last events to show.
    """
    shown = list(events)[-most:]
    lowest = min(event.rating - event.margin for event in shown) // RATING_STEP * RATING_STEP
    highest = -(-max(event.rating + event.margin for event in shown) // RATING_STEP) * RATING_STEP

    def height(value: int) -> float:
        return round(TOP + HEIGHT * (highest - value) / (highest - lowest), 1)

    columns = _columns([event.day for event in shown], width)
    dots = [
        {**column, "y": height(event.rating), "rating": event.rating}
        for column, event in zip(columns, shown, strict=True)
    ]
    above = [f"{dot['x']},{height(event.rating + event.margin)}" for dot, event in zip(dots, shown, strict=True)]
    below = [f"{dot['x']},{height(event.rating - event.margin)}" for dot, event in zip(dots, shown, strict=True)]
    described = ", ".join(f"{event.rating} ± {event.margin} ({event.event})" for event in shown)
    every = math.ceil((highest - lowest) / RATING_STEP / 4)
    return {
        "width": width,
        "height": TOP + HEIGHT + 30,
        "right": width - 8,
        "bottom": TOP + HEIGHT + 12,
        "ticks": [{"rating": value, "y": height(value)} for value in range(lowest, highest + 1, RATING_STEP * every)],
        "dots": dots,
        "line": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        "band": " ".join([*above, *reversed(below)]),
        "label": _("Rating after every event: %(ratings)s") % {"ratings": described},
    }
