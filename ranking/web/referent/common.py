"""Helpers shared by the Referent's views."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ranking.homologation import services as homologation_services
from ranking.web.forms import DisqualifyForm, RestoreForm
from tournament.models import Organiser
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, render_confirmation
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest


def disqualify_organiser(
    request: SignedInRequest, organiser: Organiser, form: DisqualifyForm, *, back_url: str
) -> HttpResponse | None:
    """Disqualify an organiser after a confirmation; None if the form has to be shown again (art. 1.4)."""
    if not form.is_valid():
        return None
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Disqualify %(name)s for good?") % {"name": organiser.name},
            detail=_(
                "Its events that are announced, authorised or being played are stopped for good, and everybody entered "
                "is told. Reports already sent are refused, and it can announce no more events; ratified events stand."
            ),
            label=_("Disqualify"),
            back_url=back_url,
        )
    require_reauthentication(request)
    try:
        homologation_services.organiser_disqualify(
            organiser=organiser, by=request.user, reason=form.cleaned_data["reason"]
        )
    except Refused as refusal:
        add_rule_error(form, refusal)
        return None
    messages.success(request, _("%(name)s is disqualified.") % {"name": organiser.name})
    return redirect(back_url)


def restore_organiser(request: SignedInRequest, organiser: Organiser, form: RestoreForm) -> HttpResponse | None:
    """Take back a disqualification after a confirmation; None if the form has to be shown again (art. 1.4)."""
    if not form.is_valid():
        return None
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Lift the disqualification of %(name)s?") % {"name": organiser.name},
            detail=_(
                "It can announce events again. Events that were stopped stay void; reports that were refused stay "
                "refused until you reopen each."
            ),
            label=_("Lift the disqualification"),
            back_url=reverse("organisers"),
        )
    try:
        homologation_services.organiser_restore(
            organiser=organiser, by=request.user, reason=form.cleaned_data["reason"]
        )
    except Refused as refusal:
        add_rule_error(form, refusal)
        return None
    messages.success(request, _("%(name)s can hold events again.") % {"name": organiser.name})
    return redirect("organisers")
