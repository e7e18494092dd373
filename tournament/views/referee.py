"""The referee's pages: the tables of the day, and the sheet of one table."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.messages import findings_for_page, sentence
from tournament.models import Event, EventRole, Round, Sheet, Table
from tournament.rules.errors import RuleError
from tournament.selectors.pages import clock_facts, public_rounds
from tournament.services.checking import as_finding
from tournament.services.corrections import CorrectionChangesTables
from tournament.services.errors import AlreadyDone
from tournament.services.sheets import (
    sheet_confirm,
    sheet_correct,
    sheet_submit,
    table_abandon,
    table_lots_draw,
)
from tournament.sheet_page import form_of, problem_words, sheet_page
from tournament.views.common import own_event

Permission = "tournament.enter_sheet"


@require_safe
def referee_home(request: HttpRequest) -> HttpResponse:
    """The running events in which the visitor may enter results, with the state of every table."""
    mine = Event.objects.filter(state=Event.State.RUNNING)
    if not request.user.has_perm("tournament.authorise_event"):
        mine = mine.filter(roles__user=request.user, roles__role__in=EventRole.Role.values).distinct()
    events = []
    for event in mine.select_related("season", "organiser"):
        rounds = public_rounds(event)
        events.append({"event": event, "round": rounds[-1] if rounds else None})
    return render(request, "referee/home.html", {"events": events})


def table_or_404(request: HttpRequest, slug: str, number: int, table: int) -> Table:
    """A table of a published round, if the visitor may enter its result."""
    event = own_event(request, slug, Permission)
    game_round = get_object_or_404(event.round_set.exclude(state=Round.State.DRAWN), number=number)
    game_round.event = event
    found = get_object_or_404(game_round.tables.prefetch_related("seats__entry__person"), number=table)
    found.round = game_round
    return found


def _latest(table: Table) -> Sheet | None:
    return table.sheets.order_by("-version").select_related("entered_by", "confirmed_by").first()


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet of a table: type, see what cannot be true, deliver; once delivered, look at it and confirm it."""
    found = table_or_404(request, slug, number, table)
    latest = _latest(found)
    if request.method == "POST":
        return _typed(request, found, latest)
    editing = latest is None or "scrivi" in request.GET
    if editing:
        values = form_of(found).to_values(latest.data) if latest else {}
        return show_form(request, found, latest, values)
    return _show_delivered(request, found, latest)


def _typed(request: HttpRequest, table: Table, latest: Sheet | None) -> HttpResponse:
    """What was typed: shown again (another mode, a number put right) or delivered as a new version."""
    values = {name: text for name, text in request.POST.items() if name != "csrfmiddlewaretoken"}
    if "fix" in values:
        name, _sep, text = values.pop("fix").partition("=")
        return show_form(request, table, latest, {**values, name: text})
    if "to_mode" in values:
        return show_form(request, table, latest, {**values, "mode": values.pop("to_mode")})
    game_round = table.round
    data = form_of(table).to_sheet(values, game_round.setup, len(table.seats.all()), complete=True)
    try:
        if table.state == Table.State.CONFIRMED:
            made = sheet_correct(
                table=table,
                data=data,
                by=request.user,
                reason=values.get("reason", ""),
                consequences_accepted=values.get("consequences") == "accepted",
            )
        else:
            made = sheet_submit(
                table=table, data=data, by=request.user, key=values.get("key") or None, reason=values.get("reason", "")
            )
            if not made.findings and "deliver_and_confirm" in values:
                made = _confirmed_if_whole(request, made)
    except CorrectionChangesTables as refusal:
        return show_form(request, table, latest, values, refusal=refusal, consequences=refusal.consequences)
    except RuleError as refusal:
        return show_form(request, table, latest, values, refusal=refusal)
    messages.success(request, _("Stored as version %(number)s.") % {"number": made.version})
    return redirect("sheet", game_round.event.slug, game_round.number, table.number)


def _confirmed_if_whole(request: HttpRequest, made: Sheet) -> Sheet:
    """Confirms at once a sheet against which nothing speaks; a lot that is missing leaves it to the next page."""
    try:
        sheet_confirm(sheet=made, by=request.user)
    except RuleError as refusal:
        messages.warning(request, sentence(refusal))
    return made


def _clock(table: Table) -> dict[str, Any] | None:
    return clock_facts(table.round)


def show_form(
    request: HttpRequest,
    table: Table,
    latest: Sheet | None,
    values: dict[str, str],
    refusal: RuleError | None = None,
    consequences: Any = (),
) -> HttpResponse:
    """The form with what has been typed so far, and why it was refused."""
    page = sheet_page(table, values)
    context = {
        "page": page,
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "latest": latest,
        "correcting": table.state == Table.State.CONFIRMED,
        "clock": _clock(table),
        "key": values.get("key") or secrets.token_urlsafe(16),
        "refusal": sentence(refusal) if refusal else "",
        "consequences": consequences,
        "problem": problem_words(page),
    }
    template = f"sheets/{table.round.event.game}.html"
    return render(request, template, context, status=200 if refusal is None else 422)


def _show_delivered(request: HttpRequest, table: Table, latest: Sheet) -> HttpResponse:
    form = form_of(table)
    page = sheet_page(table, form.to_values(latest.data))
    findings = findings_for_page([as_finding(one) for one in latest.findings], table.round.event)
    context = {
        "page": page,
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "latest": latest,
        "items": [{**one, "detail": one.get("proof", "")} for one in findings],
        "errors": any(one["severity"] == "error" for one in findings),
        "versions": table.sheets.order_by("-version").select_related("entered_by", "confirmed_by"),
        "clock": _clock(table),
        "problem": problem_words(page) if latest.state == Sheet.State.SUBMITTED else "",
        "seats": sorted(table.seats.all(), key=lambda seat: (seat.place or 9, seat.position)),
    }
    return render(request, "referee/delivered.html", context)


@require_POST
def sheet_preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the numbers typed so far say: findings beside their fields, the order as it stands. Writes nothing."""
    found = table_or_404(request, slug, number, table)
    page = sheet_page(found, request.POST.dict())
    context = {
        "page": page,
        "table": found,
        "round": found.round,
        "event": found.round.event,
        "correcting": found.state == Table.State.CONFIRMED,
        "problem": problem_words(page),
        "live": True,
    }
    return render(request, f"sheets/{found.round.event.game}_live.html", context)


def _act(request: HttpRequest, table: Table, act: Any) -> HttpResponse:
    """Does one thing to the table's sheet, telling a refusal as a sentence."""
    try:
        act()
    except AlreadyDone as news:
        messages.info(request, sentence(news))
    except RuleError as refusal:
        messages.error(request, sentence(refusal))
    return redirect("sheet", table.round.event.slug, table.round.number, table.number)


@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Confirms the version that the visitor saw; against an error only with a reason that the Referent will read."""
    found = table_or_404(request, slug, number, table)
    seen = get_object_or_404(found.sheets, version=request.POST.get("version", "0") or "0")

    def act() -> None:
        sheet_confirm(
            sheet=seen,
            by=request.user,
            forced_reason=request.POST.get("forced_reason", "").strip(),
            accept_warnings=request.POST.get("accept_warnings") == "on",
        )
        messages.success(request, _("Table %(number)s is confirmed.") % {"number": found.number})

    return _act(request, found, act)


@require_POST
def lots(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Draws the lot between players equal on everything (art. 1.5 e)."""
    found = table_or_404(request, slug, number, table)
    return _act(
        request, found, lambda: table_lots_draw(table=found, word=request.POST.get("word", ""), by=request.user)
    )


@require_POST
def abandon(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A player gives up during the game (AMB-35)."""
    found = table_or_404(request, slug, number, table)
    seat = next((one for one in found.seats.all() if str(one.entry_id) == request.POST.get("entry")), None)
    if seat is None:
        raise Http404
    reason = request.POST.get("reason", "")
    return _act(request, found, lambda: table_abandon(table=found, entry=seat.entry, by=request.user, reason=reason))
