"""The public page of an organiser."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from ranking.national.club import club_page
from ranking.web.export_columns import CLUB_EVENTS
from tournament.models import Organiser
from tournament.pages.exports import Export, render_or_export


@login_not_required
@require_safe
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an organiser: city and contact as it wants them, next events, events played with their winners, figures."""
    organiser = get_object_or_404(Organiser, pk=pk)
    page = club_page(organiser)
    context = {
        "club": organiser,
        "page": page,
        "runs_it": request.user.is_authenticated and request.user.has_perm("tournament.run_club", organiser),
    }
    return render_or_export(request, "web/public/club.html", context, Export("eventi", CLUB_EVENTS, page.played))
