"""A player's page: events, their results, rank history, figures of the games."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ranking.models import SeasonStatistics
from ranking.national.player import (
    SeasonResults,
    may_see_player,
    player_records,
    player_results,
    player_season,
    player_waiting,
    sees_hidden_events,
)
from ranking.national.selectors import canonical_person_ids
from ranking.statistics.games import Game, player_games
from ranking.statistics.player import head_to_head, player_statistics
from ranking.statistics.player_rating import RatedEvent, player_rating
from ranking.web.export_columns import GAMES, OPPONENTS, RATING, RESULTS, WAITING
from ranking.web.public.player_figures import (
    card_rows,
    game_rows,
    medals,
    place_points,
    place_rows,
    points_columns,
    rating_points,
)
from tournament.models import Person
from tournament.pages.exports import Export, render_or_export
from tournament.web.shared import shared

#: Number of events drawn in the chart of points, of opponents shown at once and unfolded, of games and of ratings; the
#: files have all.
MOST_COLUMNS, MOST_OPPONENTS, MOST_UNFOLDED, MOST_GAMES, MOST_RATINGS = 20, 8, 24, 20, 12


def _chosen(request: HttpRequest, results: list[SeasonResults]) -> SeasonResults | None:
    """Return the season that the address names, by default the newest; None without results. Raises Http404."""
    slug = request.GET.get("stagione", "")
    if not slug:
        return results[0] if results else None
    chosen = next((result for result in results if result.season.slug == slug), None)
    if chosen is None:
        raise Http404
    return chosen


def _season_context(
    person: Person,
    chosen: SeasonResults,
    results: list[SeasonResults],
    games: list[Game],
    canonical_ids: dict[int, int],
) -> dict[str, Any]:
    """Return what the page shows of a season and of the games of all seasons of the same game."""
    facts = player_season(person, chosen, canonical_ids)
    row = SeasonStatistics.objects.filter(season=chosen.season).defer("sums").first()
    season_games = [game for game in games if game.season == chosen.season.pk]
    statistics = player_statistics(season_games, row.figures if row else {})
    opponents, unnamed = head_to_head(games)
    same_game = [result for result in results if result.season.game == chosen.season.game]
    return {
        "facts": facts,
        "wins_of_events": sum(entry.place == 1 for entry in (*chosen.entries, *chosen.hidden)),
        "ahead": facts.half_points - facts.first_out if facts.first_out is not None else None,
        "places_points": place_points(facts.places, facts.events),
        "columns": points_columns(chosen.entries[:MOST_COLUMNS]),
        "best": chosen.best[:3],
        "statistics": statistics,
        "cards": card_rows(statistics, chosen.season.game),
        "opponents": opponents[:MOST_OPPONENTS],
        "more_opponents": opponents[MOST_OPPONENTS:MOST_UNFOLDED],
        "all_opponents": len(opponents),
        "unnamed": unnamed,
        "medals": medals(same_game, games),
        "games": season_games,
        "places": place_rows(statistics),
        "game_rows": game_rows(season_games[-MOST_GAMES:], chosen.season.game),
    }


def _rating_context(rating: list[RatedEvent], season: int) -> dict[str, Any]:
    """Return what the page shows of the unofficial rating after the events of a season; nothing without one."""
    shown = [event for event in rating if event.season == season]
    if not shown:
        return {}
    return {
        "rating_now": shown[-1],
        "rating_newest": shown[: -MOST_RATINGS - 1 : -1],
        "rating_points": rating_points(shown),
    }


@login_not_required
@require_safe
@shared
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's results, rank history and figures of a season (art. 1.6, AMB-19).

    Raises Http404 if the user may not see the player. A merged record redirects to the surviving one.
    """
    person = get_object_or_404(Person, pk=pk)
    if not may_see_player(person, request.user):
        raise Http404
    if person.merged_into_id is not None:
        return redirect("player", person.merged_into_id)
    canonical_ids = canonical_person_ids()
    hidden_too = sees_hidden_events(person, request.user)
    results = player_results(player_records(person, canonical_ids), hidden_too=hidden_too)
    chosen = _chosen(request, results)
    games = player_games(person.pk, chosen.season.game, hidden_too=hidden_too) if chosen else []
    rating = player_rating(games)
    waiting = player_waiting(person, hidden_too=hidden_too)
    context = {
        "person": person,
        "seasons": results,
        "chosen": chosen,
        "waiting": waiting,
        "me": request.user.is_authenticated and person.user_id == request.user.pk,
    }
    if chosen:
        context |= _season_context(person, chosen, results, games, canonical_ids) | _rating_context(
            rating, chosen.season.pk
        )
    lists = (
        Export("risultati", RESULTS, [entry for result in results for entry in result.entries], _("Results")),
        Export("in-attesa", WAITING, waiting, _("Waiting for ratification")),
        Export("partite", GAMES, games, _("Every game and its kingdom")),
        Export("rating", RATING, rating, _("Rating")),
        Export("avversari", OPPONENTS, (lambda: head_to_head(games)[0]) if games else [], _("Opponents")),
    )
    return render_or_export(request, "web/public/ranking/player.html", context, *lists)
