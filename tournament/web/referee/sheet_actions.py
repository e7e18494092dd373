"""Actions on a submitted sheet: confirm it, draw its lot, record a player who gave up, write a note."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.errors import ConfirmWithAccount
from tournament.core.errors import AlreadyDone
from tournament.core.messages import sentence
from tournament.core.numbers import whole_number
from tournament.models import Table
from tournament.regulation.errors import RuleError
from tournament.rounds.notes import table_note
from tournament.sheets.checking import seats_of
from tournament.sheets.services import sheet_confirm, table_abandon, table_abandon_undo, table_lots_draw
from tournament.web.common import rule_error_message
from tournament.web.referee.sheet import table_or_404
from tournament.web.referee.sheet_access import door_of


def act_told(request: HttpRequest, table: Table, act: Any) -> HttpResponse:
    """Run an action on the table's sheet, show a rule error as a message, and redirect to the sheet."""
    try:
        act()
    except AlreadyDone as news:
        messages.info(request, sentence(news))
    except RuleError as refusal:
        messages.error(request, rule_error_message(refusal))
    return redirect(door_of(request, table).sheet)


@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Confirm the version that the user saw; with errors only for a reason, which the Referent will read."""
    return confirm_of(request, table_or_404(request, slug, number, table))


def confirm_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Confirm a version; through a private link only one without errors."""
    door = door_of(request, found)
    version = request.POST.get("version", "")
    seen_sheet = get_object_or_404(found.sheets, version=whole_number(version))

    def act() -> None:
        forced = request.POST.get("forced_reason", "").strip()
        if door.token and any(finding["severity"] == "error" for finding in seen_sheet.findings):
            raise ConfirmWithAccount(table=found.number)
        sheet_confirm(
            sheet=seen_sheet,
            by=door.by,
            forced_reason="" if door.token else forced,
            accept_warnings=request.POST.get("accept_warnings") == "on",
        )
        messages.success(request, _("Table %(number)s is confirmed.") % {"number": found.number})

    return act_told(request, found, act)


@require_POST
def lots(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Draw the lot between players tied on every criterion (art. 1.5 e)."""
    return lots_of(request, table_or_404(request, slug, number, table))


def lots_of(request: HttpRequest, found: Table) -> HttpResponse:
    """Draw the table's lot; shared by signed-in and private-link access."""
    word, by = request.POST.get("word", ""), door_of(request, found).by
    return act_told(request, found, lambda: table_lots_draw(table=found, word=word, by=by))


@require_http_methods(["GET", "HEAD", "POST"])
def abandon(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Record that a player gave up during the game (AMB-35), or undo such a record."""
    game_table = table_or_404(request, slug, number, table)
    if request.method != "POST":
        return _abandon_page(request, game_table)
    entry_key, reason = request.POST.get("entry", ""), request.POST.get("reason", "")
    seats = game_table.seats.select_related("entry__person")
    seat = get_object_or_404(seats, entry_id=whole_number(entry_key))
    service = table_abandon_undo if "undo" in request.POST else table_abandon
    try:
        service(table=game_table, entry=seat.entry, by=request.user, reason=reason)
    except AlreadyDone as news:
        messages.info(request, sentence(news))
    except RuleError as refusal:
        return _abandon_page(request, game_table, rule_error_message(refusal), seat.entry_id, reason)
    return redirect(door_of(request, game_table).sheet)


def _abandon_page(
    request: HttpRequest, table: Table, refusal: str = "", chosen: int | None = None, reason: str = ""
) -> HttpResponse:
    """Show the form that records a player who gave up, with the posted values after a rule error."""
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "seats": seats_of(table),
        "refusal": refusal,
        "chosen": chosen,
        "reason": reason,
    }
    return render(request, "web/referee/abandon.html", context, status=422 if refusal else 200)


@require_POST
def note(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Store the referee's note on a table (AMB-44)."""
    game_table = table_or_404(request, slug, number, table)
    return act_told(
        request, game_table, lambda: table_note(table=game_table, note=request.POST.get("note", ""), by=request.user)
    )
