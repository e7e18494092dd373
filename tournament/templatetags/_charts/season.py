"""The season as a time line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.utils import formats
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.dates import date_words
from tournament.core.formatting import is_italian

from .._library import register
from .._words import EVENT_STATES

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


def _mark(shield: Mapping[str, Any]) -> SafeString:
    """Draw a shield of the time line. Some hundred of them stand on the home page; only the title needs escaping."""
    more, stroke = shield["more"], shield["stroke"]
    crossed = f'<path d="M-4-5l8 8M4-5l-8 8" stroke="var({stroke})" stroke-width="1.6"/>' if shield["crossed"] else ""
    title, beside = (f"; +{more}", f'<text x="9" y="3">+{more}</text>') if more else ("", "")
    return SafeString(
        f'<g transform="translate({shield["x"]} {shield["y"]})"><title>{escape(shield["title"])}{title}</title>'
        f'<path d="{shield["d"]}" fill="var({shield["fill"]})" stroke="var({stroke})" stroke-width="1.6"/>'
        f"{crossed}{beside}</g>"
    )


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
    for shield in shields:
        shield["mark"] = _mark(shield)
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
