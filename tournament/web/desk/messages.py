"""Messages of the organiser to everybody entered, and the errors that players report."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.entries.error_reports import error_report_close, error_reports_of
from tournament.entries.messages import MOST_CHARACTERS, message_entries, message_send
from tournament.models import ErrorReport
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404, render_confirmation
from tournament.web.requests import SignedInRequest


class MessageForm(forms.Form):
    """The organiser's text."""

    text = forms.CharField(label=gettext_lazy("Message"), max_length=MOST_CHARACTERS, widget=forms.Textarea())


@require_http_methods(["GET", "HEAD", "POST"])
def event_messages(request: SignedInRequest, slug: str) -> HttpResponse:
    """Write to everybody entered, after a page that says how many they are; list what was sent."""
    event = get_event_or_404(request, slug)
    form, addresses = MessageForm(request.POST or None), len(message_entries(event))
    if request.method == "POST" and form.is_valid():
        if "confirmed" not in request.POST:
            return render_confirmation(
                request,
                question=ngettext("Send it to %(n)s player?", "Send it to %(n)s players?", addresses)
                % {"n": addresses},
                detail=form.cleaned_data["text"],
                label=_("Send the message"),
                back_url=reverse("event_messages", args=[slug]),
            )
        try:
            sent = message_send(event=event, text=form.cleaned_data["text"], by=request.user)
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            text = ngettext("The mail goes to %(n)s player.", "The mail goes to %(n)s players.", sent.addresses)
            messages.success(request, text % {"n": sent.addresses})
            return redirect("event_messages", slug)
    context = {
        "event": event,
        "form": form,
        "addresses": addresses,
        "entries": event.entries.count(),
        "sent": event.messages.select_related("sent_by"),
    }
    return render(request, "web/desk/messages.html", context, status=422 if form.errors else 200)


@require_safe
def error_reports(request: SignedInRequest, slug: str) -> HttpResponse:
    """List what players of the event reported as wrong."""
    event = get_event_or_404(request, slug)
    return render(request, "web/desk/error_reports.html", {"event": event, "reports": error_reports_of(event)})


@require_POST
def error_report_done(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Mark a reported error as done."""
    event = get_event_or_404(request, slug)
    error_report_close(report=get_object_or_404(ErrorReport, pk=pk, entry__event=event), by=request.user)
    return redirect("error_reports", slug)
