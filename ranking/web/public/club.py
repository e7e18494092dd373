"""The public page of an organiser."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from ranking.national.club import club_page
from ranking.statistics.organisers import OrganiserStatistics, organiser_statistics
from ranking.web.export_columns import CLUB_EVENTS
from tournament.models import Organiser
from tournament.pages.exports import Export, render_or_export
from tournament.regulation_versions.selectors import version_in_force
from tournament.web.shared import shared

#: Number of events in the chart of attendance.
MOST_COLUMNS = 20


def _attendance_columns(statistics: OrganiserStatistics) -> list[dict[str, Any]]:
    """Return the columns of the chart of attendance at the last ratified events, oldest first."""
    return [
        {
            "value": event.players,
            "top": str(event.players),
            "label": date_format(event.last_day, "n/y"),
            "title": f"{event.name}, {date_format(event.last_day, 'j F Y')}: {event.players}",
            "kind": "final",
        }
        for event in reversed(statistics.attendance[:MOST_COLUMNS])
    ]


@login_not_required
@require_safe
@shared
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an organiser: city and contact as it wants them, next events, events played with their winners, figures."""
    organiser = get_object_or_404(Organiser, pk=pk)
    page = club_page(organiser)
    statistics = organiser_statistics(organiser)
    context = {
        "club": organiser,
        "page": page,
        "statistics": statistics,
        "columns": _attendance_columns(statistics),
        "least_players": version_in_force().least_players,
        "runs_it": request.user.is_authenticated and request.user.has_perm("tournament.run_club", organiser),
    }
    return render_or_export(request, "web/public/club.html", context, Export("eventi", CLUB_EVENTS, page.played))
