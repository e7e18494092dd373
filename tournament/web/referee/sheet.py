"""The score sheet of one table: its form, what was typed so far, and its delivery."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.numbers import whole_number
from tournament.core.refusals import AlreadyDone
from tournament.models import Sheet, Table
from tournament.pages.sheet import sheet_page
from tournament.regulation.refused import Refused
from tournament.sheets.services import Delivery, SheetOutcome, sheet_deliver
from tournament.sheets.table_sheet import read_table_sheet
from tournament.web.common import rule_error_message
from tournament.web.referee.entry_mode import remember_entry_mode, remembered_entry_mode
from tournament.web.referee.sheet_access import RUN, SheetAccess
from tournament.web.referee.sheet_pages import render_conflict, render_delivered, render_form, render_live

State = SheetOutcome.State
#: The states of an outcome whose numbers are stored, by this or an earlier request.
STORED = frozenset({State.STORED, State.REPEATED, State.SAME})


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Show the sheet of a table: enter and validate it, submit it; once submitted, review and confirm it."""
    if request.method == "POST":
        return _post(request, access)
    table_sheet = read_table_sheet(access.table)
    latest = table_sheet.latest
    may_write = access.table.state != Table.State.CONFIRMED or not access.token
    if latest is None:
        return render_form(request, access, table_sheet, remembered_entry_mode(request, access.table))
    if "scrivi" in request.GET and may_write:
        return render_form(request, access, table_sheet, table_sheet.game.form.to_values(latest.data))
    return render_delivered(request, access, table_sheet, latest)


@require_POST
def sheet_preview(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Return the findings of the numbers entered so far, beside their fields, and the resulting order.

    Writes nothing.
    """
    table_sheet = read_table_sheet(access.table)
    page = sheet_page(table_sheet, request.POST.dict())
    latest = table_sheet.latest
    seen = request.POST.get("seen", "")
    is_outdated = latest is not None and whole_number(seen, missing=latest.version) != latest.version
    return render_live(request, table_sheet, page, latest if is_outdated else None)


def wants_json(request: HttpRequest) -> bool:
    """Return whether the request comes from the phone's offline queue, which expects JSON instead of a page."""
    return request.headers.get("Accept", "").startswith("application/json")


def _post(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    """Process the posted form: show it again (other entry mode, corrected number) or deliver it."""
    values = {name: str(text) for name, text in request.POST.items() if name != "csrfmiddlewaretoken"}
    if "fix" in values:
        name, _sep, text = values.pop("fix").partition("=")
        return render_form(request, access, read_table_sheet(access.table), {**values, name: text}, mended=name)
    if "to_mode" in values:
        mode = values.pop("to_mode")
        table_sheet = read_table_sheet(access.table)
        values = table_sheet.game.form.in_mode(values, access.table.round.setup, len(table_sheet.seats), mode)
        response = render_form(request, access, table_sheet, values)
        return remember_entry_mode(response, request, access.table, mode)
    outcome = sheet_deliver(table=access.table, delivery=_delivery(request, access, values))
    if outcome.refusal is not None and outcome.refusal.code == "SHEETS_TOO_MANY":
        return _too_many(request, outcome.refusal)
    _add_messages(request, outcome)
    return (
        _json_response(request, access, outcome)
        if wants_json(request)
        else _page_response(request, access, outcome, values)
    )


def _too_many(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Answer a flood of versions at little cost: the phone keeps its sheet, a browser its form, to send it later."""
    if wants_json(request):
        return JsonResponse({"state": "waiting", "words": rule_error_message(refusal)}, status=429)
    return render(request, "429.html", status=429)


def _delivery(request: HttpRequest, access: SheetAccess, values: dict[str, str]) -> Delivery:
    """Return the posted sheet with the decisions of its sender."""
    correction = None
    if not access.token:
        # A correction that changes tables already drawn needs the organiser's consent, not the referee's.
        accepted = values.get("consequences") == "accepted" and request.user.has_perm(RUN, access.table.round.event)
        correction = {
            "consequences_accepted": accepted,
            "forced_reason": values.get("forced_reason", ""),
            "accept_warnings": values.get("accept_warnings") == "on",
            "word": values.get("word", ""),
        }
    return Delivery(
        values=values,
        by=access.account,
        key=values.get("key", ""),
        seen=values.get("seen", ""),
        reason=values.get("reason", ""),
        accept_missing=values.get("deliver") == "anyway",
        confirm="deliver_and_confirm" in values,
        correction=correction,
    )


def _add_messages(request: HttpRequest, outcome: SheetOutcome) -> None:
    """Add the messages about what was stored, for the page that the user sees next."""
    if outcome.state == State.SAME:
        message = _("Version %(number)s, from %(who)s, says the same numbers: nothing had to be added.")
        messages.info(request, _with_latest(message, outcome))
    if outcome.state != State.STORED or outcome.version is None:
        return
    messages.success(request, _("Saved as version %(number)s.") % {"number": outcome.version.version})
    refusal, table = outcome.confirm_refusal, outcome.version.table
    if outcome.is_confirmed:
        messages.success(request, _("Table %(number)s is confirmed.") % {"number": table.number})
    elif refusal is not None and not isinstance(refusal, AlreadyDone):
        # The sheet stays submitted: the next page asks for the lot that is missing.
        messages.warning(request, rule_error_message(refusal))


def _with_latest(message: str, outcome: SheetOutcome) -> str:
    """Return a message with the number and the author of the newest version filled in."""
    latest = outcome.sheet.latest if outcome.sheet else None
    return message % {"number": latest.version, "who": latest.entered_name} if latest else message


def _outcome_message(outcome: SheetOutcome) -> str:
    """Return why a sheet was not stored."""
    if outcome.state == State.MISSING:
        return _("Something is missing: write it, or deliver the sheet as it is.")
    if outcome.state == State.CONFLICT:
        return _with_latest(_("Version %(number)s came in meanwhile, from %(who)s, with other numbers."), outcome)
    return rule_error_message(outcome.refusal) if outcome.refusal else ""


def _json_response(request: HttpRequest, access: SheetAccess, outcome: SheetOutcome) -> HttpResponse:
    """Answer the phone's offline queue.

    The state is ``stored``, ``conflict`` (409) or ``refused`` (422), the latter two with the message.
    """
    if outcome.state in STORED:
        return JsonResponse({"state": "stored", "url": _after_storing(request, access, outcome)})
    state, status = ("conflict", 409) if outcome.state == State.CONFLICT else ("refused", 422)
    return JsonResponse({"state": state, "words": _outcome_message(outcome)}, status=status)


def _after_storing(request: HttpRequest, access: SheetAccess, outcome: SheetOutcome) -> str:
    """Return the address of the stored sheet; after a correction, which leaves nothing to do there, that of the desk.

    Only who runs the event has the desk.
    """
    version, event = outcome.version, access.table.round.event
    is_corrected = version is not None and version.state == Sheet.State.CONFIRMED and not outcome.is_confirmed
    if is_corrected and not access.token and request.user.has_perm(RUN, event):
        return reverse("desk", args=[event.slug])
    return request.path


def _page_response(
    request: HttpRequest, access: SheetAccess, outcome: SheetOutcome, values: dict[str, str]
) -> HttpResponse:
    """Answer a browser: go to the stored sheet, at the same address, or show the form again with the reason."""
    if outcome.state in STORED:
        return redirect(_after_storing(request, access, outcome))
    words, table_sheet = _outcome_message(outcome), outcome.sheet
    if table_sheet is None:
        raise Http404(words)
    latest = table_sheet.latest
    if outcome.state == State.CONFLICT and latest is not None and outcome.checked is not None:
        return render_conflict(request, access, table_sheet, latest, values, outcome.checked, words)
    if outcome.refusal is not None and outcome.refusal.code == "TABLE_CLOSED" and access.token:
        # Nobody corrects a confirmed sheet through a private link.
        messages.error(request, words)
        return redirect(request.path)
    return render_form(request, access, table_sheet, values, outcome=outcome, refusal=words)
