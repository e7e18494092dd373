"""A player's page: every event, what it gave, how the place in the Ranking moved."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from ranking.national.player import may_see_player, player_seasons, player_waiting
from ranking.web.export_columns import RESULTS, WAITING
from ranking.web.public.charts import places_chart
from tournament.models import Person
from tournament.pages.exports import PageList, with_lists


@login_not_required
@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Art. 1.6 (AMB-19): without the player's consent the page does not exist for others; a joined record leads to
    the one that is kept."""
    person = get_object_or_404(Person, pk=pk)
    if not may_see_player(person, request.user):
        raise Http404
    if person.merged_into_id is not None:
        return redirect("player", person.merged_into_id)
    seasons = player_seasons(person)
    context = {
        "person": person,
        "seasons": [{"facts": one, "chart": places_chart(one.places, one.events, one.worst)} for one in seasons],
        "waiting": player_waiting(person),
        "me": request.user.is_authenticated and person.user_id == request.user.pk,
    }
    entries = [entry for one in seasons for entry in one.entries]
    lists = PageList("risultati", RESULTS, entries), PageList("in-attesa", WAITING, context["waiting"])
    return with_lists(request, "web/public/ranking/player.html", context, *lists)
