"""Open data, and the licences of third-party work."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ranking.web.export_columns import SEASON_FILES
from tournament.exchange.export import EXPORTABLE_STATES
from tournament.models import Season
from tournament.models.season import game_choices
from tournament.pages.dependencies import dependencies
from tournament.pages.event import public_events
from tournament.pages.export_columns import EVENT_FILES
from tournament.pages.exports import Export, render_or_export
from tournament.web.shared import shared


@login_not_required
@require_safe
@shared
def open_data(request: HttpRequest) -> HttpResponse:
    """List the Ranking of every season, the ratings of every game and the file of every finished event."""
    events, seasons = public_events().order_by("-first_day", "pk"), Season.objects.order_by("-first_day")
    page = Paginator(events, 40).get_page(request.GET.get("page"))
    played = {season.game for season in seasons}
    games = [(game, name) for game, name in game_choices() if game in played]
    context = {"seasons": seasons, "games": games, "page": page, "whole_states": EXPORTABLE_STATES}
    lists = (
        Export("stagioni", SEASON_FILES, seasons, _("The Ranking")),
        Export("eventi", EVENT_FILES, events, _("Events")),
    )
    return render_or_export(request, "web/public/ranking/open_data.html", context, *lists)


@login_not_required
@require_safe
@shared
def licences(request: HttpRequest) -> HttpResponse:
    """Show the licences of third-party fonts, styles and scripts, and of the packages that the site runs with."""
    unstated = _("see the package")
    packages = [(f"{row.name} {row.version}", row.licence or unstated) for row in dependencies()]
    return render(request, "web/public/ranking/licences.html", {"packages": packages})
