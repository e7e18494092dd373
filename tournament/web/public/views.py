"""Public pages: events, tables, files of an event, the regulation."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.messages import findings_for_page, sentence
from tournament.core.preconditions import regulation_of
from tournament.entries.selectors import is_open_to_players, own_entry, queue_numbers
from tournament.exchange.export import EXPORTABLE_STATES, event_to_file, open_file
from tournament.models import Event, Round, Table
from tournament.pages import event as pages
from tournament.pages.comers import event_comers
from tournament.pages.coming import COMING, coming_near
from tournament.pages.event_parts import event_parts, open_part, place_columns
from tournament.pages.export_columns import PUBLIC_EVENTS, event_lists, standings_row_columns
from tournament.pages.exports import Export, csv_file, is_export_request, render_or_export
from tournament.pages.final_table import final_table
from tournament.pages.regulation import points_rows
from tournament.pages.structured_data import event_json_ld
from tournament.pages.upcoming import map_url, upcoming
from tournament.regulation.refused import Refused
from tournament.results.tie_break_explanation import explain_tie_breaks
from tournament.web.common import my_person_id, photo_response, public_event, sees_names
from tournament.web.filters import EventFilter
from tournament.web.public.charts import chart_words
from tournament.web.shared import shared
from tournament.web.tables import EventTable, configure_table


@login_not_required
@require_safe
@shared
def event_list(request: HttpRequest) -> HttpResponse:
    """List all events that are no longer drafts, with filters."""
    event_filter = EventFilter(request.GET, queryset=pages.public_events())
    table = EventTable(event_filter.qs)  # type: ignore[no-untyped-call]  # django-tables2 has no annotations
    configure_table(request, table, rows_a_page=25)
    export = Export("eventi", PUBLIC_EVENTS, lambda: [row.record for row in table.rows])
    return render_or_export(request, "web/public/event_list.html", {"filter": event_filter, "table": table}, export)


@login_not_required
@require_safe
@shared
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event: before the day what helps to come, then the rounds with standings and reasons, the result."""
    shown_event = public_event(request, slug)
    if shown_event.state in COMING and not is_export_request(request):
        return _coming_event(request, shown_event)
    may_see_names, me = sees_names(request, shown_event), my_person_id(request)
    page = pages.event_page(shown_event, sees_names=may_see_names, me=me)
    names = partial(pages.shown_name, sees_names=may_see_names, me=me)
    parts = event_parts(page)
    context = {
        "page": page,
        "event": shown_event,
        "rules": regulation_of(shown_event),
        "parts": parts,
        "shown_part": open_part(page, parts, request.GET.get("parte", "")),
        "place_columns": place_columns(page),
        "final": final_table(page, names),
        "runs_it": request.user.has_perm("tournament.run_event", shown_event),
        "referees_it": request.user.has_perm("tournament.enter_sheet", shown_event),
        "has_file": shown_event.state in EXPORTABLE_STATES,
        "chart": chart_words(page.chart),
        "map_url": map_url(shown_event),
        "prizes": list(shown_event.prizes.all()),
        "structured_data": event_json_ld(shown_event),
    }
    return render_or_export(request, "web/public/event.html", context, *event_lists(page))


def _coming_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Show an event before its day: what the organiser says, hour, place, price, who comes, and the way to enter."""
    comers = event_comers(event, sees_names=sees_names(request, event), me=my_person_id(request))
    facts = upcoming(event, len(comers), queue_numbers(event))
    context = {
        "event": event,
        "upcoming": facts,
        "comers": comers,
        "own": own_entry(event, request.user),
        "is_open": is_open_to_players(event),
        "elsewhere": coming_near(event.city, besides=event) if facts is not None and facts.free == 0 else [],
        "bands": points_rows(facts.numbers) if facts is not None and not event.is_national_final else [],
        "runs_it": request.user.has_perm("tournament.run_event", event),
        "referees_it": request.user.has_perm("tournament.enter_sheet", event),
        "map_url": map_url(event),
        "prizes": list(event.prizes.all()),
        "structured_data": event_json_ld(event),
    }
    return render(request, "web/public/event_before.html", context)


@login_not_required
@require_safe
@never_cache
def winner_photo(request: HttpRequest, slug: str) -> FileResponse:
    """Return the photo shown on top of an event's page; no copy is kept, so that it goes when it is taken down.

    Raises Http404 if none is shown.
    """
    shown_event = public_event(request, slug)
    if shown_event.winner_photo is None:
        raise Http404
    return photo_response(shown_event.winner_photo)


@login_not_required
@require_safe
@shared
def table_result(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show how the places of a table were decided."""
    shown_event = public_event(request, slug)
    game_round = get_object_or_404(shown_event.round_set, number=number)
    game_round.event = shown_event
    played = get_object_or_404(game_round.tables.prefetch_related("sheets"), number=table)
    played.round = game_round
    result = pages.table_result(played, sees_names=sees_names(request, shown_event), me=my_person_id(request))
    context = {
        "event": shown_event,
        "round": game_round,
        "result": result,
        "pairs": explain_tie_breaks(result.rows, result.columns) if played.state == Table.State.CONFIRMED else [],
        "cards": pages.setup_cards(shown_event, game_round.setup),
        "items": findings_for_page(result.findings, shown_event),
    }
    return render(request, "web/public/table_result.html", context)


@login_not_required
@require_safe
@shared
def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the stored standings of a round as CSV; names are left out without consent."""
    shown_event = public_event(request, slug)
    game_round = get_object_or_404(shown_event.round_set.filter(state=Round.State.CLOSED), number=number)
    may_see_names = sees_names(request, shown_event)
    columns = standings_row_columns(sees_names=may_see_names)
    rows = game_round.standing_rows.select_related("entry__person").order_by("position")
    return csv_file(f"{slug}-{number}", columns, rows)


@login_not_required
@require_safe
@shared
def event_file(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the event as a tournament-event file: with all names for those with a role, else respecting consent."""
    shown_event = public_event(request, slug)
    try:
        content = event_to_file(shown_event) if sees_names(request, shown_event) else open_file(shown_event)
    except Refused as refusal:
        return JsonResponse({"error": refusal.code, "sentence": sentence(refusal)}, status=404)
    response = JsonResponse(content, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'inline; filename="{slug}.json"'
    return response


@login_not_required
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Show every component in every state.

    Raises Http404 unless ``DEBUG`` is set.
    """
    if not settings.DEBUG:
        raise Http404
    return render(request, "components/gallery.html")
