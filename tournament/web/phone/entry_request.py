"""Page behind the mailed link of a request to enter an event: confirm the address, answer, withdraw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access.links import link_path, link_token, participant_link_give
from tournament.entries import requests as services
from tournament.entries.selectors import is_open_to_players, own_request
from tournament.models import EntryRequest, PrivateLink
from tournament.regulation.refused import Refused
from tournament.web.common import render_withdrawal, show_rule_error
from tournament.web.phone.table_link import private_link_required


@require_http_methods(["GET", "HEAD", "POST"])
@private_link_required(PrivateLink.Kind.REQUEST)
def entry_request(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Show a request; confirm, answer or withdraw it. Opening the page alone changes nothing.

    Once the player is entered it leads to their own page.
    """
    own = get_object_or_404(EntryRequest.objects.select_related("person", "entry__person"), pk=link.request_id)
    own.event = link.event
    if request.method == "POST":
        return _act(request, own, token)
    if own.entry is not None:
        page = participant_link_give(entry=own.entry, by=None)
        page_token = link_token(page) if page is not None else None
        if page is not None and page_token is not None:
            return redirect(link_path(page.kind, page_token))
    stands = own_request(own)
    context = {
        "event": link.event,
        "entry_request": own,
        "own": stands,
        "token": token,
        "is_open": is_open_to_players(link.event),
        "is_confirmable": own.is_confirmable(timezone.now()) and not stands.is_over,
    }
    return render(request, "web/phone/entry_request.html", context)


def _act(request: HttpRequest, own: EntryRequest, token: str) -> HttpResponse:
    if "withdraw" in request.POST and "confirmed" not in request.POST:
        return render_withdrawal(request, own.event, reverse("entry_request", args=[token]))
    try:
        if "confirm" in request.POST:
            services.request_confirm(request=own)
        elif "accept" in request.POST:
            services.promotion_accept(request=own)
        elif "withdraw" in request.POST:
            services.request_withdraw(request=own)
            messages.success(request, _("You are off the list of this event."))
    except Refused as refusal:
        show_rule_error(request, refusal)
    return redirect("entry_request", token)
