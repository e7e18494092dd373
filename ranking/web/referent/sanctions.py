"""The Referent's list of infractions and suspensions, and the form that suspends a player."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.infractions.selectors import latest_infractions
from tournament.models import Person, Suspension
from tournament.regulation.errors import RuleError
from tournament.sanctions.selectors import suspensions_in_force
from tournament.sanctions.services import suspension_impose, suspension_lift
from tournament.web.common import add_rule_error
from tournament.web.desk.event_forms import DayInput
from tournament.web.requests import SignedInRequest


class SuspensionForm(forms.Form):
    """Until when a player is suspended, and why."""

    until = forms.DateField(
        label=gettext_lazy("Until"),
        widget=DayInput(),
        help_text=gettext_lazy("The last day of the suspension: it counts for events that begin until then."),
    )
    reason = forms.CharField(label=gettext_lazy("Why"), widget=forms.Textarea({"rows": 3}), max_length=500)


@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def sanctions(request: SignedInRequest) -> HttpResponse:
    """List the suspensions in force, and the newest infractions of all events."""
    context = {"suspensions": suspensions_in_force(), "infractions": latest_infractions()}
    return render(request, "web/referent/sanctions.html", context)


@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def person_suspend(request: SignedInRequest, pk: int) -> HttpResponse:
    """Suspend a player until a day."""
    person = get_object_or_404(Person, pk=pk, merged_into=None)
    form = SuspensionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            suspension_impose(person=person, by=request.user, **form.cleaned_data)
        except RuleError as refusal:
            add_rule_error(form, refusal, "until")
        else:
            messages.success(request, _("%(player)s is suspended.") % {"player": person})
            return redirect("sanctions")
    context = {"person": person, "form": form}
    return render(request, "web/referent/person_suspend.html", context, status=422 if form.errors else 200)


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
def suspension_end(request: SignedInRequest, pk: int) -> HttpResponse:
    """Lift a suspension."""
    suspension = suspension_lift(suspension=get_object_or_404(Suspension, pk=pk), by=request.user)
    messages.success(request, _("The suspension of %(player)s is lifted.") % {"player": suspension.person})
    return redirect("sanctions")
