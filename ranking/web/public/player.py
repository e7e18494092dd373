"""A player's page: events, their results, rank history."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from ranking.national.player import may_see_player, player_seasons, player_waiting
from ranking.web.export_columns import RESULTS, WAITING
from ranking.web.public.charts import places_chart
from tournament.models import Person
from tournament.pages.exports import Export, render_or_export


@login_not_required
@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's results and rank history (art. 1.6, AMB-19).

    Raises Http404 if the user may not see the player. A merged record redirects to the surviving one.
    """
    person = get_object_or_404(Person, pk=pk)
    if not may_see_player(person, request.user):
        raise Http404
    if person.merged_into_id is not None:
        return redirect("player", person.merged_into_id)
    seasons = player_seasons(person)
    waiting = player_waiting(person)
    context = {
        "person": person,
        "seasons": [
            {
                "facts": player_season,
                "chart": places_chart(player_season.places, player_season.events, player_season.worst),
            }
            for player_season in seasons
        ],
        "waiting": waiting,
        "me": request.user.is_authenticated and person.user_id == request.user.pk,
    }
    entries = [entry for player_season in seasons for entry in player_season.entries]
    lists = Export("risultati", RESULTS, entries), Export("in-attesa", WAITING, waiting)
    return render_or_export(request, "web/public/ranking/player.html", context, *lists)
