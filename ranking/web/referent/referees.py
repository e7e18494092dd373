"""The register of referees: who is in it, at which level, when they are away, and who is designated to which event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ranking.web.export_columns import REFEREES
from tournament.models import Designation, Event, Person, Referee, RefereeAbsence
from tournament.pages.exports import Export, render_or_export
from tournament.referees.errors import RefereeAway, RefereeDesignated
from tournament.referees.selectors import (
    events_without_referee,
    open_events,
    past_designations,
    referee_of,
    register,
)
from tournament.referees.services import (
    absence_remove,
    designation_answer,
    designation_withdraw,
    referee_designate,
    referee_end,
    referee_set,
)
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, redirect_on_rule_error, render_confirmation
from tournament.web.reauthentication import ask_before_export
from tournament.web.referee.availability import AbsenceForm, note_absence
from tournament.web.requests import SignedInRequest

if TYPE_CHECKING:
    _EventField = forms.ModelChoiceField[Event]
    _RefereeField = forms.ModelChoiceField[Referee]
else:
    _EventField = _RefereeField = forms.ModelChoiceField


class _OpenEvents(_EventField):
    """Choose an event that is not over; its label names day and city."""

    def label_from_instance(self, event: Any) -> str:
        return f"{event.first_day:%d/%m/%Y}, {event.city}: {event.name}"


class _Referees(_RefereeField):
    """Choose a referee; the label names level and city."""

    def label_from_instance(self, referee: Any) -> str:
        city = f", {referee.person.city}" if referee.person.city else ""
        return f"{referee.person} ({referee.get_level_display()}{city})"


class DesignationForm(forms.Form):
    """Which referee is designated to which event."""

    event = _OpenEvents(open_events(), label=gettext_lazy("Event"), empty_label=gettext_lazy("Choose"))
    referee = _Referees(
        Referee.objects.filter(ended_on=None).select_related("person"),
        label=gettext_lazy("Referee"),
        empty_label=gettext_lazy("Choose"),
    )


class LevelForm(forms.Form):
    """The level of a referee."""

    level = forms.ChoiceField(label=gettext_lazy("Level"), choices=Referee.Level.choices)


class EndForm(forms.Form):
    """Why a referee leaves the register."""

    reason = forms.CharField(label=gettext_lazy("Why"), max_length=200)


@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def referee_register(request: SignedInRequest) -> HttpResponse:
    """List the referees with their designations to come and days away; designate one to an event."""
    ask_before_export(request)
    form = DesignationForm(request.POST or None, initial={"event": request.GET.get("evento")})
    if request.method == "POST" and form.is_valid():
        try:
            designation = referee_designate(by=request.user, **form.cleaned_data)
        except RuleError as refusal:
            about_referee = isinstance(refusal, RefereeAway | RefereeDesignated)
            add_rule_error(form, refusal, "referee" if about_referee else None)
        else:
            words = {"referee": designation.referee, "event": designation.event.name}
            messages.success(request, _("%(referee)s is designated to “%(event)s”.") % words)
            return redirect("referee_register")
    referees: list[Any] = register()  # with what their selector has read besides
    context = {
        "referees": referees,
        "form": form,
        "without": events_without_referee(),
    }
    export = Export("arbitri", REFEREES, referees)
    status = 422 if form.errors else 200
    return render_or_export(request, "web/referent/referees.html", context, export, status=status)


@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def referee_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a player's record in the register; enter them in it, change the level, note days away."""
    person = get_object_or_404(Person, pk=pk, merged_into=None)
    referee = referee_of(person)
    in_register = referee is not None and referee.ended_on is None
    away = request.method == "POST" and "away" in request.POST
    level = LevelForm(
        request.POST if request.method == "POST" and not away else None,
        initial={"level": referee.level if referee else Referee.Level.EVENT},
    )
    absence = AbsenceForm(request.POST if away else None)
    if away and in_register and referee is not None and note_absence(absence, referee=referee, by=request.user):
        messages.success(request, _("The days away are noted."))
        return redirect("referee_edit", pk)
    if request.method == "POST" and not away and level.is_valid():
        referee_set(person=person, by=request.user, **level.cleaned_data)
        messages.success(request, _("%(name)s is in the register of referees.") % {"name": person})
        return redirect("referee_edit", pk)
    context = {
        "person": person,
        "referee": referee,
        "in_register": in_register,
        "level": level,
        "absence": absence,
        "end": EndForm(),
        "past": past_designations(referee) if referee is not None else [],
    }
    status = 422 if level.errors or absence.errors else 200
    return render(request, "web/referent/referee.html", context, status=status)


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
@redirect_on_rule_error(lambda pk: ("referee_edit", pk))
def referee_leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """End a referee's record in the register, with a reason, after a confirmation."""
    referee = get_object_or_404(Referee.objects.select_related("person"), person=pk)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Does %(name)s leave the register of referees?") % {"name": referee},
            detail=_("The designations to events that are not over end with it. The record can be taken up again."),
            label=_("End the record"),
            back_url=reverse("referee_edit", args=[pk]),
        )
    referee_end(referee=referee, reason=request.POST.get("reason", ""), by=request.user)
    messages.success(request, _("%(name)s has left the register of referees.") % {"name": referee})
    return redirect("referee_register")


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
def absence_end(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a referee's days away back."""
    absence = get_object_or_404(RefereeAbsence.objects.select_related("referee"), pk=pk)
    person = absence.referee.person_id
    absence_remove(absence=absence, by=request.user)
    messages.success(request, _("The days away are removed."))
    return redirect("referee_edit", person)


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
@redirect_on_rule_error(lambda **_more: ("referee_register",))
def designation_act(request: SignedInRequest, pk: int) -> HttpResponse:
    """Note the answer that a referee gave by other means, or withdraw a designation."""
    rows = Designation.objects.select_related("event", "referee__person")
    designation = get_object_or_404(rows, pk=pk)
    if "withdraw" in request.POST:
        designation_withdraw(designation=designation, by=request.user)
        messages.success(request, _("The designation of %(name)s is withdrawn.") % {"name": designation.referee})
    else:
        designation_answer(designation=designation, accepts="accept" in request.POST, by=request.user)
        messages.success(request, _("The answer of %(name)s is noted.") % {"name": designation.referee})
    return redirect("referee_register")
