"""Round clock actions (organisers and referees)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.models import Round
from tournament.rounds import clock as clocks
from tournament.web.common import get_event_or_404, redirect_back, redirect_on_rule_error
from tournament.web.desk.forms import ClockForm
from tournament.web.requests import SignedInRequest


@require_POST
def clock(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Start, pause, resume, extend or restart the clock of a round."""
    event = get_event_or_404(request, slug, "tournament.run_clock")
    runs_it = request.user.has_perm("tournament.run_event", event)
    target = ("round_desk", slug, number) if runs_it else ("referee_home",)
    game_round = get_object_or_404(event.round_set, number=number)
    game_round.event = event
    return redirect_on_rule_error(lambda **_more: target)(_clock)(request, game_round=game_round, what=what, to=target)


def _clock(request: SignedInRequest, game_round: Round, what: str, to: tuple[Any, ...]) -> HttpResponse:
    reason = request.POST.get("reason", "").strip()[:200]
    if what == "avvia":
        clocks.clock_start(round=game_round, by=request.user)
    elif what == "pausa":
        clocks.clock_pause(round=game_round, by=request.user, reason=reason)
    elif what == "riprendi":
        clocks.clock_resume(round=game_round, by=request.user, reason=reason)
    elif what == "ricomincia":
        clocks.clock_restart(round=game_round, by=request.user, reason=reason)
    else:
        form = ClockForm(request.POST)
        if form.is_valid():
            clocks.clock_extend(round=game_round, by=request.user, **form.cleaned_data)
        else:
            messages.error(request, _("Minutes: a whole number from 1 to 60."))
    return redirect_back(request, *to)
