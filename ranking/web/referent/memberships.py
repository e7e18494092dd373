"""The federation's list of memberships, by season and club."""

from __future__ import annotations

from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from ranking.web.export_columns import MEMBERSHIPS
from tournament.core.numbers import whole_number
from tournament.memberships.selectors import latest_season, members_of
from tournament.models import Organiser, Season
from tournament.pages.exports import Export, render_or_export
from tournament.web.reauthentication import ask_before_export
from tournament.web.requests import SignedInRequest


@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def memberships(request: SignedInRequest) -> HttpResponse:
    """List the members of a season, of one club with ``?circolo=``."""
    ask_before_export(request)
    season = latest_season(request.GET.get("stagione", ""))
    club = Organiser.objects.filter(pk=whole_number(request.GET.get("circolo", ""))).first()
    rows = members_of(season, club) if season is not None else []
    context = {
        "season": season,
        "seasons": Season.objects.all(),
        "club": club,
        "clubs": Organiser.objects.order_by("name"),
        "rows": rows,
    }
    return render_or_export(request, "web/referent/memberships.html", context, Export("tessere", MEMBERSHIPS, rows))
