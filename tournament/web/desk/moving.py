"""Ask to play an authorised event on another day, and take the wish back (art. 1.2)."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.events import moving
from tournament.models import EventMove
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404, redirect_on_rule_error
from tournament.web.desk.event_forms import DayInput
from tournament.web.requests import SignedInRequest


class MoveForm(forms.Form):
    """Enter the new day and the new announcement."""

    reasons: ClassVar[dict[str, Any]] = {
        "announcement_url": gettext_lazy("An event that is moved is announced anew (art. 1.2)."),
        "reason": gettext_lazy("The Referent reads it."),
    }
    first_day = forms.DateField(label=gettext_lazy("New day"), widget=DayInput())
    last_day = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=DayInput(),
        required=False,
        help_text=gettext_lazy("If it takes more days."),
    )
    announcement_url = forms.URLField(
        label=gettext_lazy("Address of the new announcement on the Forum"), assume_scheme="https"
    )
    announced_on = forms.DateField(label=gettext_lazy("Announced on"), widget=DayInput(), initial=date.today)
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=400)

    def clean(self) -> dict[str, Any]:
        """Take the only day as the last one too."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        data["last_day"] = data.get("last_day") or data.get("first_day")
        return data


@require_http_methods(["GET", "HEAD", "POST"])
def event_move(request: SignedInRequest, slug: str) -> HttpResponse:
    """Ask the Referent to let the event be played on another day; show the wish that waits."""
    event = get_event_or_404(request, slug)
    form = MoveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            moving.event_move_ask(event=event, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, _("The National Referent decides. Until then the event stays on its day."))
            return redirect("event_move", slug)
    context = {
        "event": event,
        "form": form,
        "move": moving.waiting_move(event),
    }
    return render(request, "web/desk/event_move.html", context, status=422 if form.errors else 200)


@require_POST
@redirect_on_rule_error(lambda slug, pk: ("event_move", slug))
def event_move_withdraw(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Take back the wish to move the event."""
    event = get_event_or_404(request, slug)
    moving.event_move_withdraw(move=get_object_or_404(EventMove, pk=pk, event=event), by=request.user)
    messages.success(request, _("The event stays on its day."))
    return redirect("event_move", slug)
