"""The pages of a table's sheet: its form, the live part of the form, a delivered version, two versions in conflict."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.messages import as_finding, findings_for_page
from tournament.models import Photo, Sheet, Table
from tournament.pages.event import clock_facts
from tournament.pages.reasons import tie_reasons
from tournament.pages.sheet import SheetPage, order_follows_details, order_lines, problem_words, sheet_page
from tournament.pages.sheet_conflict import side_by_side
from tournament.regulation.refusals import LotMissing
from tournament.rounds.participation import confirmations
from tournament.sheets.refusals import CorrectionChangesTables
from tournament.sheets.services import SheetOutcome
from tournament.sheets.table_sheet import CheckedSheet, TableSheet
from tournament.web.referee.sheet_access import RUN, SheetAccess


def _context(table_sheet: TableSheet) -> dict[str, Any]:
    table = table_sheet.table
    event = table.round.event
    return {
        "table": table,
        "round": table.round,
        "event": event,
        "latest": table_sheet.latest,
    }


def _is_called(table: Table) -> bool:
    """Return whether the table has an open call for help, read with the table where an account opens it."""
    known = getattr(table, "has_open_call", None)
    return table.help_calls.filter(closed_at=None).exists() if known is None else bool(known)


def _photos_beside(access: SheetAccess) -> list[Photo]:
    """Return the photos of the paper form to show beside the numbers; none through a private link."""
    return [] if access.token else list(access.table.photos.all())


def render_form(
    request: HttpRequest,
    access: SheetAccess,
    table_sheet: TableSheet,
    values: dict[str, str],
    *,
    outcome: SheetOutcome | None = None,
    refusal: str = "",
    mended: str = "",
) -> HttpResponse:
    """Show the form with values, and why they were refused.

    Arguments:
        outcome: of the delivery that was refused; its check is shown, and the consequences of a correction.
        refusal: message, empty if nothing was refused.
        mended: field that a button has just filled in; it gets the focus.
    """
    table, event, latest = table_sheet.table, table_sheet.table.round.event, table_sheet.latest
    page = sheet_page(table_sheet, values, outcome.checked if outcome else None)
    error = outcome.refusal if outcome else None
    consequences = error.consequences if isinstance(error, CorrectionChangesTables) else ()
    context = {
        **_context(table_sheet),
        "page": page,
        "correcting": table.state == Table.State.CONFIRMED,
        "clock": clock_facts(table.round),
        "key": values.get("key") or secrets.token_urlsafe(16),
        "refusal": refusal,
        "mended": mended,
        "consequences": [consequence.sentence() for consequence in consequences],
        "may_accept": request.user.has_perm(RUN, event),
        "problem": problem_words(page.checked),
        "access": access,
        "posted": request.method == "POST",
        "seen": values.get("seen") or (latest.version if latest else 0),
        "called": _is_called(table),
        "photos_beside": _photos_beside(access),
    }
    return render(request, f"web/referee/sheets/{event.game}.html", context, status=422 if refusal else 200)


def render_live(
    request: HttpRequest, table_sheet: TableSheet, page: SheetPage, meanwhile: Sheet | None
) -> HttpResponse:
    """Render the part of the form that follows what is typed.

    Arguments: meanwhile: a version that came after the form was shown.
    """
    table = table_sheet.table
    context = {
        **_context(table_sheet),
        "page": page,
        "correcting": table.state == Table.State.CONFIRMED,
        "problem": problem_words(page.checked),
        "live": True,
        "meanwhile": meanwhile,
    }
    return render(request, f"web/referee/sheets/{table.round.event.game}_live.html", context)


def render_delivered(request: HttpRequest, access: SheetAccess, table_sheet: TableSheet, latest: Sheet) -> HttpResponse:
    """Show the newest version, with what is needed to confirm it."""
    table, seats = table_sheet.table, table_sheet.seats
    checked = table_sheet.check(latest.data)
    is_waiting = latest.state == Sheet.State.SUBMITTED
    lots_needed = is_waiting and isinstance(checked.problem, LotMissing)
    findings_shown = [as_finding(finding) for finding in latest.findings]
    if lots_needed:
        # The page asks for the lot itself, so its absence is not shown as an error of the players.
        findings_shown = [finding for finding in findings_shown if not finding.path.endswith(".lot")]
    findings = findings_for_page(findings_shown, table.round.event)
    severities = {finding["severity"] for finding in findings}
    reasons = tie_reasons(seats)
    context = {
        **_context(table_sheet),
        "order": order_lines(checked, seats),
        "follows_details": order_follows_details(findings_shown, checked.check.rows),
        "items": [{**finding, "detail": finding.get("proof", "")} for finding in findings],
        "errors": "error" in severities,
        "warnings": "warning" in severities,
        "versions": table_sheet.versions,
        "problem": problem_words(checked) if is_waiting else "",
        "lots_needed": lots_needed,
        "without_places": is_waiting and checked.places is None,
        "runs_it": not access.token and request.user.has_perm(RUN, table.round.event),
        "seats": [
            (seat, reasons.get(seat.pk, []))
            for seat in sorted(seats, key=lambda seat: (seat.place or 9, seat.position))
        ],
        "access": access,
        "confirmations": confirmations(latest),
        "photos": list(table.photos.all()),
        "called": _is_called(table),
    }
    return render(request, "web/referee/delivered.html", context)


def render_conflict(
    request: HttpRequest,
    access: SheetAccess,
    table_sheet: TableSheet,
    latest: Sheet,
    values: dict[str, str],
    checked: CheckedSheet,
    words: str,
) -> HttpResponse:
    """Show the newest version beside the one that was sent without having seen it (409).

    Arguments: checked: the values that were sent. words: what happened.
    """
    context = {
        **_context(table_sheet),
        "access": access,
        "words": words,
        "groups": side_by_side(table_sheet, latest, values, checked),
        "values": [(name, text) for name, text in values.items() if name not in ("seen", "key")],
        "old_key": values.get("key", ""),
        "key": secrets.token_urlsafe(16),
        "next": latest.version + 1,
    }
    return render(request, "web/referee/sheets/conflict.html", context, status=409)
