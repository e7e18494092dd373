"""Requests of players to be entered: the desk accepts or refuses them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.entries.requests import request_approve, request_refuse
from tournament.models import EntryRequest, Event
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404, redirect_back, redirect_on_rule_error
from tournament.web.desk.forms import ReasonForm
from tournament.web.requests import SignedInRequest


def _request_or_404(event: Event, pk: int) -> EntryRequest:
    """Return a request that the desk knows: an address that is not confirmed is none."""
    confirmed = EntryRequest.objects.exclude(state=EntryRequest.State.UNCONFIRMED)
    return get_object_or_404(confirmed.select_related("person"), pk=pk, event=event)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("entries", slug))
def entry_request_approve(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Register a player who sent a request, or who waits."""
    event = get_event_or_404(request, slug)
    decided = request_approve(request=_request_or_404(event, pk), by=request.user)
    if decided.state == EntryRequest.State.WAITING:
        messages.info(request, _("All places are taken: %(player)s is on the waiting list.") % {"player": decided})
    else:
        messages.success(request, _("%(player)s is registered.") % {"player": decided})
    return redirect_back(request, "entries", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_request_refuse(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Refuse a request with a reason, which is mailed to the player."""
    event = get_event_or_404(request, slug)
    entry_request = _request_or_404(event, pk)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            request_refuse(request=entry_request, reason=form.cleaned_data["reason"], by=request.user)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("%(player)s is told by mail.") % {"player": entry_request})
            return redirect("entries", slug)
    context = {
        "event": event,
        "form": form,
        "question": _("Refuse the request of %(player)s?") % {"player": entry_request},
        "consequence": _("The player is not entered, and cannot ask again for this event."),
        "kept": _("The reason is mailed to the player."),
    }
    return render(request, "web/desk/reason.html", context, status=422 if form.errors else 200)
