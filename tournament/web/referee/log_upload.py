"""Fill in a score sheet from an uploaded game log."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.game import GameError
from tournament.sheets.table_sheet import TableSheet, read_table_sheet
from tournament.web.referee.sheet_access import SheetAccess
from tournament.web.referee.sheet_pages import render_form

#: Bytes; a log is a page of text.
LARGEST = 1_000_000


class LogRefused(Exception):
    """The log does not describe this table's game; the message gives the reason."""


@require_POST
def sheet_log(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Fill in the sheet from a log. Nothing is stored before the referee submits the sheet."""
    table_sheet = read_table_sheet(access.table)
    if table_sheet.game.logs is None:
        raise Http404("this game has no logs")
    values: dict[str, str] = {}
    try:
        values = _values(request, table_sheet)
    except LogRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Filled in from the log. Look at it, then deliver."))
    return render_form(request, access, table_sheet, values)


def _values(request: HttpRequest, table_sheet: TableSheet) -> dict[str, str]:
    """Return the fields of the form as read from the log.

    Raises LogRefused.
    """
    game = table_sheet.game
    logs = game.logs
    if logs is None:
        raise Http404("this game has no logs")
    file = request.FILES.get("log")
    if file is None or (file.size or 0) > LARGEST:
        raise LogRefused(_("Choose the log of the game: a text or HTML file under 1 MB."))
    language = (get_language() or "it")[:2]
    try:
        result = logs.import_log(file.read().decode("utf-8", "replace"), file.name or "")
    except GameError as unreadable:
        raise LogRefused(unreadable.message(language)) from unreadable
    if result.sheet is None or not result.ok:
        first = next((finding for finding in result.findings if finding.is_error), None)
        reason = logs.log_message(first, language) if first else _("it does not hold a whole game")
        raise LogRefused(_("The log cannot be used: %(why)s") % {"why": reason})
    seats = len(table_sheet.seats)
    if len(result.players) != seats:
        raise LogRefused(
            _("The log has %(there)s players, this table %(here)s.") % {"there": len(result.players), "here": seats}
        )
    if set(result.kingdom) != set(table_sheet.table.round.setup.get("drawn", ())):
        raise LogRefused(_("The log was played with another kingdom than this round’s."))
    values: dict[str, str] = game.form.to_values(result.sheet["sheet"])
    return values
