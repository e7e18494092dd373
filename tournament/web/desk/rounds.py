"""Rounds: draw preview and draw, undoing, closing, the final."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.messages import sentence
from tournament.draws.selectors import round_scope, scope_of
from tournament.events.draw_preview import draw_day_warning, draw_preview
from tournament.models import DrawCeremony, Event, Round
from tournament.pages import event as pages
from tournament.pages.closing import round_closing
from tournament.pages.desk import desk_tables_of
from tournament.pages.export_columns import SEATS, STANDINGS, table_seats
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.errors import RuleError
from tournament.rounds import services
from tournament.rounds.ceremonies import ceremony_open
from tournament.rounds.draw_requests import hand_draw_ask, sequence_ask, undo_ask, word_draw_ask
from tournament.rounds.participation import desk_tables, leaving
from tournament.rounds.selectors import open_tables
from tournament.rounds.word_draws import needs_second_person, with_last_attempt, word_close, word_draw
from tournament.web.common import add_rule_error, get_event_or_404, rule_error_message
from tournament.web.desk.draw_forms import DrawDayForm, HandDrawForm, SequenceForm, WordForm
from tournament.web.desk.forms import ClockForm, ReasonForm
from tournament.web.help_calls import help_request_context, known_desk_digest
from tournament.web.requests import SignedInRequest


def _round(event: Event, number: int) -> Round:
    game_round = get_object_or_404(event.round_set, number=number)
    game_round.event = event
    return game_round


def _has_failed_after(game_round: Any) -> bool:
    """Return whether the last attempt to draw what follows a round failed.

    Arguments:
        game_round: with the annotations of ``with_last_attempt``.
    """
    is_last = game_round.number >= (game_round.event.rounds or 0)
    step = scope_of(game_round.number + 1, is_final=is_last)
    return bool(game_round.last_stage == DrawCeremony.Stage.FAILED and game_round.last_step == step)


def _draw_or_ask(
    request: SignedInRequest, event: Event, arguments: dict[str, Any], draw: Callable[..., Round]
) -> HttpResponse:
    """Open the draw to the phones, or draw without them; ask for a second person if an attempt failed before.

    Raises the errors of the services.

    Arguments:
        arguments: word and dates_reason.
        draw: makes the draws with the word alone.
    """
    facts = {"event": event, "by": request.user, **arguments}
    if "ceremony" in request.POST:
        ceremony_open(**facts)
        return redirect("ceremony_desk", event.slug)
    if needs_second_person(event):
        word_draw_ask(**facts, reason=request.POST.get("second_reason", "")[:500])
        messages.success(request, _("Noted. It is drawn when somebody else agrees."))
        return redirect("draw_request", event.slug)
    word_draw(event=event, draw=lambda: draw(by=request.user, **arguments))
    messages.success(request, _("Drawn: everybody can see the tables and the kingdom."))
    return redirect("desk", event.slug)


def _ask_witnesses(request: SignedInRequest, event: Event, arguments: dict[str, Any]) -> HttpResponse:
    """Ask the two players who read a sequence out to agree to it. Raises the errors of ``sequence_ask``."""
    sequence_ask(event=event, by=request.user, reason=request.POST.get("second_reason", "")[:500], **arguments)
    messages.success(request, _("Noted. It is drawn when both players agree on their own pages."))
    return redirect("draw_request", event.slug)


def _draw(request: SignedInRequest, slug: str, final: bool) -> HttpResponse:
    """Show the preview of a draw; on POST make the draw, whose result is public at once, or record one made by hand."""
    event = get_event_or_404(request, slug)
    by_hand, by_sequence = "by_hand" in request.POST, "by_sequence" in request.POST
    has_word = request.method == "POST" and not by_hand and not by_sequence
    form = WordForm(request.POST if has_word else None, event=event)
    sequence = SequenceForm(request.POST if by_sequence else None, event=event)
    hand = HandDrawForm(request.POST if by_hand else None, event=event, final=final)
    draw = partial(services.final_draw if final else services.round_draw, event=event)
    refusal = ""
    try:
        if hand.is_valid():
            hand_draw_ask(event=event, by=request.user, **hand.request_arguments())
            messages.success(request, _("Noted. It is recorded when somebody else agrees."))
            return redirect("draw_request", slug)
        if sequence.is_valid():
            return _ask_witnesses(request, event, sequence.request_arguments())
        if form.is_valid():
            return _draw_or_ask(request, event, form.cleaned_data, draw)
    except RuleError as refused:
        refusal = rule_error_message(refused)
    check = draw_preview(event)
    context = {
        "event": event,
        "form": form,
        "sequence": sequence,
        "hand": hand,
        "check": check,
        "blocks": [sentence(block) for block in check.blocks],
        "final": final,
        "refusal": refusal,
        "needs_second": needs_second_person(event),
    }
    has_errors = refusal or form.errors or hand.errors or sequence.errors
    return render(request, "web/desk/round_new.html", context, status=422 if has_errors else 200)


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
        "standings": pages.standing_lines(list(game_round.standing_rows.all()), lambda entry: str(entry.person)),
        "is_last": rounds[-1] is game_round,
        "draws": event.draws.filter(scope__startswith=round_scope(game_round)).order_by("committed_at"),
        "known": known_digest,
        **help_request_context(event),
    }
    seats = Export("tavoli", SEATS, table_seats(tables))
    return render_or_export(
        request, "web/desk/round.html", context, seats, Export("classifica", STANDINGS, context["standings"])
    )


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Request that a round without results be undone; it takes effect once somebody else agrees."""
    event = get_event_or_404(request, slug)
    game_round = _round(event, number)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            undo_ask(round=game_round, reason=form.cleaned_data["reason"], by=request.user)
        except RuleError as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("Request sent. The round is undone when somebody else agrees."))
            return redirect("draw_request", slug)
    context = {
        "event": event,
        "form": form,
        "question": _("Ask to undo this round?"),
        "consequence": _(
            "Another account of the event agrees, or two players on their own pages. Then the tables are taken off the "
            "live board, the draws stay on record as annulled with your reason, and new ones are drawn."
        ),
        "kept": _("Everybody can read the reason, and the Referent too."),
    }
    return render(request, "web/desk/reason.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Close the round and, if requested, draw the next one; the same word serves the lots and the draw."""
    event = get_event_or_404(request, slug)
    game_round = get_object_or_404(with_last_attempt(event.round_set.all()), number=number)
    game_round.event = event
    refusal = ""
    sequence = SequenceForm(request.POST if "by_sequence" in request.POST else None, event=event)
    if request.method == "POST" and (not sequence.is_bound or sequence.is_valid()):
        try:
            if sequence.is_bound:
                return _ask_witnesses(request, event, sequence.request_arguments())
            return _close_round(request, event, game_round)
        except RuleError as refused:
            refusal = rule_error_message(refused)
    missing_tables = open_tables(game_round)
    wishes = list(leaving(event))
    closing = None if missing_tables or game_round.is_final else round_closing(game_round, wishes)
    context = {
        "event": event,
        "round": game_round,
        "heading": _("Close %(round)s") % {"round": _after_verb(game_round.number, is_final=game_round.is_final)},
        "closing": closing,
        "groups": [tie.names for tie in closing.ties] if closing else [],
        "missing": missing_tables,
        "following": "" if game_round.is_final else _following(event, game_round),
        "leaving": wishes,
        "word": request.POST.get("word", ""),
        "dates_form": DrawDayForm(request.POST if {"draw", "ceremony"} & request.POST.keys() else None, event=event),
        "day_warning": draw_day_warning(event),
        "refusal": refusal,
        "sequence": sequence if sequence.is_bound or "dadi" in request.GET else None,
        "needs_second": _has_failed_after(game_round),
    }
    return render(request, "web/desk/close.html", context, status=422 if refusal or sequence.errors else 200)


def _following(event: Event, game_round: Round) -> str:
    """Return what is drawn after a round, as a phrase that follows a verb."""
    number = game_round.number + 1
    return _after_verb(number, is_final=number > (event.rounds or 0))


def _after_verb(number: int, *, is_final: bool) -> str:
    return _("the final") if is_final else pgettext("after a verb", "round %(number)s") % {"number": number}


def _close_round(request: SignedInRequest, event: Event, game_round: Round) -> HttpResponse:
    """Close the round, with or without the following draw.

    Raises the errors of the service.
    """
    word = request.POST.get("word", "")
    dates_reason = request.POST.get("dates_reason", "")[:500]
    if {"ceremony", "draw"} & request.POST.keys():
        draw = partial(services.round_close_and_draw, round=game_round)
        return _draw_or_ask(request, event, {"word": word, "dates_reason": dates_reason}, draw)
    word_close(round=game_round, word=word, by=request.user)
    message = _("The final is closed.") if game_round.is_final else _("The round is closed, the standings are out.")
    messages.success(request, message)
    return redirect("desk", event.slug)
