"""An event in a hall without a network: its file leaves, a copy is opened elsewhere, and the result comes back."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.messages import findings_for_page
from tournament.exchange.copies import BEFORE_ROUND_1, event_open, event_to_copy
from tournament.exchange.export import EXPORTABLE_STATES, event_to_file
from tournament.exchange.importing import MOST_BYTES, MOST_MEGABYTES
from tournament.exchange.refusals import FileRefused
from tournament.exchange.results import Result, result_read, result_take
from tournament.models import Event
from tournament.regulation.refused import Refused
from tournament.web.budgets import within_budget
from tournament.web.common import add_rule_error, get_event_or_404, redirect_on_rule_error
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest

#: Findings of a file that the page shows: one thing wrong can be said at every table.
_MOST_SHOWN = 50


class EventFileForm(forms.Form):
    """Form of the upload of an event file."""

    file = forms.FileField(
        label=gettext_lazy("Event file"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        help_text=gettext_lazy("Its name ends in .json. At most 5 MB."),
    )

    def clean_file(self) -> Any:
        """Require a size that an event file can have, before anything is read. Errors: a ValidationError."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            words = _("The file is larger than %(most)s MB, which no event is: choose the right one.")
            raise forms.ValidationError(words % {"most": MOST_MEGABYTES}, code="too_large")
        return file


@permission_required("tournament.create_event", raise_exception=True)
@within_budget("list_import")
@require_http_methods(["GET", "HEAD", "POST"])
def event_open_file(request: SignedInRequest) -> HttpResponse:
    """Open the file of an event that belongs to another site, to play it here."""
    form = EventFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            event = event_open(data=form.cleaned_data["file"].read(), by=request.user)
        except Refused as refusal:
            add_rule_error(form, refusal, "file")
        else:
            messages.success(request, _("The event is open here, with everybody entered: the check-in can begin."))
            return redirect("desk", event.slug)
    return render(request, "web/desk/event_open.html", {"form": form}, status=422 if form.errors else 200)


@within_budget("list_import")
@require_http_methods(["GET", "HEAD", "POST"])
def hall(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the event's file to take along; look at the result that came back, and take it in once it is confirmed."""
    event = get_event_or_404(request, slug)
    if request.method != "POST":
        return _page(request, event, EventFileForm())
    if "confirm" in request.POST:
        return _confirm(request, event)
    form = EventFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form)
    return _look(request, event, form, form.cleaned_data["file"].read())


def _page(request: HttpRequest, event: Event, form: EventFileForm, **more: Any) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "may_leave": event.is_official and event.state in BEFORE_ROUND_1,
        "may_save": bool(event.home_address) and event.state in EXPORTABLE_STATES,
        **more,
    }
    return render(request, "web/desk/hall.html", context, status=422 if form.errors or more.get("errors") else 200)


def _look(request: HttpRequest, event: Event, form: EventFileForm, data: bytes) -> HttpResponse:
    """Show what a file would change, or why it is refused."""
    try:
        result = result_read(event=event, data=data)
    except Refused as refusal:
        add_rule_error(form, refusal, "file")
        return _page(request, event, form)
    return _page(request, event, form, **_shown(event, result, data))


def _shown(event: Event, result: Result, data: bytes) -> dict[str, Any]:
    """Return the context of a result that was read: its findings or places, who is new, who did not come."""
    names = result.names
    return {
        "result": result,
        "errors": findings_for_page(result.errors[:_MOST_SHOWN], event),
        "warnings": findings_for_page([one for one in result.findings if not one.is_error][:_MOST_SHOWN], event),
        "places": [names.get(player, player) for player in result.derived.places],
        "content": b64encode(zlib.compress(data)).decode() if not result.errors else "",
    }


def _confirm(request: SignedInRequest, event: Event) -> HttpResponse:
    """Take in the result that was looked at; it is read and checked again."""
    form = EventFileForm()
    try:
        packed = b64decode(request.POST.get("content", "").encode(), validate=True)
        data = zlib.decompressobj().decompress(packed, MOST_BYTES + 1)
    except (ValueError, zlib.error):
        messages.error(request, _("The file did not arrive complete: choose it again."))
        return redirect("hall", event.slug)
    try:
        result_take(event=event, data=data, by=request.user)
    except FileRefused:
        return _look(request, event, form, data)
    except Refused as refusal:
        form = EventFileForm({})
        form.errors.clear()
        add_rule_error(form, refusal)
        return _page(request, event, form)
    messages.success(
        request, _("The result is here, marked as played on a laptop. Photos and report follow as always.")
    )
    return redirect("desk", event.slug)


@require_safe
@redirect_on_rule_error(lambda slug, **_more: ("hall", slug))
def hall_file(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the file of an event to be played elsewhere, or of a copy that was played here: it names everybody."""
    event = get_event_or_404(request, slug)
    require_reauthentication(request)
    content = event_to_file(event) if event.home_address else event_to_copy(event)
    answer = HttpResponse(json.dumps(content, ensure_ascii=False, indent=1) + "\n", content_type="application/json")
    answer["Content-Disposition"] = (
        f'attachment; filename="{event.slug}-{"risultato" if event.home_address else "sala"}.json"'
    )
    answer["Cache-Control"] = "no-store"
    return answer
