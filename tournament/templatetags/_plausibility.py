"""Compare a number with simulated games, in words; `histogram` draws them beside."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from ._library import register


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
