"""Pages of a request about a draw: what is requested and why, and the agreement of a second account."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.draws.requests import open_request
from tournament.models import DrawRequest
from tournament.rounds.draw_requests import request_agree, request_withdraw
from tournament.web.common import get_event_or_404, redirect_on_rule_error
from tournament.web.requests import SignedInRequest

ROLE = "tournament.enter_sheet"


@require_safe
def draw_request(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the open request to everybody with a role in the event."""
    event = get_event_or_404(request, slug, ROLE)
    waiting = open_request(event)
    context = {
        "event": event,
        "draw_request": waiting,
        "mine": waiting is not None and waiting.request.asked_by_id == request.user.pk,
        "runs_it": request.user.has_perm("tournament.run_event", event),
    }
    return render(request, "web/desk/draw_request.html", context)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("draw_request", slug))
def draw_request_agree(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Agree to a request; one agreement of another account is enough."""
    event = get_event_or_404(request, slug, ROLE)
    waiting_request = get_object_or_404(DrawRequest, pk=pk, event=event)
    request_agree(request=waiting_request, by=request.user)
    messages.success(request, _("Done: you agreed, and it is on record."))
    return redirect("draws", slug)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("draw_request", slug))
def draw_request_withdraw(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a request; for those who run the event."""
    event = get_event_or_404(request, slug)
    request_withdraw(request=get_object_or_404(DrawRequest, pk=pk, event=event), by=request.user)
    messages.success(request, _("Withdrawn: the draw stays as it is."))
    return redirect("desk", slug)
