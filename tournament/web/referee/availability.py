"""A referee's own page: designations to answer, and the days away."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.permissions import account_facts
from tournament.models import Designation, Referee, RefereeAbsence
from tournament.referees.selectors import referee_of
from tournament.referees.services import absence_add, absence_remove, designation_answer
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, redirect_on_rule_error
from tournament.web.requests import SignedInRequest


class AbsenceForm(forms.Form):
    """The days on which a referee is away."""

    first_day = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )


def note_absence(form: AbsenceForm, *, referee: Referee, by: Any) -> bool:
    """Store the absence of a form. Returns whether it was stored; else the form says why not."""
    if not form.is_valid():
        return False
    try:
        absence_add(referee=referee, by=by, **form.cleaned_data)
    except RuleError as refusal:
        add_rule_error(form, refusal)
        return False
    return True


def _own(request: SignedInRequest) -> Referee:
    """Return the visitor's record in the register. Raises Http404 if there is none, or it has ended."""
    referee = referee_of(account_facts(request.user).person)
    if referee is None or referee.ended_on is not None:
        raise Http404
    return referee


@require_http_methods(["GET", "HEAD", "POST"])
def own_availability(request: SignedInRequest) -> HttpResponse:
    """Show the visitor's designations and days away; note further days."""
    if request.method == "POST":
        referee: Referee | None = _own(request)
    else:
        referee = referee_of(account_facts(request.user).person)
    form = AbsenceForm(request.POST or None)
    if request.method == "POST" and referee is not None and note_absence(form, referee=referee, by=request.user):
        messages.success(request, _("Noted: nobody designates you on those days."))
        return redirect("own_availability")
    context = {"referee": referee, "form": form}
    return render(request, "web/referee/availability.html", context, status=422 if form.errors else 200)


@require_POST
def own_absence_end(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take one of the visitor's own absences back."""
    absence_remove(absence=get_object_or_404(RefereeAbsence, pk=pk, referee=_own(request)), by=request.user)
    messages.success(request, _("You are available on those days again."))
    return redirect("own_availability")


@require_POST
@redirect_on_rule_error(lambda **_more: ("own_availability",))
def own_designation(request: SignedInRequest, pk: int) -> HttpResponse:
    """Accept or decline one of the visitor's own designations."""
    designation = get_object_or_404(Designation.objects.select_related("event"), pk=pk, referee=_own(request))
    accepts = "accept" in request.POST
    designation_answer(designation=designation, accepts=accepts, by=request.user)
    text = _("You referee “%(event)s”.") if accepts else _("You do not referee “%(event)s”; the organiser is told.")
    messages.success(request, text % {"event": designation.event.name})
    return redirect("own_availability")
