"""Rounds: draw preview and draw, undoing, closing, the final."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.messages import sentence
from tournament.draws.beacon import has_beacon
from tournament.draws.selectors import open_press, round_scope
from tournament.events.draw_preview import DrawPreview, draw_day_warning, draw_preview
from tournament.models import DrawPress, Event, Round, Seat, Table
from tournament.pages import event as pages
from tournament.pages.closing import round_closing
from tournament.pages.desk import desk_tables_of
from tournament.pages.export_columns import SEATS, STANDINGS, table_seats
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.regulation.seating import swiss_tables
from tournament.rounds import services
from tournament.rounds.closing import round_finish
from tournament.rounds.hand_draws import hand_draw
from tournament.rounds.participation import desk_tables, leaving
from tournament.rounds.presses import draw_press, step_draw
from tournament.web.common import add_rule_error, get_event_or_404, rule_error_with_way_out
from tournament.web.desk.draw_forms import DrawDayForm, HandDrawForm, WordForm
from tournament.web.desk.forms import ClockForm, ReasonForm
from tournament.web.help_calls import help_request_context, known_desk_digest
from tournament.web.requests import SignedInRequest


def _round(event: Event, number: int) -> Round:
    game_round = get_object_or_404(event.round_set, number=number)
    game_round.event = event
    return game_round


def after_draw(request: HttpRequest, made: Round | DrawPress | None, event: Event) -> HttpResponse:
    """Return to the page of what was drawn, of the open draw, or of the desk if only a round was closed."""
    if isinstance(made, DrawPress):
        return redirect("open_draw", event.slug)
    if made is None:
        return redirect("desk", event.slug)
    messages.success(request, _("Drawn: everybody can see the tables and the kingdom."))
    return redirect("round_drawn", event.slug, made.number)


def _draw(request: SignedInRequest, slug: str, final: bool) -> HttpResponse:
    """Show what a draw would form; on POST draw, whose result is public at once, or record a draw made by hand."""
    event = get_event_or_404(request, slug)
    if open_press(event) is not None:
        return redirect("open_draw", slug)
    is_by_hand = "by_hand" in request.POST
    form = WordForm(request.POST if request.method == "POST" and not is_by_hand else None, event=event)
    hand = HandDrawForm(request.POST if is_by_hand else None, event=event)
    refusal = ""
    try:
        if hand.is_valid():
            return after_draw(request, hand_draw(event=event, by=request.user, final=final, **hand.arguments()), event)
        if form.is_valid():
            draw: Callable[..., Round | DrawPress | None] = step_draw if form.cleaned_data.get("word") else draw_press
            return after_draw(request, draw(event=event, by=request.user, final=final, **form.cleaned_data), event)
    except Refused as refused:
        refusal = rule_error_with_way_out(refused, event)
    context = {**draw_context(event), "form": form, "hand": hand, "final": final, "refusal": refusal}
    context["seats"] = _hand_seats(context["check"], event)
    has_errors = refusal or form.errors or hand.errors
    return render(request, "web/desk/round_new.html", context, status=422 if has_errors else 200)


def _hand_seats(check: DrawPreview, event: Event) -> dict[str, Any]:
    """Return what the page needs to take a draw by hand: in round 1 the sizes of the tables, later who sits at each."""
    players = [{"number": entry.number, "name": str(entry)} for entry in check.present]
    if check.number == 1 or check.is_final:
        return {"players": players, "sizes": check.sizes}
    tables = swiss_tables(check.present) if check.sizes else []
    table_of = {entry.pk: index for index, table in enumerate(tables) for entry in table}
    for player, entry in zip(players, check.present, strict=True):
        player["table"] = table_of.get(entry.pk, 0)
    return {"players": players, "sizes": check.sizes}


def draw_context(event: Event) -> dict[str, Any]:
    """Return the context of a page before a draw: what it would form, and what blocks it."""
    check = draw_preview(event)
    return {"event": event, "check": check, "blocks": [sentence(block) for block in check.blocks]}


@require_http_methods(["GET", "HEAD", "POST"])
def round_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Draw the next round."""
    return _draw(request, slug, final=False)


@require_http_methods(["GET", "HEAD", "POST"])
def final_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Form the final."""
    return _draw(request, slug, final=True)


@require_safe
def round_desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a round: state of every table, clock, print jobs, and what is needed to close it."""
    event = get_event_or_404(request, slug)
    known_digest = known_desk_digest(event)
    rounds = pages.public_rounds(event, desk_tables())
    game_round = next((candidate for candidate in rounds if candidate.number == number), None)
    if game_round is None:
        return redirect("desk", slug)
    tables = list(game_round.tables.all())
    context = {
        "event": event,
        "round": game_round,
        "title": pages.round_title(game_round),
        "tables": desk_tables_of(event, game_round, request.GET.get("tavoli", "")),
        "cards": pages.setup_cards(event, game_round.setup),
        "done": sum(table.state == "confirmed" for table in tables),
        "expected": len(tables),
        "clock": pages.clock_facts(game_round),
        "clock_form": ClockForm(),
        "reason": ReasonForm(),
        "standings": pages.standing_lines(list(game_round.standing_rows.all()), str),
        "is_last": rounds[-1] is game_round,
        "draws": event.draws.filter(scope__startswith=round_scope(game_round)).order_by("committed_at"),
        "known": known_digest,
        **help_request_context(event),
    }
    seats = Export("tavoli", SEATS, table_seats(tables), _("Tables"))
    standings = Export("classifica", STANDINGS, context["standings"], _("Standings"))
    return render_or_export(request, "web/desk/round.html", context, seats, standings)


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Undo the draw of a round without results, with a reason that everybody can read."""
    event = get_event_or_404(request, slug)
    game_round = _round(event, number)
    form = ReasonForm(request.POST or None)
    form.fields["reason"].required = not event.is_practice
    if request.method == "POST" and form.is_valid():
        try:
            services.round_undo(round=game_round, reason=form.cleaned_data["reason"], by=request.user)
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, _("The draw is undone."))
            return redirect("final_new" if game_round.is_final else "round_new", slug)
    context = {
        "event": event,
        "form": form,
        "question": _("Undo this draw?"),
        "consequence": _("The tables are taken off the live board, and new ones are drawn."),
        "kept": _(
            "It is possible until the first sheet arrives. The reason and your name stay on the public page, and the "
            "Referent reads them."
        ),
    }
    return render(request, "web/desk/reason.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Close the round and draw what follows; the same press serves the lots and the draw.

    With the query ``solo`` the page only closes. htmx asks with the players ticked so far for what would follow.
    """
    event = get_event_or_404(request, slug)
    game_round = _round(event, number)
    if open_press(event) is not None:
        return redirect("open_draw", slug)
    refusal = ""
    if request.method == "POST":
        try:
            return _close_round(request, event, game_round)
        except Refused as refused:
            refusal = rule_error_with_way_out(refused, event)
    is_live = bool(request.htmx) and request.method == "GET"
    context = {**_closing_context(request, event, game_round), "refusal": refusal, "live": is_live}
    template = "web/desk/close_live.html" if is_live else "web/desk/close.html"
    return render(request, template, context, status=422 if refusal else 200)


def _closing_context(request: SignedInRequest, event: Event, game_round: Round) -> dict[str, Any]:
    """Return the context of the page that closes a round: who stops as ticked so far, at first as the players asked."""
    states = dict(game_round.tables.order_by("number").values_list("number", "state"))
    missing_tables = [number for number, state in states.items() if state != Table.State.CONFIRMED]
    asked = {wish.entry_id for wish in leaving(event)}
    ticked = request.POST if request.method == "POST" else request.GET
    stops = _numbers(ticked.getlist("stops")) if request.htmx or request.method == "POST" else asked
    closing = None if missing_tables or game_round.is_final else round_closing(game_round, stops)
    only = "solo" in request.GET
    draws = closing is not None and closing.can_follow and not only
    needs_word = not has_beacon() and (draws or (closing is not None and closing.needs_lots))
    return {
        "event": event,
        "open_draw": None,
        "round": game_round,
        "name": _after_verb(game_round.number, is_final=game_round.is_final),
        "tables": len(states),
        "missing": missing_tables,
        "closing": closing,
        "asked": asked,
        "only": only,
        "draws": draws,
        "to_final": game_round.number >= (event.rounds or 0),
        "next_number": game_round.number + 1,
        "needs_word": needs_word,
        "word": request.POST.get("word", ""),
        "dates_form": DrawDayForm(request.POST if "draw" in request.POST else None, event=event) if draws else None,
        "day_warning": draw_day_warning(event) if draws else "",
        "final_seats": _final_seats(game_round),
    }


def _numbers(texts: list[str]) -> set[int]:
    """Return the texts that are numbers of entries."""
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19}


def _final_seats(game_round: Round) -> list[Seat]:
    """Return the seats of the final in the order of their places; none of another round."""
    if not game_round.is_final:
        return []
    seats = Seat.objects.filter(round=game_round, place__isnull=False).select_related("entry__person")
    return list(seats.order_by("place"))


def _after_verb(number: int, *, is_final: bool) -> str:
    return _("the final") if is_final else pgettext("after a verb", "round %(number)s") % {"number": number}


def _close_round(request: SignedInRequest, event: Event, game_round: Round) -> HttpResponse:
    """Close the round, with or without the following draw.

    Raises the errors of the service.
    """
    stops = _numbers(request.POST.getlist("stops"))
    draws = "draw" in request.POST
    made = round_finish(
        round=game_round,
        by=request.user,
        stops=stops,
        stays=_numbers(request.POST.getlist("asked")) - stops,
        draws=draws,
        word=request.POST.get("word", ""),
        dates_reason=request.POST.get("dates_reason", "")[:500],
    )
    if made is None:
        final = game_round.is_final
        message = _("The final is closed.") if final else _("The round is closed, the standings are out.")
        messages.success(request, message)
    return after_draw(request, made, event)
