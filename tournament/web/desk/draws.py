"""The desk's pages of a draw: one that is open, with its two ways out, and what came out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.draws.selectors import CLOSING, open_press, round_scope, step_title
from tournament.models import DrawPress, Event, Round, Sheet
from tournament.pages import event as pages
from tournament.printing.pack import holds_regulation, pack_pages
from tournament.regulation.refused import Refused
from tournament.rounds.presses import press_finish_with_word, press_give_up
from tournament.web.common import get_event_or_404, rule_error_with_way_out
from tournament.web.desk.rounds import draw_context
from tournament.web.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
def open_draw(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the draw that is open; on POST finish it with a word, or give it up. Over: go to what came out.

    With the query ``stato`` the answer is JSON: whether it waits, and whether a word can be typed.
    """
    event = get_event_or_404(request, slug)
    press = open_press(event)
    if "stato" in request.GET:
        return JsonResponse({"waits": press is not None, "late": press is not None and timezone.now() >= press.until})
    if press is None:
        return _over(event)
    refusal = ""
    if request.method == "POST":
        try:
            return _end(request, event, press)
        except Refused as refused:
            refusal = rule_error_with_way_out(refused, event)
    context = {
        **draw_context(event),
        "press": press,
        "title": step_title(press.step),
        "is_late": timezone.now() >= press.until,
        "word": request.POST.get("word", ""),
        "reason": request.POST.get("reason", ""),
        "refusal": refusal,
    }
    return render(request, "web/desk/draw_open.html", context, status=422 if refusal else 200)


def _end(request: SignedInRequest, event: Event, press: DrawPress) -> HttpResponse:
    """Finish an open draw with the word, or give it up. Raises the errors of the services."""
    if "give_up" in request.POST:
        press_give_up(press=press, reason=request.POST.get("reason", "")[:500], by=request.user)
        messages.success(request, _("The draw is given up. Everybody can read it, with your reason."))
        return redirect("desk", event.slug)
    press_finish_with_word(press=press, word=request.POST.get("word", ""), by=request.user)
    return _over(event)


def _over(event: Event) -> HttpResponse:
    """Return to what the last draw formed; to the desk if it was given up, or only closed a round."""
    last = event.draw_presses.order_by("-asked_at", "-pk").first()
    last_round = Round.objects.last_round(event)
    if last is None or last_round is None or last.state != DrawPress.State.DRAWN or last.step == CLOSING:
        return redirect("desk", event.slug)
    return redirect("round_drawn", event.slug, last_round.number)


@require_safe
def drawn(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what was drawn for a round: tables, kingdom, the clock; and until the first sheet how to undo it."""
    event = get_event_or_404(request, slug)
    game_round = next((one for one in pages.public_rounds(event) if one.number == number), None)
    if game_round is None:
        return redirect("desk", slug)
    context = {
        "event": event,
        "round": game_round,
        "title": pages.round_title(game_round),
        "tables": list(game_round.tables.all()),
        "step": round_scope(game_round),
        "clock": pages.clock_facts(game_round),
        "cards": pages.setup_cards(event, game_round.setup),
        "sheets": pack_pages(game_round) - holds_regulation(game_round),
        "with_regulation": holds_regulation(game_round),
        "can_undo": game_round.state != Round.State.CLOSED
        and not Sheet.objects.filter(table__round=game_round).exists(),
    }
    return render(request, "web/desk/drawn.html", context)
