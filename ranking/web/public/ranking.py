"""The national Ranking: page, paper, open data. A name is shown with its owner's consent only (art. 1.6)."""

from __future__ import annotations

import csv
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from ranking.national.rank_history import Counting, counting_events, trail
from ranking.national.rows import RankingLines
from ranking.national.selectors import (
    RankingEntry,
    Standing,
    cities_shown,
    national_ranking,
    people_shown,
    ranking_entries,
    season_standing,
)
from ranking.web.export_columns import RANKING
from ranking.web.filters import RankingFilter
from ranking.web.printing import ranking_paper
from ranking.web.public.charts import places_chart
from ranking.web.tables import RankingTable
from tournament.events.season_selectors import current_season
from tournament.models import Person, Season
from tournament.pages.exports import PageList, cell, is_file, with_lists
from tournament.web.common import my_person_id

FIELDS = ("rank", "player", "points", "wins", "ordinary_wins", "seconds", "thirds", "events", "decided_by", "called")
#: The last column of the CSV, the same in every row: columns are added at the end.
GAME = "game"


def _season(slug: str) -> Season:
    """The season of that address; without one, the current one. Errors: Http404."""
    if slug:
        return get_object_or_404(Season, slug=slug)
    season = current_season()
    if season is None:
        raise Http404
    return season


def _cut_text(season: Season) -> str:
    if season.final_place:
        return _("So far down the final at %(place)s is reached") % {"place": season.final_place}
    return _("So far down the national final is reached")


def _mine(request: HttpRequest, standing: Standing, events: list[Counting]) -> dict[str, Any] | None:
    """The visitor's own row and results, for the side of the page."""
    me = my_person_id(request)
    if me is None or me not in standing.totals.sums:
        return None
    moves = trail(standing, [me], events)
    entry = ranking_entries(standing, [standing.ranking.place_of(me)], request.user)[0]
    chart = places_chart(moves.ranks[me], moves.events_of(me), standing.worst, width=300, most=6)
    return {"entry": entry, "person": Person.objects.get(pk=me), "chart": chart}


@login_not_required
@require_safe
def ranking(request: HttpRequest, season: str = "") -> HttpResponse:
    """Art. 1.6: the Ranking of a season, with what decided every place and the line of those who are called."""
    if not season and not Season.objects.exists():
        return render(request, "web/public/ranking/ranking.html", {"season": None})
    found = _season(season)
    viewer = request.user if request.user.is_authenticated else None
    standing = season_standing(found)
    shown = people_shown(viewer)
    chosen = RankingFilter(request.GET, queryset=shown, cities=cities_shown(standing, shown))
    wanted = None
    if chosen.chosen:
        placed = standing.totals.sums.keys() & set(chosen.qs.values_list("pk", flat=True))
        wanted = sorted(standing.ranking.place_of(person) for person in placed)
    # The line of water stands under the last row called only where the rows are whole and in their order.
    in_order = request.GET.get("sort", "rank") == "rank" and wanted is None
    events = counting_events(found)
    lines = RankingLines(standing, shown, events, viewer, indices=wanted, cut_text=_cut_text(found) if in_order else "")
    table = RankingTable(lines, worst=standing.worst)
    RequestConfig(request, paginate=False if is_file(request) else {"per_page": 50}).configure(table)
    context = {
        "season": found,
        "seasons": Season.objects.order_by("-first_day"),
        "table": table,
        "filter": chosen,
        "players": len(standing.ranking),
        "held": len(events),
        "last_day": events[-1].last_day if events else None,
        "mine": _mine(request, standing, events),
        "lots": bool(standing.open_lots),
    }
    every = PageList("ranking", RANKING, lambda: [row.record for row in table.rows])
    return with_lists(request, "web/public/ranking/ranking.html", context, every)


def _open_row(row: RankingEntry) -> dict[str, Any]:
    """A row as open data: what the public page shows, whoever asks."""
    return {
        "rank": row.rank,
        "player": row.name,
        "points": float(row.points),
        "wins": row.wins,
        "ordinary_wins": row.ordinary_wins,
        "seconds": row.seconds,
        "thirds": row.thirds,
        "events": row.events,
        "decided_by": row.decided_by,
        "called": row.called,
    }


@login_not_required
@require_safe
def ranking_csv(request: HttpRequest, season: str) -> HttpResponse:
    """Art. 1.6: the published Ranking as CSV: a row without consent keeps its place and has no name."""
    found = _season(season)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="ranking-{found.slug}.csv"'
    out = csv.writer(response)
    out.writerow([*FIELDS, GAME])
    for row in national_ranking(found):
        facts = _open_row(row) | {"points": str(row.points), "player": row.name or "", "called": int(row.called)}
        out.writerow([*(cell(facts[name]) for name in FIELDS), found.game])
    return response


@login_not_required
@require_safe
def ranking_json(request: HttpRequest, season: str) -> JsonResponse:
    """Art. 1.6: the published Ranking as JSON; the name is null without consent."""
    found = _season(season)
    content = {
        "format": "fossato-ranking/1",
        "season": found.name,
        "game": found.game,
        "regulation": found.regulation,
        "finalists": found.finalists,
        "at": timezone.now().isoformat(timespec="seconds"),
        "rows": [_open_row(row) for row in national_ranking(found)],
    }
    return JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})


@login_not_required
@require_safe
def print_ranking(request: HttpRequest, season: str) -> HttpResponse:
    """The published Ranking on A4."""
    found = _season(season)
    content = ranking_paper(found, national_ranking(found), (get_language() or "it")[:2])
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="ranking-{found.slug}.pdf"'
    return response
