"""What anybody may take away, and whose work the project stands on."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Season
from tournament.selectors.pages import public_events
from tournament.services.files import WHOLE


@login_not_required
@require_safe
def open_data(request: HttpRequest) -> HttpResponse:
    """The Ranking of every season, and the file of every event that is over, as CSV and JSON."""
    events = Paginator(public_events().order_by("-first_day", "pk"), 40).get_page(request.GET.get("page"))
    context = {"seasons": Season.objects.order_by("-first_day"), "page": events, "whole_states": WHOLE}
    return render(request, "ranking/open_data.html", context)


@login_not_required
@require_safe
def licences(request: HttpRequest) -> HttpResponse:
    """Fonts, styles and scripts that are not ours."""
    return render(request, "ranking/licences.html")
