"""The referee's home page: the running events with the state of every table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.events.selectors import coming_as_referee
from tournament.models import Event
from tournament.models.event import OF_THE_TABLES
from tournament.pages.event import clock_facts, public_rounds
from tournament.web.help_calls import help_request_context, known_desk_digest


@require_safe
def referee_home(request: HttpRequest) -> HttpResponse:
    """List the events at check-in or running in which the user may enter results, with the state of every table."""
    own_events = Event.objects.filter(state__in=(Event.State.CHECK_IN, Event.State.RUNNING))
    if not request.user.has_perm("tournament.authorise_event"):
        own_events = own_events.filter(roles__user=request.user.pk, roles__role__in=OF_THE_TABLES).distinct()
    events = []
    for event in own_events.select_related("season", "organiser"):
        known_digest = known_desk_digest(event)
        rounds = public_rounds(event)
        last_round = rounds[-1] if rounds else None
        live_context = help_request_context(event)
        called = {call.table_id for call in live_context["calls"]}
        clock = clock_facts(last_round) if last_round else None
        events.append(
            {
                "event": event,
                "round": last_round,
                "clock": clock,
                "called": called,
                "known": known_digest,
                **live_context,
            }
        )
    context = {"events": events, "coming": coming_as_referee(request.user)}
    return render(request, "web/referee/home.html", context)
