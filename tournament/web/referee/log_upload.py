"""Fill in a score sheet from an uploaded game log."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import registry
from games.game import GameError
from tournament.models import Table
from tournament.pages.sheet import form_of
from tournament.sheets.selectors import latest_sheet
from tournament.web.referee.sheet import show_form, table_or_404

#: Bytes; a log is a page of text.
LARGEST = 1_000_000


class LogRefused(Exception):
    """The log does not describe this table's game; the message gives the reason."""


@require_POST
def sheet_log(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Fill in the sheet from a log. Nothing is stored before the referee submits the sheet."""
    played_table = table_or_404(request, slug, number, table)
    if not hasattr(registry.get(played_table.round.event.game), "logs"):
        raise Http404("this game has no logs")
    try:
        values = _values(request, played_table)
    except LogRefused as refusal:
        messages.error(request, str(refusal))
        values = {}
    else:
        messages.success(request, _("Filled in from the log. Look at it, then deliver."))
    return show_form(request, played_table, latest_sheet(played_table), values)


def _values(request: HttpRequest, table: Table) -> dict[str, str]:
    """Return the fields of the form as read from the log.

    Raises LogRefused.
    """
    game = registry.get(table.round.event.game)
    file = request.FILES.get("log")
    if file is None or file.size > LARGEST:
        raise LogRefused(_("Choose the log of the game: a text or HTML file under 1 MB."))
    language = (get_language() or "it")[:2]
    try:
        result = game.logs.import_log(file.read().decode("utf-8", "replace"), file.name)
    except GameError as unreadable:
        raise LogRefused(unreadable.message(language)) from unreadable
    if result.sheet is None or not result.ok:
        first = next((finding for finding in result.findings if finding.is_error), None)
        reason = game.logs.log_message(first, language) if first else _("it does not tell a whole game")
        raise LogRefused(_("The log cannot be used: %(why)s") % {"why": reason})
    seats = len(table.seats.all())
    if len(result.players) != seats:
        raise LogRefused(
            _("The log has %(there)s players, this table %(here)s.") % {"there": len(result.players), "here": seats}
        )
    if set(result.kingdom) != set(table.round.setup.get("drawn", ())):
        raise LogRefused(_("The log was played with another kingdom than this round’s."))
    return form_of(table).to_values(result.sheet["sheet"])
