"""Requests to play authorised events on another day, for the Referent (art. 1.2)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.events.moving import event_move_accept, event_move_refuse
from tournament.models import EventMove
from tournament.web.common import redirect_on_rule_error
from tournament.web.requests import SignedInRequest


@permission_required("ranking.homologate", raise_exception=True)
@require_POST
@redirect_on_rule_error(lambda pk: ("authorisations",))
def event_move_decide(request: SignedInRequest, pk: int) -> HttpResponse:
    """Agree to the new day of an event, or not: that needs a reason."""
    move = get_object_or_404(EventMove.objects.select_related("event"), pk=pk)
    if request.POST.get("decision") == "refuse":
        event_move_refuse(move=move, reason=request.POST.get("reason", ""), by=request.user)
        done = _("%(event)s stays on its day; the organiser reads why.")
    else:
        event_move_accept(move=move, by=request.user)
        done = _("%(event)s is moved; everybody is told.")
    messages.success(request, done % {"event": move.event.name})
    return redirect("authorisations")
