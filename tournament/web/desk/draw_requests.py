"""The page of a request about a draw: who asks what and why, and the agreement of another account."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.draws.requests import open_request
from tournament.models import DrawRequest
from tournament.rounds.draw_requests import request_agree, request_withdraw
from tournament.web.common import own_event, refusals_shown

ROLE = "tournament.enter_sheet"


@require_safe
def draw_request(request: HttpRequest, slug: str) -> HttpResponse:
    """The request that waits, for everybody with a part in the event."""
    event = own_event(request, slug, ROLE)
    asked = open_request(event)
    context = {
        "event": event,
        "asked": asked,
        "mine": asked is not None and asked.request.asked_by_id == request.user.pk,
        "runs_it": request.user.has_perm("tournament.run_event", event),
    }
    return render(request, "web/desk/draw_request.html", context)


@require_POST
@refusals_shown(lambda slug, **_more: ("draw_request", slug))
def draw_request_agree(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Another account agrees: that is enough."""
    event = own_event(request, slug, ROLE)
    found = get_object_or_404(DrawRequest, pk=pk, event=event)
    request_agree(request=found, by=request.user)
    messages.success(request, _("Done: you agreed, and it is on record."))
    return redirect("draws", slug)


@require_POST
@refusals_shown(lambda slug, **_more: ("draw_request", slug))
def draw_request_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Those who run the event take the request back."""
    event = own_event(request, slug)
    request_withdraw(request=get_object_or_404(DrawRequest, pk=pk, event=event), by=request.user)
    messages.success(request, _("Withdrawn: the draw stays as it is."))
    return redirect("desk", slug)
