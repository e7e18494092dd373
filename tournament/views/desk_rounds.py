"""Rounds: precheck and draw, publication, clock, closing, the final."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.forms.draw import HandDrawForm
from tournament.forms.event import ClockForm, ReasonForm
from tournament.list_columns import SEATS, STANDINGS, table_seats
from tournament.lists import PageList, with_lists
from tournament.messages import sentence
from tournament.models import Event, Round
from tournament.rules.errors import RuleError
from tournament.selectors import pages
from tournament.selectors.events import precheck
from tournament.selectors.links import tell_tables
from tournament.selectors.people import by_player_id, event_entries
from tournament.selectors.rounds import lots_needed, open_tables
from tournament.services import rounds as services
from tournament.views.calls import calls_facts, desk_known
from tournament.views.common import own_event, refusal_words, refusals_shown


def _round(event: Event, number: int) -> Round:
    found = get_object_or_404(event.round_set, number=number)
    found.event = event
    return found


def _to_round(slug: str, number: int, **_more: Any) -> tuple[str, str, int]:
    return ("round_desk", slug, number)


def _draw(request: HttpRequest, slug: str, final: bool) -> HttpResponse:
    """The page before a draw: what it would do; then the draw itself, once."""
    event = own_event(request, slug)
    form = HandDrawForm(request.POST or None, event=event, final=final)
    refusal = ""
    if request.method == "POST" and form.is_valid():
        try:
            draw = services.final_draw if final else services.round_draw
            made = draw(event=event, by=request.user, **form.asked())
        except RuleError as refused:
            refusal = refusal_words(refused)
        else:
            messages.success(request, _("Drawn. Look at it, then publish it: nobody else sees it yet."))
            return redirect("round_desk", slug, made.number)
    check = precheck(event)
    context = {
        "event": event,
        "form": form,
        "check": check,
        "blocks": [sentence(one) for one in check.blocks],
        "final": final,
        "refusal": refusal,
    }
    return render(request, "desk/round_new.html", context, status=422 if refusal or form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def round_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Draws the next round."""
    return _draw(request, slug, final=False)


@require_http_methods(["GET", "HEAD", "POST"])
def final_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Forms the final."""
    return _draw(request, slug, final=True)


@require_safe
def round_desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round with the state of every table, its clock, its papers, and what closes it."""
    event = own_event(request, slug)
    known = desk_known(event)
    rounds = pages.public_rounds(event, sees_drafts=True)
    game_round = next((one for one in rounds if one.number == number), None)
    if game_round is None:
        return redirect("desk", slug)
    tables = list(game_round.tables.all())
    tell_tables(game_round, tables)
    context = {
        "event": event,
        "round": game_round,
        "title": pages.round_title(game_round),
        "tables": tables,
        "cards": pages.setup_cards(event, game_round.setup),
        "done": sum(table.state == "confirmed" for table in tables),
        "clock": pages.clock_facts(game_round),
        "clock_form": ClockForm(),
        "reason": ReasonForm(),
        "standings": pages.standing_lines(list(game_round.standing_rows.all()), lambda entry: str(entry.person)),
        "is_last": rounds[-1] is game_round,
        "draws": event.draws.filter(scope__startswith=pages.round_scope(game_round)).order_by("committed_at"),
        "known": known,
        **calls_facts(event),
    }
    seats = PageList("tavoli", SEATS, table_seats(tables))
    return with_lists(
        request, "desk/round.html", context, seats, PageList("classifica", STANDINGS, context["standings"])
    )


@require_POST
@refusals_shown(_to_round)
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows the round to everybody at one moment."""
    services.round_publish(round=_round(own_event(request, slug), number), by=request.user)
    messages.success(request, _("Published: everybody can see the tables and the kingdom."))
    return redirect("round_desk", slug, number)


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes a round back while no result is in; its draws stay as evidence."""
    event = own_event(request, slug)
    game_round = _round(event, number)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.round_undo(round=game_round, reason=form.cleaned_data["reason"], by=request.user)
        except RuleError as refusal:
            form.add_error(None, refusal_words(refusal))
        else:
            messages.success(request, _("The round is undone. Its draws are annulled and stay on the record."))
            return redirect("desk", slug)
    context = {
        "event": event,
        "form": form,
        "question": _("Undo this round?"),
        "consequence": _(
            "Its tables are taken off the live board; its draws stay on record as annulled, and new ones are drawn."
        ),
    }
    return render(request, "desk/reason.html", context, status=422 if form.errors else 200)


def _names(event: Event, groups: list[list[str]]) -> list[list[str]]:
    """Groups of player ids as groups of names."""
    known = by_player_id(event_entries(event)) if groups else {}
    return [[str(known[one].person) for one in group] for group in groups]


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Closes the round; where players are equal on everything a lot is drawn, with a word that somebody calls out."""
    event = own_event(request, slug)
    game_round = _round(event, number)
    refusal = ""
    if request.method == "POST":
        try:
            services.round_close(round=game_round, word=request.POST.get("word", ""), by=request.user)
        except RuleError as refused:
            refusal = refusal_words(refused)
        else:
            words = (
                _("The final is closed.") if game_round.is_final else _("The round is closed, the standings are out.")
            )
            messages.success(request, words)
            return redirect("desk", slug)
    context = {
        "event": event,
        "round": game_round,
        "title": pages.round_title(game_round),
        "groups": _names(event, lots_needed(game_round)),
        "missing": open_tables(game_round),
        "refusal": refusal,
    }
    return render(request, "desk/close.html", context, status=422 if refusal else 200)
