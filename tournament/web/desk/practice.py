"""Deletion of a practice event from the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.events import practice
from tournament.web.common import get_event_or_404, redirect_on_rule_error, render_confirmation
from tournament.web.requests import SignedInRequest


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("desk", slug))
def practice_delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """Delete a practice event for good, after a confirmation."""
    event = get_event_or_404(request, slug)
    if event.is_practice and "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Delete “%(event)s”?") % {"event": event.name},
            detail=_(
                "Its tables, sheets and photos are deleted for good, and so are the players who were entered for "
                "it alone."
            ),
            label=_("Delete the practice event"),
            back_url=reverse("desk", args=[slug]),
        )
    practice.practice_delete(event=event)
    messages.success(request, _("The practice event is deleted."))
    return redirect("my_events")
