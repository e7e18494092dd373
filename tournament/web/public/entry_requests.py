"""Let a player with an account ask to be entered in an event."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.entries.services import entry_ask
from tournament.web.common import public_event, redirect_on_rule_error


@require_POST
@redirect_on_rule_error(lambda slug: ("event", slug))
def ask_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an entry request for the user's own record.

    Raises Http404 if the account has no record.
    """
    event, person = public_event(request, slug), getattr(request.user, "person", None)
    if person is None:
        raise Http404
    entry_ask(event=event, person=person)
    messages.success(request, _("The organiser has your request."))
    return redirect("event", slug)
