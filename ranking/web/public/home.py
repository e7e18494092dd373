"""The home page: a summary of the season."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ranking.national import season as at_glance
from ranking.national.regions import CITIES
from ranking.national.selectors import ranking_entries, season_standing
from tournament.core.permissions import is_national_referent
from tournament.events.season_selectors import shown_seasons
from tournament.federation.selectors import published_news
from tournament.pages.event import clock_facts
from tournament.web.common import my_person_id
from tournament.web.public.charts import chart_words
from tournament.web.shared import shared

#: Number of rows of the Ranking on the page.
TOP = 8
#: Letters of the visitor's place that are read.
LONGEST_PLACE = 80


#: Pieces of news on the page.
MOST_NEWS = 3


@login_not_required
@require_safe
@shared
def home(request: HttpRequest) -> HttpResponse:
    """Show the time line of the season, running and upcoming events, and the top of the Ranking."""
    seasons = shown_seasons()
    season = seasons[0] if seasons else None
    running = at_glance.running_events()
    context: dict[str, object] = {"season": season, "today": at_glance.today(), "top_rows": TOP}
    if season is not None:
        viewer = request.user if request.user.is_authenticated else None
        standing = season_standing(season)
        players = len(standing.ranking)
        names = viewer is not None and is_national_referent(viewer)
        glance = at_glance.season_summary(season)
        chart = None
        if glance.charted:
            chart = at_glance.event_chart(glance.charted, sees_names=names, me=my_person_id(request))
        context |= {
            "glance": glance,
            "coming": at_glance.events_by_place(glance.coming, _place(request)),
            "rows": ranking_entries(standing, range(min(TOP, players)), viewer, with_calls=False),
            "players": players,
            "chart": chart_words(chart),
            "beside": seasons[1:],
        }
    running_now = running[0] if running and running[0].round else None
    context |= {
        "regions": list(CITIES),
        "news": published_news(MOST_NEWS),
        "running": running[1:] if running_now else running,
        "now": running_now,
        "clock": clock_facts(running_now.round) if running_now and running_now.round else None,
        # Read by the template only where no event is to come.
        "may_create": partial(request.user.has_perm, "tournament.create_event"),
        "manages": request.user.is_authenticated and is_national_referent(request.user),
    }
    return render(request, "web/public/home.html", context)


def _place(request: HttpRequest) -> str:
    """Return the place in ``?dove=``: events near it come first."""
    return request.GET.get("dove", "").strip()[:LONGEST_PLACE]
