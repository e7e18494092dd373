"""Compare a number with simulated games: a small histogram, and its position as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ._library import register

_WIDTH, _HEIGHT = 120, 28


@register.simple_tag
def histogram(counts: Mapping[int, int], value: int) -> SafeString:
    """Draw how often each number occurred, with a line at ``value``; a value outside the counts extends the axis.

    Arguments:
        counts: maps each number to the simulated seats in which it occurred; not empty.
    """
    lowest, highest = min(*counts, value), max(*counts, value)
    span, top = max(1, highest - lowest), max(counts.values())

    def across(number: float) -> float:
        return 2 + (_WIDTH - 4) * (number - lowest) / span

    points = [f"{across(lowest):.1f},{_HEIGHT - 2}"]
    points += [
        f"{across(number):.1f},{_HEIGHT - 2 - (_HEIGHT - 6) * counts.get(number, 0) / top:.1f}"
        for number in range(lowest, highest + 1)
    ]
    points.append(f"{across(highest):.1f},{_HEIGHT - 2}")
    return format_html(
        '<svg class="fo-sparkline fo-histogram" viewBox="0 0 {} {}" aria-hidden="true"><polyline points="{}"/>'
        '<path d="M{} 1V{}"/></svg>',
        _WIDTH,
        _HEIGHT,
        " ".join(points),
        f"{across(value):.1f}",
        _HEIGHT - 1,
    )


@register.simple_tag
def usual(place: Any) -> str:
    """Return a number's position as text: among the simulated games, in the range of real ones, or outside both.

    Nothing is called unusual at a table of a size of which there are too few real games.
    """
    if place.outside:
        return _("unusual: mostly from %(low)s to %(high)s") % {"low": place.low, "high": place.high}
    if place.unseen and not place.is_measured:
        return _("not in the simulated games: %(low)s to %(high)s") % {"low": place.least, "high": place.most}
    if place.unseen:
        return _("not in the simulated games, but within what real games reach: %(low)s to %(high)s") % {
            "low": place.low,
            "high": place.high,
        }
    share = int(place.quantile * 100)
    if share < 50:
        return _("lower than %(share)s%% of the simulated games") % {"share": 100 - share}
    return _("higher than %(share)s%% of the simulated games") % {"share": share}
