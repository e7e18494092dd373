"""The referee's pages: the running events with their tables, and the score sheet of one table."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.errors import AlreadyDone
from tournament.core.messages import findings_for_page, sentence
from tournament.core.numbers import whole_number
from tournament.models import Event, EventRole, Sheet, Table
from tournament.pages.event import clock_facts, public_rounds
from tournament.pages.sheet import (
    form_of,
    is_missing_something,
    order_follows_details,
    order_lines,
    problem_words,
    sheet_page,
    sheet_to_deliver,
    values_in_mode,
)
from tournament.pages.sheet_conflict import same_numbers, side_by_side
from tournament.regulation.errors import LotMissing, RuleError
from tournament.rounds.participation import confirmations
from tournament.sheets.checking import as_finding, seats_of
from tournament.sheets.errors import CorrectionChangesTables, TableClosed
from tournament.sheets.services import sheet_confirm, sheet_correct, sheet_submit
from tournament.sheets.services import sheet_preview as sheet_preview_of
from tournament.web.common import get_event_or_404, rule_error_message
from tournament.web.help_calls import help_request_context, known_desk_digest
from tournament.web.referee.sheet_access import door_of
from tournament.web.referee.sheet_mode import remember_mode, remembered_mode

ENTER, RUN = "tournament.enter_sheet", "tournament.run_event"


@require_safe
def referee_home(request: HttpRequest) -> HttpResponse:
    """List the events at check-in or running in which the user may enter results, with the state of every table."""
    own_events = Event.objects.filter(state__in=(Event.State.CHECK_IN, Event.State.RUNNING))
    if not request.user.has_perm("tournament.authorise_event"):
        own_events = own_events.filter(roles__user=request.user, roles__role__in=EventRole.Role.values).distinct()
    events = []
    for event in own_events.select_related("season", "organiser"):
        known_digest = known_desk_digest(event)
        rounds = public_rounds(event)
        last_round = rounds[-1] if rounds else None
        live_context = help_request_context(event)
        called = {call.table_id for call in live_context["calls"]}
        clock = clock_facts(last_round) if last_round else None
        events.append(
            {
                "event": event,
                "round": last_round,
                "clock": clock,
                "called": called,
                "known": known_digest,
                **live_context,
            }
        )
    return render(request, "web/referee/home.html", {"events": events})


def table_or_404(request: HttpRequest, slug: str, number: int, table: int) -> Table:
    """Return a table of a published round.

    Raises Http404 if the user may not enter its result.
    """
    event = get_event_or_404(request, slug, ENTER)
    game_round = get_object_or_404(event.round_set, number=number)
    game_round.event = event
    game_table = get_object_or_404(game_round.tables.prefetch_related("seats__entry__person"), number=table)
    game_table.round = game_round
    return game_table


def _latest(table: Table) -> Sheet | None:
    return table.sheets.order_by("-version").select_related("entered_by", "confirmed_by").first()


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show the sheet of a table: enter and validate it, submit it; once submitted, review and confirm it."""
    return sheet_of(request, table_or_404(request, slug, number, table))


def sheet_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Show or process a table's sheet; shared by signed-in and private-link access."""
    latest = _latest(found)
    if request.method == "POST":
        closed = found.state == Table.State.CONFIRMED
        response = (closed and _after_closing(request, found)) or _typed(request, found, latest)
        return _told_to_script(response) if is_script(request) else response
    may_write = found.state != Table.State.CONFIRMED or not door_of(request, found).token
    editing = latest is None or ("scrivi" in request.GET and may_write)
    if editing:
        values = form_of(found).to_values(latest.data) if latest else remembered_mode(request, found)
        return show_form(request, found, latest, values)
    return _show_delivered(request, found, latest)


def is_script(request: HttpRequest) -> bool:
    """Return whether the request comes from the phone's offline queue, which expects JSON instead of a page."""
    return request.headers.get("Accept", "").startswith("application/json")


def _after_closing(request: HttpRequest, table: Table) -> HttpResponse | None:
    """Handle a sheet sent for a confirmed table; None if the caller should go on with a correction.

    A repeated submission (same key) is already stored. Nobody corrects a confirmed sheet through a private link.
    """
    door, key = door_of(request, table), request.POST.get("key", "")
    if key and table.sheets.filter(key=key).exists():
        return redirect(door.sheet)
    if not door.token:
        return None
    message, response = sentence(TableClosed(table=table.number)), redirect(door.sheet)
    response.sheet_state = ("refused", message)
    if not is_script(request):
        messages.error(request, message)
    return response


def _told_to_script(answer: HttpResponse) -> HttpResponse:
    """Return the outcome of a submission by the phone's offline queue as JSON.

    The state is ``stored``, ``conflict`` (409) or ``refused`` (422), the latter two with the message.
    """
    state, message = getattr(answer, "sheet_state", ("stored", ""))
    if state == "stored":
        return JsonResponse({"state": "stored", "url": answer["Location"]})
    return JsonResponse({"state": state, "words": message}, status=409 if state == "conflict" else 422)


def _typed(request: HttpRequest, table: Table, latest: Sheet | None) -> HttpResponse:
    """Process the posted form: show it again (other entry mode, corrected number) or submit a new version."""
    values = {name: text for name, text in request.POST.items() if name != "csrfmiddlewaretoken"}
    if "fix" in values:
        name, _sep, text = values.pop("fix").partition("=")
        return show_form(request, table, latest, {**values, name: text}, mended=name)
    if "to_mode" in values:
        mode = values.pop("to_mode")
        response = show_form(request, table, latest, values_in_mode(table, values, mode))
        return remember_mode(response, request, table, mode)
    page = sheet_page(table, values, delivering=True)
    if is_missing_something(page) and values.get("deliver") != "anyway":
        message = _("Something is missing: write it, or deliver the sheet as it is.")
        return show_form(request, table, latest, values, message, delivering=True)
    if latest is not None and _came_meanwhile(table, latest, values):
        return _conflict(request, table, latest, values)
    return _delivered(request, table, latest, values)


def _conflict(request: HttpRequest, table: Table, latest: Sheet, values: dict[str, str]) -> HttpResponse:
    """Handle a submission that did not see the latest version: ignore identical numbers, else show both (409)."""
    door = door_of(request, table)
    if same_numbers(table, latest, values):
        message = _("Version %(number)s, from %(who)s, says the same numbers: nothing had to be added.")
        messages.info(request, message % {"number": latest.version, "who": latest.entered_name})
        return redirect(door.sheet)
    message = _("Version %(number)s came in meanwhile, from %(who)s, with other numbers.")
    message %= {"number": latest.version, "who": latest.entered_name}
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "door": door,
        "latest": latest,
        "words": message,
        "groups": side_by_side(table, latest, values),
        "values": [(name, text) for name, text in values.items() if name not in ("seen", "key")],
        "old_key": values.get("key", ""),
        "key": secrets.token_urlsafe(16),
        "next": latest.version + 1,
    }
    response = render(request, "web/referee/sheets/conflict.html", context, status=409)
    response.sheet_state = ("conflict", message)
    return response


def _came_meanwhile(table: Table, latest: Sheet, values: dict[str, str]) -> bool:
    """Return whether the form was filled in without the latest version, and is not a repetition of it (same key)."""
    seen_version = values.get("seen", "")
    if whole_number(seen_version, missing=latest.version) == latest.version:
        return False
    return not (values.get("key") and table.sheets.filter(key=values["key"]).exists())


def _delivered(request: HttpRequest, table: Table, latest: Sheet | None, values: dict[str, str]) -> HttpResponse:
    """Store the posted sheet as a new version.

    On a rule error nothing is written, and the form is shown again with the reason.
    """
    event, correcting = table.round.event, table.state == Table.State.CONFIRMED
    door = door_of(request, table)
    data, reason = sheet_to_deliver(table, values), values.get("reason", "")
    try:
        if correcting:
            # A correction that changes tables already drawn needs the organiser's consent, not the referee's.
            accepted = values.get("consequences") == "accepted" and request.user.has_perm(RUN, event)
            new_version = sheet_correct(
                table=table,
                data=data,
                by=door.by,
                reason=reason,
                consequences_accepted=accepted,
                forced_reason=values.get("forced_reason", ""),
                accept_warnings=values.get("accept_warnings") == "on",
                word=values.get("word", ""),
            )
        else:
            new_version = sheet_submit(table=table, data=data, by=door.by, key=values.get("key") or None, reason=reason)
    except RuleError as refusal:
        consequences = refusal.consequences if isinstance(refusal, CorrectionChangesTables) else ()
        return show_form(request, table, latest, values, rule_error_message(refusal), consequences=consequences)
    messages.success(request, _("Stored as version %(number)s.") % {"number": new_version.version})
    if not correcting and not new_version.findings and "deliver_and_confirm" in values:
        _confirm_whole(request, new_version)
    return redirect(door.sheet)


def _confirm_whole(request: HttpRequest, made: Sheet) -> None:
    """Confirm a sheet without findings right after its submission.

    If a lot is missing the sheet stays submitted, and the next page asks for the lot.
    """
    try:
        sheet_confirm(sheet=made, by=door_of(request, made.table).by)
    except AlreadyDone:
        return
    except RuleError as refusal:
        messages.warning(request, rule_error_message(refusal))
    else:
        messages.success(request, _("Table %(number)s is confirmed.") % {"number": made.table.number})


def show_form(
    request: HttpRequest,
    table: Table,
    latest: Sheet | None,
    values: dict[str, str],
    refusal: str = "",
    *,
    consequences: Any = (),
    delivering: bool = False,
    mended: str = "",
) -> HttpResponse:
    """Show the form with the posted values, and why they were refused.

    Arguments:
        refusal: message, empty if nothing was refused.
        consequences: of a correction, each with its message.
        delivering: whether to report missing numbers.
        mended: field that a button has just filled in; it gets the focus.
    """
    page = sheet_page(table, values, delivering=delivering)
    event = table.round.event
    context = {
        "page": page,
        "table": table,
        "round": table.round,
        "event": event,
        "latest": latest,
        "correcting": table.state == Table.State.CONFIRMED,
        "clock": clock_facts(table.round),
        "key": values.get("key") or secrets.token_urlsafe(16),
        "refusal": refusal,
        "mended": mended,
        "consequences": [consequence.sentence() for consequence in consequences],
        "may_accept": request.user.has_perm(RUN, event),
        "problem": problem_words(page.preview),
        "door": door_of(request, table),
        "posted": request.method == "POST",
        "seen": values.get("seen") or (latest.version if latest else 0),
        "called": table.help_calls.filter(closed_at=None).exists(),
    }
    response = render(request, f"web/referee/sheets/{event.game}.html", context, status=422 if refusal else 200)
    response.sheet_state = ("refused", refusal)
    return response


def _show_delivered(request: HttpRequest, table: Table, latest: Sheet) -> HttpResponse:
    seats = seats_of(table)
    preview = sheet_preview_of(table=table, data=latest.data)
    waits = latest.state == Sheet.State.SUBMITTED
    lots_needed = waits and isinstance(preview.problem, LotMissing)
    findings_shown = [as_finding(finding) for finding in latest.findings]
    if lots_needed:
        # The page asks for the lot itself, so its absence is not shown as an error of the players.
        findings_shown = [finding for finding in findings_shown if not finding.path.endswith(".lot")]
    findings = findings_for_page(findings_shown, table.round.event)
    severities = {finding["severity"] for finding in findings}
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "latest": latest,
        "order": order_lines(preview, seats),
        "follows_details": order_follows_details(findings_shown, preview.check.rows),
        "items": [{**finding, "detail": finding.get("proof", "")} for finding in findings],
        "errors": "error" in severities,
        "warnings": "warning" in severities,
        "versions": table.sheets.order_by("-version").select_related("entered_by", "confirmed_by"),
        "problem": problem_words(preview) if waits else "",
        "lots_needed": lots_needed,
        "without_places": waits and preview.places is None,
        "seats": sorted(seats, key=lambda seat: (seat.place or 9, seat.position)),
        "door": door_of(request, table),
        "confirmations": confirmations(latest),
        "photos": list(table.photos.all()),
        "called": table.help_calls.filter(closed_at=None).exists(),
    }
    return render(request, "web/referee/delivered.html", context)


@require_POST
def sheet_preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Return the findings of the numbers entered so far, beside their fields, and the resulting order.

    Writes nothing.
    """
    return preview_of(request, table_or_404(request, slug, number, table))


def preview_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Render the live part of a sheet; shared by signed-in and private-link access."""
    page = sheet_page(found, request.POST.dict())
    latest = _latest(found)
    seen_version = request.POST.get("seen", "")
    context = {
        "page": page,
        "table": found,
        "round": found.round,
        "event": found.round.event,
        "correcting": found.state == Table.State.CONFIRMED,
        "problem": problem_words(page.preview),
        "live": True,
        "meanwhile": latest
        if latest and whole_number(seen_version, missing=latest.version) != latest.version
        else None,
    }
    return render(request, f"web/referee/sheets/{found.round.event.game}_live.html", context)
