"""The National Referent's overview, the events to authorise, the organisers (articles 1.2 and 1.4)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ranking.homologation import queue as waiting
from ranking.homologation import services as homologation_services
from ranking.homologation.selectors import authorisation_queue, waiting_moves
from ranking.national.season import minimum_players
from ranking.web.export_columns import AUTHORISATIONS, DECISIONS, EXPECTED, ORGANISERS
from ranking.web.forms import DecisionForm, DisqualifyForm, OrganiserForm, RestoreForm
from ranking.web.referent.common import disqualify_organiser, restore_organiser
from tournament.core.numbers import whole_number
from tournament.events.season_selectors import current_seasons
from tournament.events.selectors import concurrent_events_by_hall, listed_events
from tournament.federation.services import organiser_create
from tournament.models import Event, Organiser
from tournament.pages.exports import Export, render_or_export
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error
from tournament.web.requests import SignedInRequest


@permission_required("ranking.homologate", raise_exception=True)
@require_safe
def referent(request: HttpRequest) -> HttpResponse:
    """Show the open tasks and the latest decisions."""
    expected_reports = waiting.expected_reports()
    seasons = current_seasons()
    context = {
        "counts": waiting.referent_counts(),
        "expected": expected_reports[:5],
        "decisions": waiting.latest_decisions(),
        "seasons": seasons,
        "between_seasons": bool(seasons) and all(season.last_day < timezone.localdate() for season in seasons),
    }
    every_decision: Any = (lambda: waiting.latest_decisions(None)) if context["decisions"] else []
    expected = Export("attesi", EXPECTED, expected_reports, _("Reports expected"))
    decisions = Export("decisioni", DECISIONS, every_decision, _("Latest decisions"))
    return render_or_export(request, "web/referent/overview.html", context, expected, decisions)


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def authorisations(request: SignedInRequest) -> HttpResponse:
    """List the announced events, and authorise or refuse one; a refusal needs a reason (art. 1.2)."""
    invalid_form: tuple[int, DecisionForm] | None = None
    if request.method == "POST":
        event = get_object_or_404(listed_events(), slug=request.POST.get("event", ""))
        refuses = request.POST.get("decision") == "refuse"
        form = DecisionForm(request.POST, prefix=event.slug, approves=not refuses)
        if form.is_valid():
            decide = (
                homologation_services.event_refuse_authorisation if refuses else homologation_services.event_authorise
            )
            try:
                decide(event=event, by=request.user, reason=form.cleaned_data["reason"])
            except Refused as refusal:
                add_rule_error(form, refusal)
            else:
                message = (
                    _("%(event)s is not authorised; the organiser reads why.")
                    if refuses
                    else _("%(event)s is authorised.")
                )
                messages.success(request, message % {"event": event.name})
                return redirect("authorisations")
        invalid_form = (event.pk, form)
    items = []
    queue = list(authorisation_queue())
    halls = concurrent_events_by_hall(queue)
    for event in queue:
        form = invalid_form[1] if invalid_form and invalid_form[0] == event.pk else DecisionForm(prefix=event.slug)
        items.append(
            {"event": event, "form": form, "minimum": minimum_players(event), "same_hall": halls[event.pk]}
            | _terms(event)
        )
    orphaned_form = (
        invalid_form[1] if invalid_form and all(item["form"] is not invalid_form[1] for item in items) else None
    )
    context = {"items": items, "gone": orphaned_form, "moves": waiting_moves()}
    status, export = 422 if invalid_form else 200, Export("autorizzazioni", AUTHORISATIONS, items)
    return render_or_export(request, "web/referent/authorisations.html", context, export, status=status)


def _terms(event: Event) -> dict[str, int]:
    """Return how many days before the event it was announced, and how many its version asks for (AMB-47)."""
    needed = regulation.get(event.regulation).readings.notice_days
    announced = event.announced_on
    return {"notice": needed if announced is None else (event.first_day - announced).days, "needed": needed}


def _standing_form(organiser: Organiser, data: QueryDict | None) -> DisqualifyForm | RestoreForm:
    """Return the form of the decision that an organiser's standing allows."""
    form = DisqualifyForm if organiser.disqualified_at is None else RestoreForm
    return form(data, prefix=f"o{organiser.pk}")


def _change_standing(
    request: SignedInRequest,
) -> tuple[Organiser, DisqualifyForm | RestoreForm, HttpResponse | None]:
    """Disqualify or restore the organiser that the form names; without a response the form is shown again.

    Raises Http404 for an unknown organiser.
    """
    restores = "restore" in request.POST
    pk = request.POST.get("restore" if restores else "disqualify", "")
    organiser = get_object_or_404(Organiser, pk=whole_number(pk))
    prefix = f"o{organiser.pk}"
    if restores:
        restore_form = RestoreForm(request.POST, prefix=prefix)
        return organiser, restore_form, restore_organiser(request, organiser, restore_form)
    form = DisqualifyForm(request.POST, prefix=prefix)
    return organiser, form, disqualify_organiser(request, organiser, form, back_url=reverse("organisers"))


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def organisers(request: SignedInRequest) -> HttpResponse:
    """List the organisers; create, disqualify or restore one, the last two with a reason (art. 1.2, 1.4)."""
    new = OrganiserForm(request.POST if "new" in request.POST else None)
    open_forms: dict[int, DisqualifyForm | RestoreForm] = {}
    if "new" in request.POST and new.is_valid():
        organiser_data: dict[str, Any] = {
            "name": new.cleaned_data["name"],
            "city": new.cleaned_data["city"],
            "user": new.user,
        }
        try:
            organiser = organiser_create(by=request.user, **organiser_data)
        except Refused as refusal:
            add_rule_error(new, refusal)
        else:
            messages.success(request, _("%(name)s can hold events.") % {"name": organiser.name})
            return redirect("organisers")
    elif request.POST and "new" not in request.POST:
        organiser, form, response = _change_standing(request)
        if response is not None:
            return response
        open_forms[organiser.pk] = form
    rows = [
        {
            "organiser": organiser_row,
            "form": open_forms.get(organiser_row.pk) or _standing_form(organiser_row, None),
            "open": organiser_row.pk in open_forms,
        }
        for organiser_row in waiting.organisers_list()
    ]
    status = 422 if open_forms or new.errors else 200
    every = Export("organizzatori", ORGANISERS, rows)
    return render_or_export(request, "web/referent/organisers.html", {"rows": rows, "form": new}, every, status=status)
