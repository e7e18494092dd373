"""The organiser's page of signed consent forms and their photos (art. 1.6)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.collation import by_name
from tournament.models import ConsentPaper, Event
from tournament.records.consent_papers import consent_paper_add
from tournament.records.selectors import event_papers
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404
from tournament.web.desk.forms import ConsentPaperForm
from tournament.web.requests import SignedInRequest


def ticked_entries(request: HttpRequest, entries: Any) -> list[int]:
    """Return the primary keys of the ticked entries; other values are ignored."""
    ticked_keys = set(request.POST.getlist("entries"))
    return [entry.pk for entry in entries if str(entry.pk) in ticked_keys]


@require_http_methods(["GET", "HEAD", "POST"])
def consent_papers(request: SignedInRequest, slug: str) -> HttpResponse:
    """Upload the photo of a signed form with its signatories, and list the forms sent with their state."""
    event = get_event_or_404(request, slug)
    entries = by_name(event.entries.select_related("person"))
    form, chosen_entries = ConsentPaperForm(), list[int]()
    if request.method == "POST":
        form, chosen_entries = ConsentPaperForm(request.POST, request.FILES), ticked_entries(request, entries)
        if form.is_valid():
            try:
                consent_paper_add(event=event, file=form.cleaned_data["file"], entries=chosen_entries, by=request.user)
            except Refused as refusal:
                add_rule_error(form, refusal, event=event)
            else:
                messages.success(request, _("The form is with the Referent: names are shown once it is accepted."))
                return redirect("consent_papers", slug)
    context = {
        "event": event,
        "entries": entries,
        "form": form,
        "chosen": chosen_entries,
        "papers": event_papers(event),
    }
    context["open"] = event.state not in (Event.State.DRAFT, Event.State.ANNOUNCED)
    return render(request, "web/desk/consents.html", context, status=422 if form.errors else 200)


@require_safe
def consent_photo(request: HttpRequest, slug: str, pk: int) -> FileResponse:
    """Return the photo of a signed form, for those who run the event and for the Referent."""
    paper = get_object_or_404(ConsentPaper.objects.exclude(file=""), pk=pk, event=get_event_or_404(request, slug))
    try:
        response = FileResponse(paper.file.open("rb"), content_type="image/jpeg")
    except FileNotFoundError as missing_file:
        raise Http404 from missing_file
    response["Cache-Control"] = "private, no-store"
    return response
