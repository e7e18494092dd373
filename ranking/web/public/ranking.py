"""The national Ranking: page, PDF, open data. A name is shown only with its owner's consent (art. 1.6)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ranking.closing.selectors import standing_document
from ranking.national.rank_history import CountedEvent, counted_events, rank_history
from ranking.national.readings import ranking_readings
from ranking.national.rows import RankingLines
from ranking.national.selectors import (
    Standing,
    national_ranking,
    people_shown,
    ranking_entries,
    season_standing,
)
from ranking.web.export_columns import RANKING, RANKING_ROW
from ranking.web.filters import RankingFilter
from ranking.web.printing import ranking_paper
from ranking.web.public.player_figures import place_points
from ranking.web.tables import RankingTable
from tournament.core.formatting import ordinal, points, points_number
from tournament.events.season_selectors import current_season
from tournament.models import Person, Season
from tournament.pages.exports import Column, Export, csv_file, json_rows, render_or_export
from tournament.regulation import parameters as regulation
from tournament.web.common import my_person_id
from tournament.web.shared import shared
from tournament.web.tables import configure_table

FORMAT = "fossato-ranking/1"


def _season(slug: str) -> Season:
    """Return the season with this slug; without a slug, the current one.

    Raises Http404.
    """
    if slug:
        return get_object_or_404(Season, slug=slug)
    season = current_season()
    if season is None:
        raise Http404
    return season


def _cut_text(season: Season) -> str:
    if season.final_place:
        return _("Above this line: the final in %(place)s") % {"place": season.final_place}
    return _("Above this line: the national final")


def _chosen_person(request: HttpRequest, standing: Standing) -> Person | None:
    """Return the player whose panel is requested, the user's own record otherwise; None if it may not be shown."""
    chosen = request.GET.get("giocatore", "")
    pk = int(chosen) if chosen.isdecimal() and len(chosen) < 10 else my_person_id(request)
    if pk is None or pk not in standing.totals.sums:
        return None
    viewer = request.user if request.user.is_authenticated else None
    return people_shown(viewer).filter(pk=pk).first()


def _panel(request: HttpRequest, standing: Standing, events: list[CountedEvent]) -> dict[str, Any] | None:
    """Return the context of a player's panel: figures, rank chart, points event by event; None without a player."""
    person = _chosen_person(request, standing)
    if person is None:
        return None
    entry = ranking_entries(standing, [standing.ranking.place_of(person.pk)], request.user)[0]
    moves = rank_history(standing, [person.pk], events)
    shown_events = events[-len(moves.events) :]
    results = [
        {"event": event, "result": result}
        for event, result in zip(shown_events, moves.results[person.pk], strict=True)
        if result is not None
    ]
    return {
        "entry": entry,
        "person": person,
        "places": place_points(moves.ranks[person.pk], moves.events_for_person(person.pk)),
        "worst": standing.worst,
        "results": results,
        "older": entry.events - len(results) - moves.hidden.get(person.pk, 0),
        "me": request.user.is_authenticated and person.user_id == request.user.pk,
        "distance": _distance_words(standing, standing.ranking.place_of(person.pk)),
        "close_url": _without_player(request),
    }


def _distance_words(standing: Standing, index: int) -> str:
    """Return how far a row is from the line of those called to the national final (art. 1.7)."""
    ranking, line = standing.ranking, standing.season.finalists
    if len(ranking) <= line or ranking[index].player in standing.open_lots:
        return ""
    called = index < line
    gap = abs(ranking[index].half_points - ranking[line if called else line - 1].half_points)
    if not gap:
        return ""
    words = {"n": points(gap), "place": ordinal(line + 1 if called else line)}
    number = points_number(gap)
    if called:
        return ngettext("%(n)s point above the %(place)s.", "%(n)s points above the %(place)s.", number) % words
    return ngettext("%(n)s point below the %(place)s.", "%(n)s points below the %(place)s.", number) % words


def _is_divided_by_lot(standing: Standing) -> bool:
    """Return whether a drawn lot decides who is above the line of those called (AMB-20)."""
    line = standing.season.finalists
    return len(standing.ranking) > line and standing.ranking[line].lot is not None


def _without_player(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("giocatore", None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


@login_not_required
@require_safe
@shared
def ranking(request: HttpRequest, season: str = "") -> HttpResponse:
    """Show the Ranking of a season, with the reason of every place and the call-up line (art. 1.6)."""
    if not season and not Season.objects.exists():
        return render(request, "web/public/ranking/ranking.html", {"season": None})
    shown_season = _season(season)
    viewer = request.user if request.user.is_authenticated else None
    standing = season_standing(shown_season)
    visible_people = people_shown(viewer)
    events = counted_events(shown_season)
    ranking_filter = RankingFilter(request.GET, visible_people, standing=standing, events=events)
    selected_indices = None
    if ranking_filter.chosen:
        placed = standing.totals.sums.keys() & set(ranking_filter.qs.values_list("pk", flat=True))
        selected_indices = sorted(standing.ranking.place_of(person) for person in placed)
    # The cut line is drawn only if the rows are complete and in the order of the Ranking.
    in_order = request.GET.get("sort", "rank") == "rank" and selected_indices is None
    lines = RankingLines(
        standing,
        visible_people,
        events,
        viewer,
        indices=selected_indices,
        cut_text=_cut_text(shown_season) if in_order else "",
    )
    panel = _panel(request, standing, events)
    finalists = regulation.get(shown_season.regulation).finalists
    selected = panel["person"].pk if panel and not panel["me"] else None
    table = RankingTable(lines, query=request.GET, finalists=finalists, selected=selected)
    configure_table(request, table, rows_a_page=50)
    readings = ranking_readings(
        [row.record for row in table.paginated_rows],
        events=events,
        has_lot=bool(standing.open_lots) or _is_divided_by_lot(standing),
        version=shown_season.regulation,
    )
    context = {
        "season": shown_season,
        "seasons": Season.objects.order_by("-first_day"),
        "table": table,
        "readings": readings,
        "filter": ranking_filter,
        "players": len(standing.ranking),
        "held": len(events),
        "last_day": events[-1].last_day if events else None,
        "panel": panel,
        "lots": bool(standing.open_lots),
        "final": standing_document(shown_season),
    }
    export = Export("ranking", RANKING, lambda: [row.record for row in table.rows])
    return render_or_export(request, "web/public/ranking/ranking.html", context, export)


@login_not_required
@require_safe
@shared
def ranking_csv(request: HttpRequest, season: str) -> HttpResponse:
    """Return the published Ranking as CSV; a row without consent keeps its place but has no name (art. 1.6)."""
    shown_season = _season(season)
    # The game has the same value in every row; new columns are added at the end.
    columns = (*RANKING_ROW, Column("game", _("Game"), lambda _row: shown_season.game))
    return csv_file(f"ranking-{shown_season.slug}", columns, national_ranking(shown_season))


@login_not_required
@require_safe
@shared
def ranking_json(request: HttpRequest, season: str) -> JsonResponse:
    """Return the published Ranking as JSON; the name is null without consent (art. 1.6)."""
    shown_season = _season(season)
    content = {
        "format": FORMAT,
        "season": shown_season.name,
        "game": shown_season.game,
        "regulation": shown_season.regulation,
        "finalists": shown_season.finalists,
        "at": timezone.now().isoformat(timespec="seconds"),
        "rows": json_rows(RANKING_ROW, national_ranking(shown_season)),
    }
    return JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})


@login_not_required
@require_safe
def print_ranking(request: HttpRequest, season: str) -> HttpResponse:
    """Return the published Ranking as an A4 PDF."""
    shown_season = _season(season)
    content = ranking_paper(shown_season, national_ranking(shown_season), (get_language() or "it")[:2])
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="ranking-{shown_season.slug}.pdf"'
    return response
