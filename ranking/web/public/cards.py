"""Tables and cards of a season (from homologated events only), without names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ranking.models import SeasonStatistics
from ranking.statistics.cards import CardFigures, card_figures, ends, seats_by_size
from ranking.statistics.figures import distribution, quantile
from ranking.web.export_columns import CARDS
from tournament.events.season_selectors import current_season
from tournament.models import Season
from tournament.pages.exports import Export, render_or_export
from tournament.web.shared import shared

#: Orders of the table of cards, by the value of ``?sort=``; the first is the default.
ORDERS: dict[str, Callable[[CardFigures], Any]] = {
    "drawn": lambda row: (-row.drawn, row.card.name),
    "card": lambda row: row.card.name,
    "cost": lambda row: (row.card.cost, row.card.name),
    "games": lambda row: (-row.games, row.card.name),
    "points": lambda row: (-(row.points or 0), row.card.name),
    "turns": lambda row: (-(row.turns or 0), row.card.name),
}


def _end_words(end: str) -> str:
    """Return how a game ended, as text; an unknown code is returned unchanged."""
    words = {"provinces": _("Provinces"), "piles": _("three piles"), "time": _("time is up")}
    return words.get(end, end)


def _turns_columns(counts: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the columns of the chart of turns: every number from the least to the most; the median stands out."""
    if not counts:
        return []
    middle = quantile(counts)
    return [
        {
            "value": counts.get(turns, 0),
            "label": str(turns),
            "name": turns,
            "words": counts.get(turns, 0),
            "title": ngettext("%(turns)s turns: %(n)s game", "%(turns)s turns: %(n)s games", counts.get(turns, 0))
            % {"turns": turns, "n": counts.get(turns, 0)},
            "kind": "won" if turns == middle else "other",
        }
        for turns in range(min(counts), max(counts) + 1)
    ]


def _headline(figures: Mapping[str, int]) -> dict[str, Any]:
    turns, best = distribution(figures, "turns"), distribution(figures, "best")
    return {
        "tables": figures.get("tables", 0),
        "kingdoms": figures.get("kingdoms", 0),
        "turns": quantile(turns),
        "turns_low": quantile(turns, 0.25),
        "turns_high": quantile(turns, 0.75),
        "turns_tables": sum(turns.values()),
        "best": quantile(best),
        "best_tables": sum(best.values()),
    }


def _context(season: Season, row: SeasonStatistics | None) -> dict[str, Any]:
    figures = row.figures if row else {}
    ended = ends(figures)
    end_tables = sum(count for _end, count in ended)
    turns = distribution(figures, "turns")
    return {
        "season": season,
        "events": row.events if row else 0,
        "headline": _headline(figures),
        "sizes": seats_by_size(figures),
        "turns": turns,
        "turns_columns": _turns_columns(turns),
        "ends": [{"words": _end_words(end), "count": count, "share": count / end_tables} for end, count in ended],
        "end_tables": end_tables,
    }


@login_not_required
@require_safe
@shared
def cards(request: HttpRequest, season: str = "") -> HttpResponse:
    """Show the tables and cards of a season, by default the current one. Raises Http404 for an unknown season."""
    shown_season = get_object_or_404(Season, slug=season) if season else current_season()
    if shown_season is None:
        return render_or_export(request, "web/public/ranking/cards.html", {"season": None}, Export("carte", CARDS, []))
    order = request.GET.get("sort", "drawn")
    if order not in ORDERS:
        raise Http404
    row = SeasonStatistics.objects.filter(season=shown_season).defer("sums").first()
    language = (get_language() or "it")[:2]
    rows = sorted(card_figures(row.figures if row else {}, shown_season.game, language), key=ORDERS[order])
    context = _context(shown_season, row) | {
        "seasons": Season.objects.order_by("-first_day"),
        "cards": rows,
        "order": order,
        "most_drawn": max((card.drawn for card in rows), default=1),
    }
    return render_or_export(request, "web/public/ranking/cards.html", context, Export("carte", CARDS, rows))
