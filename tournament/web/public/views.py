"""Public pages: events, tables, files of an event, the regulation."""

from __future__ import annotations

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
from tournament.pages.event_parts import bracket_drawing, event_parts, final_bracket, open_part, place_columns
from tournament.pages.export_columns import PUBLIC_EVENTS, event_lists, standings_row_columns
from tournament.pages.exports import Export, csv_file, render_or_export
from tournament.pages.structured_data import event_json_ld
from tournament.pages.upcoming import map_url, upcoming
from tournament.regulation.refused import Refused
from tournament.results.tie_break_explanation import explain_tie_breaks
from tournament.web.common import my_person_id, photo_response, public_event, sees_names
from tournament.web.filters import EventFilter
from tournament.web.public.charts import chart_words
from tournament.web.shared import shared
from tournament.web.tables import EventTable, configure_table

#: States in which the page shows how the visitor stands with the event.
BEFORE_ROUND_1 = (Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN)


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
    """Show an event: details, entries, rounds with tables and kingdom, standings with reasons, final, report."""
    shown_event = public_event(request, slug)
    page = pages.event_page(shown_event, sees_names=sees_names(request, shown_event), me=my_person_id(request))
    parts = event_parts(page)
    context = {
        "page": page,
        "event": shown_event,
        "rules": regulation_of(shown_event),
        "parts": parts,
        "shown_part": open_part(page, parts, request.GET.get("parte", "")),
        "place_columns": place_columns(page),
        **bracket_drawing(final_bracket(page)),
        "runs_it": request.user.has_perm("tournament.run_event", shown_event),
        "referees_it": request.user.has_perm("tournament.enter_sheet", shown_event),
        "has_file": shown_event.state in EXPORTABLE_STATES,
        "own": own_entry(shown_event, request.user) if shown_event.state in BEFORE_ROUND_1 else None,
        "is_open": is_open_to_players(shown_event),
        "chart": chart_words(page.chart),
        "upcoming": upcoming(shown_event, page.players, queue_numbers(shown_event)),
        "map_url": map_url(shown_event),
        "prizes": list(shown_event.prizes.all()),
        "structured_data": event_json_ld(shown_event),
    }
    return render_or_export(request, "web/public/event.html", context, *event_lists(page))


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
