"""The public page of a season played before this site (art. 1.6)."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ranking.models import PastSeason
from ranking.past_seasons.selectors import past_lines
from ranking.web.export_columns import PAST_PLACES
from tournament.models.season import game_name
from tournament.pages.exports import Export, render_or_export
from tournament.web.shared import shared


@login_not_required
@require_safe
@shared
def past_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the Ranking and the final of a past season, named only with consent."""
    season = get_object_or_404(PastSeason, pk=pk)
    lists = past_lines(season)
    context = {"season": season, "game_name": game_name(season.game), "lists": lists}
    labels = {"final": _("National final"), "ranking": _("Ranking")}
    files = [Export(name, PAST_PLACES, lines, labels[name]) for name, lines in lists.items()]
    return render_or_export(request, "web/public/ranking/past_season.html", context, *files)
