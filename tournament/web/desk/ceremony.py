"""The desk's page of a draw's ceremony: who gave a part, the list and its code, the next step."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.draws.ceremonies import open_ceremony
from tournament.models import Round
from tournament.pages.ceremony import ceremony_page, failed_draws
from tournament.regulation.errors import RuleError
from tournament.rounds.ceremonies import ceremony_advance
from tournament.rounds.draw_requests import stop_ask
from tournament.web.common import get_event_or_404, show_rule_error
from tournament.web.help_calls import known_desk_digest
from tournament.web.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
def ceremony_desk(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the open attempt; on POST take the step that is due, or ask to stop the attempt. Made: go to the round."""
    event = get_event_or_404(request, slug)
    if request.method == "POST":
        ceremony = open_ceremony(event)
        try:
            if ceremony is not None and "stop" in request.POST:
                stop_ask(event=event, reason=request.POST.get("reason", "")[:500], by=request.user)
                messages.success(
                    request, _("Request sent. It is stopped when somebody else agrees, and counts as failed.")
                )
                return redirect("draw_request", slug)
            if ceremony is not None:
                ceremony_advance(ceremony=ceremony)
        except RuleError as refusal:
            show_rule_error(request, refusal)
        return redirect("ceremony_desk", slug)
    known_digest = known_desk_digest(event)
    page = ceremony_page(event, sees_names=True)
    context = {
        "event": event,
        "ceremony": page,
        "failed": failed_draws(event, sees_names=True),
        "last_round": Round.objects.last_round(event) if page is None else None,
        "known": known_digest,
    }
    return render(request, "web/desk/ceremony.html", context)
