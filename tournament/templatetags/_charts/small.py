"""Drawings without an axis that stand in a row of a table or a list, beside the number that they show."""

from __future__ import annotations

import math
from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.formatting import ordinal, points

from .._library import register

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

    doubt = f'<path class="fo-doubt" d="M{at(low)} 9H{at(high)}"/>' if low is not None and high is not None else ""
    tick = f'<path class="fo-tick" d="M{at(expected)} 1v16"/>' if expected is not None else ""
    # Dozens of these stand on a page: all but the colour are numbers.
    return SafeString(
        '<svg class="fo-bar" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="fo-bar__rail" d="M0 9H100"/>{doubt}'
        f'<rect class="is-{escape(kind)}" y="4" width="{at(share)}" height="10"/>{tick}</svg>'
    )
