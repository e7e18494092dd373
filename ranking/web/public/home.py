"""The home page: what is played, the next events, the top of the Ranking."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ranking.national.season import running_events
from ranking.national.selectors import ranking_entries, season_standing
from tournament.core.permissions import is_national_referent
from tournament.events.season_selectors import shown_seasons
from tournament.federation.selectors import published_news
from tournament.pages.coming import coming_events
from tournament.pages.event import clock_facts
from tournament.regulation import parameters as regulation
from tournament.web.shared import shared

#: Rows of the Ranking and upcoming events on the page.
TOP, MOST_COMING = 6, 5


@login_not_required
@require_safe
@shared
def home(request: HttpRequest) -> HttpResponse:
    """Show the event in progress, the next events of every game, the top of the Ranking and how one plays."""
    seasons = shown_seasons()
    season = seasons[0] if seasons else None
    running = running_events()
    running_now = running[0] if running and running[0].round else None
    coming = coming_events(seasons) if seasons else []
    context: dict[str, object] = {
        "season": season,
        "coming": coming[:MOST_COMING],
        "coming_number": len(coming),
        "first_open": next((item for item in coming[:MOST_COMING] if item.is_open and item.free != 0), None),
        "beside": seasons[1:],
        "news": published_news(1),
        "running": running[1:] if running_now else running,
        "now": running_now,
        "clock": clock_facts(running_now.round) if running_now and running_now.round else None,
        # Read by the template only where no event is to come.
        "may_create": partial(request.user.has_perm, "tournament.create_event"),
        "manages": request.user.is_authenticated and is_national_referent(request.user),
    }
    if season is not None:
        viewer = request.user if request.user.is_authenticated else None
        standing = season_standing(season)
        players = len(standing.ranking)
        rows = ranking_entries(standing, range(min(TOP, players)), viewer, with_calls=False)
        context |= {"rows": rows, "players": players, "rules": regulation.get(season.regulation)}
    return render(request, "web/public/home.html", context)
