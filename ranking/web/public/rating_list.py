"""The unofficial ratings of a game as open data: those who agreed to be shown, in the order of their names.

It is no ranking: whoever wants one finds the Ranking, which follows the regulation (art. 1.6).
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import registry
from ranking.statistics.player_rating import ListedRating, newest_ratings
from ranking.web.export_columns import RATING_LIST
from tournament.pages.exports import csv_file, json_rows
from tournament.web.shared import shared

FORMAT = "fossato-ratings/1"


def _ratings(game: str) -> list[ListedRating]:
    """Return the list of a game. Errors: Http404 for a game that there is not."""
    if game not in registry.slugs():
        raise Http404
    return newest_ratings(game)


@login_not_required
@require_safe
@shared
def ratings_csv(request: HttpRequest, game: str) -> HttpResponse:
    """Return the newest rating of every player of a game who agreed to be shown, as CSV (art. 1.6)."""
    return csv_file(f"ratings-{game}", RATING_LIST, _ratings(game))


@login_not_required
@require_safe
@shared
def ratings_json(request: HttpRequest, game: str) -> JsonResponse:
    """Return the same list as JSON, in the form of ``/schemas/fossato-ratings-1.json``."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "at": timezone.now().isoformat(timespec="seconds"),
        "rows": json_rows(RATING_LIST, _ratings(game)),
    }
    return JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})
