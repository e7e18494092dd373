"""Calendar feeds (iCalendar): the season's events, or one event."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.delivery.calendar_file import calendar, revisions
from tournament.events.calendar import this_season
from tournament.models import Event
from tournament.pages.event import public_events
from tournament.web.common import public_event
from tournament.web.filters import EventFilter


def _calendar_response(request: HttpRequest, events: Sequence[Event], name: str, filename: str) -> HttpResponseBase:
    """Return the calendar, or 304 if the ETag matches."""
    content = calendar(events, revisions(events), name=name)
    etag = quote_etag(sha256(content).hexdigest()[:32])
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8", headers={"ETag": etag})
    response["Content-Disposition"] = f'inline; filename="{filename}.ics"'
    return get_conditional_response(request, etag=etag, response=response) or response


@login_not_required
@require_safe
def events_calendar(request: HttpRequest) -> HttpResponseBase:
    """Return the calendar of the event list with its filters; without a chosen season, of the current season."""
    event_filter = EventFilter(request.GET, queryset=public_events())
    events = event_filter.qs if request.GET.get("season") else this_season(event_filter.qs)
    return _calendar_response(
        request, list(events.order_by("first_day", "pk")), _("Events of the championship"), "fossato"
    )


@login_not_required
@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the calendar of one event."""
    event = public_event(request, slug)
    return _calendar_response(request, [event], event.name, slug)
