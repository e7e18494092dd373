"""The report of an event: missing parts, photos, forum URL, submission (articles 1.2, 1.4)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.core.messages import findings_for_page
from tournament.draws.trail import event_marks
from tournament.models import Event
from tournament.pages.event import place_lines
from tournament.regulation.refused import Refused
from tournament.reports import photos
from tournament.reports.services import forum_report_set, report_last_day, report_missing, report_submit
from tournament.web.common import add_rule_error, get_event_or_404
from tournament.web.desk.forms import ForumForm, PhotoForm, ReportForm
from tournament.web.requests import SignedInRequest


def _page(request: HttpRequest, event: Event, status: int = 200, **forms: Any) -> HttpResponse:
    concluded = event.concluded_at is not None
    context = {
        "event": event,
        "missing": findings_for_page(report_missing(event), event),
        "last_day": report_last_day(event) if concluded else None,
        "photos": event.photos.all(),
        "marks": event_marks(event),
        "reports": event.reports.select_related("submitted_by"),
        "places": place_lines(event, str),
        "photo": PhotoForm(),
        "forum": ForumForm(initial={"url": event.forum_report_url}),
        "send": ReportForm(),
        **forms,
    }
    return render(request, "web/desk/report.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the report of an event; each of its parts is a form of its own."""
    event = get_event_or_404(request, slug)
    if request.method != "POST":
        return _page(request, event)
    for name, form_class, act in (
        ("photo", PhotoForm, _add),
        ("forum", ForumForm, _forum),
        ("send", ReportForm, _send),
    ):
        if name in request.POST:
            form = form_class(request.POST, request.FILES)
            if not form.is_valid():
                return _page(request, event, 422, **{name: form})
            try:
                act(request, event, form.cleaned_data)
            except Refused as refusal:
                add_rule_error(form, refusal, event=event)
                return _page(request, Event.objects.get(pk=event.pk), 422, **{name: form})
            return redirect("report", slug)
    return redirect("report", slug)


def _add(request: SignedInRequest, event: Event, facts: dict[str, Any]) -> None:
    photos.photo_add(event=event, by=request.user, **facts)
    messages.success(request, _("The photo is saved, without the place where it was taken."))


def _forum(request: SignedInRequest, event: Event, facts: dict[str, Any]) -> None:
    forum_report_set(event=event, by=request.user, **facts)
    messages.success(request, _("The address is saved."))


def _send(request: SignedInRequest, event: Event, facts: dict[str, Any]) -> None:
    report_submit(event=event, by=request.user, **facts)
    messages.success(request, _("The report is sent to the National Referent."))
