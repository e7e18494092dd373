"""The organisers, for the Referent: the list, a new one, and the page of each with its disqualification (art. 1.4)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ranking.homologation import queue
from ranking.homologation import services as homologation_services
from ranking.web.export_columns import ORGANISERS
from ranking.web.forms import DisqualifyForm, OrganiserForm, RestoreForm
from tournament.federation.selectors import acting_accounts
from tournament.federation.services import organiser_create
from tournament.models import Organiser
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, render_confirmation
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def organisers(request: SignedInRequest) -> HttpResponse:
    """List the organisers and create one (art. 1.2)."""
    form = OrganiserForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        facts: dict[str, Any] = {name: form.cleaned_data[name] for name in ("name", "city")}
        try:
            made = organiser_create(by=request.user, user=form.user, **facts)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("%(name)s can hold events.") % {"name": made.name})
            return redirect("organiser", made.pk)
    rows = queue.organisers_list()
    status, export = 422 if form.errors else 200, Export("organizzatori", ORGANISERS, rows)
    context = {"rows": rows, "form": form}
    return render_or_export(request, "web/referent/organisers.html", context, export, status=status)


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def organiser(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show an organiser with the decisions on it; disqualify it, or lift that, with a reason (art. 1.4)."""
    club = get_object_or_404(Organiser.objects.select_related("user"), pk=pk)
    restores = "restore" in request.POST if request.method == "POST" else club.disqualified_at is not None
    form_class = RestoreForm if restores else DisqualifyForm
    form = form_class(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        answer = _restore(request, club, form) if restores else _disqualify(request, club, form)
        if answer is not None:
            return answer
        club.refresh_from_db()
    context = {
        "club": club,
        "form": form,
        "restores": restores,
        "accounts": acting_accounts(club),
        "held": queue.events_held(club),
        "decisions": queue.decisions_on(club),
    }
    return render(request, "web/referent/organiser.html", context, status=422 if form.errors else 200)


def _disqualify(request: SignedInRequest, club: Organiser, form: Any) -> HttpResponse | None:
    """Disqualify an organiser after a confirmation; None if it is refused (art. 1.4)."""
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Disqualify %(name)s for good?") % {"name": club.name},
            detail=_(
                "Its events that are announced, authorised or being played are stopped for good, and everybody entered "
                "is told. Reports already sent are refused, and it can announce no more events; ratified events stand."
            ),
            label=_("Disqualify"),
            back_url=reverse("organiser", args=[club.pk]),
        )
    require_reauthentication(request)
    try:
        homologation_services.organiser_disqualify(organiser=club, by=request.user, reason=form.cleaned_data["reason"])
    except Refused as refusal:
        add_rule_error(form, refusal)
        return None
    messages.success(request, _("%(name)s is disqualified.") % {"name": club.name})
    return redirect("organiser", club.pk)


def _restore(request: SignedInRequest, club: Organiser, form: Any) -> HttpResponse | None:
    """Take back a disqualification after a confirmation; None if it is refused (art. 1.4)."""
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Lift the disqualification of %(name)s?") % {"name": club.name},
            detail=_(
                "It can announce events again. Events that were stopped stay void; reports that were refused stay "
                "refused until you reopen each."
            ),
            label=_("Lift the disqualification"),
            back_url=reverse("organiser", args=[club.pk]),
        )
    try:
        homologation_services.organiser_restore(organiser=club, by=request.user, reason=form.cleaned_data["reason"])
    except Refused as refusal:
        add_rule_error(form, refusal)
        return None
    messages.success(request, _("%(name)s can hold events again.") % {"name": club.name})
    return redirect("organiser", club.pk)
