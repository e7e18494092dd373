"""Prizes of an event, and the text about its result for the Forum (art. 1.2, 1.7)."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.events.prizes import MOST_PLACES, prize_add, prize_remove
from tournament.models import EventPrize
from tournament.pages.announcement import announcement_text
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404
from tournament.web.requests import SignedInRequest


class PrizeForm(forms.Form):
    """A prize: place, what, and who gives it."""

    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=MOST_PLACES)
    what = forms.CharField(label=_("Prize"), max_length=120)
    giver = forms.CharField(label=_("Given by"), max_length=80, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the prizes, add one, and show the text for the Forum."""
    event = get_event_or_404(request, slug)
    form = PrizeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            prize_add(event=event, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            return redirect("prizes", slug)
    context = {
        "event": event,
        "form": form,
        "prizes": event.prizes.all(),
        "text": announcement_text(event, (get_language() or "it")[:2]),
    }
    return render(request, "web/desk/prizes.html", context, status=422 if form.errors else 200)


@require_POST
def prize_end(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a prize."""
    event = get_event_or_404(request, slug)
    prize_remove(prize=get_object_or_404(EventPrize, pk=pk, event=event))
    return redirect("prizes", slug)
