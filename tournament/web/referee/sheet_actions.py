"""Actions on a submitted sheet: confirm it, draw its lot, record a player who gave up, write a note."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.refusals import LinkRefused
from tournament.core.messages import sentence
from tournament.core.numbers import whole_number
from tournament.core.refusals import AlreadyDone
from tournament.models import Table
from tournament.regulation.refused import Refused
from tournament.rounds.notes import table_note
from tournament.sheets.services import sheet_confirm, table_abandon, table_abandon_undo, table_lots_draw
from tournament.sheets.table_sheet import read_table_sheet
from tournament.web.common import redirect_back, rule_error_message, show_rule_error
from tournament.web.referee.sheet_access import SheetAccess


def run_action(
    request: HttpRequest, access: SheetAccess, action: Callable[[], object], *, go_on: bool = False
) -> HttpResponse:
    """Run an action on the table's sheet, show a rule error as a message, and redirect to the sheet.

    Arguments:
        go_on: a success redirects to the form's ``next`` where it names one.
    """
    try:
        action()
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect(access.url("sheet"))
    return redirect_back(request, access.url("sheet")) if go_on else redirect(access.url("sheet"))


@require_POST
def confirm(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Confirm the version that the user saw; with errors only for a reason, which the Referent will read.

    The desk confirms from its list of tables and goes on there (``next``); a refusal is shown on the sheet, where it is
    put right. Through a private link only a version without errors is confirmed.
    """
    table = access.table
    seen_sheet = get_object_or_404(table.sheets, version=whole_number(request.POST.get("version", "")))

    def confirm_seen() -> None:
        forced = request.POST.get("forced_reason", "").strip()
        if access.token and any(finding["severity"] == "error" for finding in seen_sheet.findings):
            raise LinkRefused("CONFIRM_WITH_ACCOUNT", table=table.number)
        sheet_confirm(
            sheet=seen_sheet,
            by=access.account,
            forced_reason="" if access.token else forced,
            accept_warnings=request.POST.get("accept_warnings") == "on",
        )
        messages.success(request, _("Table %(number)s is confirmed.") % {"number": table.number})

    return run_action(request, access, confirm_seen, go_on=True)


@require_POST
def lots(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Draw the lot between players tied on every criterion, with the word that somebody calls out (art. 1.5 e)."""
    word = request.POST.get("word", "")
    return run_action(request, access, lambda: table_lots_draw(table=access.table, word=word, by=access.account))


@require_http_methods(["GET", "HEAD", "POST"])
def abandon(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Record that a player dropped out during the game (AMB-35), or undo such a record."""
    table = access.table
    if request.method != "POST":
        return _abandon_page(request, table)
    entry_key, reason = request.POST.get("entry", ""), request.POST.get("reason", "")
    seat = get_object_or_404(table.seats.select_related("entry__person"), entry_id=whole_number(entry_key))
    service = table_abandon_undo if "undo" in request.POST else table_abandon
    try:
        service(table=table, entry=seat.entry, by=access.account, reason=reason)
    except AlreadyDone as news:
        messages.info(request, sentence(news))
    except Refused as refusal:
        return _abandon_page(request, table, rule_error_message(refusal), reason)
    return redirect(access.url("sheet"))


def _abandon_page(request: HttpRequest, table: Table, refusal: str = "", reason: str = "") -> HttpResponse:
    """Show the form that records a player who gave up, with the posted values after a rule error."""
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "seats": read_table_sheet(table).seats,
        "refusal": refusal,
        "reason": reason,
    }
    return render(request, "web/referee/abandon.html", context, status=422 if refusal else 200)


@require_POST
def note(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Store the referee's note on a table (AMB-44)."""
    words = request.POST.get("note", "")
    return run_action(request, access, lambda: table_note(table=access.table, note=words, by=access.account))
