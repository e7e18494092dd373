"""The search page of the site."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ranking.national.search import LONGEST_QUERY, MOST_RESULTS, SHORTEST_QUERY, search


@login_not_required
@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Show what of the regulation, cards, events, clubs and players matches ``?q=``."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    results = search(query)
    context = {"query": query, "results": results, "most": MOST_RESULTS, "shortest": SHORTEST_QUERY}
    return render(request, "web/public/search.html", context)
