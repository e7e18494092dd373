"""The desk before the day: share the event, decide on requests, see who is in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.entries.requests import requests_open_to_all
from tournament.models import Event
from tournament.pages.collect import collect_page
from tournament.web.common import get_event_or_404, redirect_back, redirect_on_rule_error
from tournament.web.help_calls import known_desk_digest
from tournament.web.requests import SignedInRequest


def collect(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the desk of an authorised event."""
    known = known_desk_digest(event)
    context = {
        "event": event,
        "page": collect_page(event, timezone.localdate()),
        "address": request.build_absolute_uri(event.get_absolute_url()),
        "known": known,
    }
    return render(request, "web/desk/collect.html", context)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("desk", slug))
def open_to_all(request: SignedInRequest, slug: str) -> HttpResponse:
    """Accept the requests that wait, and the next ones without asking."""
    event = get_event_or_404(request, slug)
    accepted = requests_open_to_all(event=event, by=request.user)
    words = ngettext(
        "%(n)s request is accepted, the next ones without asking.",
        "%(n)s requests are accepted, the next ones without asking.",
        len(accepted),
    )
    messages.success(request, words % {"n": len(accepted)})
    return redirect_back(request, "desk", slug)
