"""The roll of honour: the national finals of all seasons (art. 1.7)."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ranking.past_seasons.selectors import past_podiums
from ranking.statistics.roll_of_honour import cities, national_finals, podiums, titles
from ranking.web.export_columns import FINALS
from tournament.events.season_selectors import current_seasons
from tournament.models.season import game_name
from tournament.pages.exports import Export, render_or_export
from tournament.web.shared import shared


@login_not_required
@require_safe
@shared
def roll_of_honour(request: HttpRequest) -> HttpResponse:
    """Show the champions of a game, by default of the last final's. Raises Http404 for a game without a final."""
    finals = national_finals()
    games = list(dict.fromkeys(final.event.game for final in finals))
    game = request.GET.get("gioco", games[0] if games else "")
    if game not in games and game:
        raise Http404
    shown = [final for final in finals if final.event.game == game]
    played = {final.event.season_id for final in finals}
    context = {
        "games": [(slug, game_name(slug)) for slug in games],
        "game": game,
        "last": shown[0] if shown else None,
        "earlier": shown[1:],
        "titles": titles(shown),
        "podiums": podiums(shown),
        "cities": cities(shown),
        "past": past_podiums(game),
        "due": [season for season in current_seasons() if season.final_day and season.pk not in played],
    }
    rows = [(final, place) for final in shown for place in final.places]
    return render_or_export(request, "web/public/ranking/roll_of_honour.html", context, Export("albo", FINALS, rows))
