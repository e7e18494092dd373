"""Labels of the charts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.formatting import ordinal
from tournament.results.bump_chart import BumpChart


def chart_words(chart: BumpChart | None) -> dict[str, object] | None:
    """Return the context of a bump chart: its stages, and the winner's placements as a sentence; None without chart."""
    if chart is None:
        return None
    stages = [_("Round %(number)s") % {"number": number} for number in range(1, chart.rounds + 1)]
    if chart.finalists:
        stages.append(_("Final"))
    names = {
        "name": chart.winner["name"],
        "first": ordinal(chart.winner["places"][0]),
        "last": ordinal(chart.winner["places"][chart.rounds - 1]),
    }
    if not chart.finalists:
        story = _("%(name)s was first at the end.") % names
    elif chart.rounds == 1:
        story = _("%(name)s: %(first)s after round 1, then the final was won.") % names
    else:
        story = _("%(name)s: %(first)s after round 1, %(last)s before the final, which was won.") % names
    title = _("%(event)s: the standings round by round") % {"event": chart.event.name}
    return {
        "event": chart.event,
        "stages": stages,
        "lines": chart.lines,
        "finalists": chart.finalists,
        "story": story,
        "title": title,
    }
