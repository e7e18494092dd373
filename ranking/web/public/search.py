"""The search page of the site."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ranking.national.search import FIRST_RESULTS, LONGEST_QUERY, MOST_RESULTS, SHORTEST_QUERY, search
from tournament.pages.coming import coming_near

#: Events shown near the place that a visitor wrote.
MOST_NEAR = 6


@login_not_required
@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Show what matches ``?q=``, all of the kind ``?tutti=``; or the next events, those near ``?dove=`` first."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    place = request.GET.get("dove", "").strip()[:LONGEST_QUERY]
    results = search(query)
    context = {
        "query": query,
        "place": place,
        "results": results,
        "everything_of": request.GET.get("tutti", ""),
        "first": FIRST_RESULTS,
        "most": MOST_RESULTS,
        "shortest": SHORTEST_QUERY,
        "near": coming_near(place, most=MOST_NEAR) if not results.total else [],
    }
    return render(request, "web/public/search.html", context)
