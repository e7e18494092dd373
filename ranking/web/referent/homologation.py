"""Homologation: the recomputed report, every difference, and the Referent's decision with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ranking.homologation import services as homologation_services
from ranking.homologation.evidence import evidence
from ranking.homologation.recomputation import differences, warnings
from ranking.homologation.selectors import (
    QueueItem,
    attendance,
    event_decisions,
    homologation_queue,
)
from ranking.web.forms import DecisionForm
from tournament.models import Event
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia, multiplier
from tournament.regulation.refused import Refused
from tournament.regulation.validity import possible_fasce
from tournament.reports.services import report_last_day
from tournament.web.common import add_rule_error, render_confirmation
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest

State = Event.State


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that the Referent can take now.

    Arguments:
        name: value of the button.
        label: of the button.
        done: message afterwards.
        act: the service.
        to: fascia of a promotion or demotion.
        question: confirmation question of an irreversible decision.
        detail: explanation of the question.
        style: of the button.
        blocked: whether it is disabled at present.
        half_points: what a change of the fascia makes of the event's points, 0 for other decisions.
    """

    name: str
    label: Any
    done: Any
    act: Callable[..., Any]
    to: str = ""
    question: Any = ""
    detail: Any = ""
    style: str = "quiet"
    blocked: bool = False
    half_points: int = 0


def _fascia_choices(event: Event, seated: int, total: int, shown: str) -> list[Choice]:
    """Return the possible changes of the fascia, given the players of round 1 (art. 1.3).

    Arguments:
        total: half-points of all players in the fascia that is shown.
    """
    replaces = event.state == State.HOMOLOGATED
    if event.is_national_final or not (replaces or event.state in (State.RUNNING, State.CONCLUDED, State.REPORTED)):
        return []
    declared, current_fascia = Fascia(event.fascia_declared), event.fascia_effective
    rules = regulation.get(event.regulation)
    options = []
    for fascia in possible_fasce(declared, seated, regulation=rules):
        to = str(fascia)
        if to == current_fascia:
            continue
        promotes = declared == Fascia.I
        label = (
            _("Promote to Fascia %(to)s")
            if to == "II" and promotes
            else _("Fascia %(to)s")
            if promotes
            else _("Demote to Fascia %(to)s")
        )
        name = f"{'promote' if promotes else 'demote'}-{to}"
        act: Callable[..., Any] = (
            homologation_services.fascia_promote if promotes else homologation_services.fascia_demote
        )
        question = detail = ""
        if replaces:
            act, question = homologation_services.fascia_replace, _("Change the Fascia of a ratified event?")
            detail = _(
                "Its points are taken out of the Ranking and put back with the new multiplier. Both stay on record."
            )
        points = total * multiplier(fascia, regulation=rules) // multiplier(Fascia(shown), regulation=rules)
        done = gettext_lazy("The Fascia has changed.")
        options.append(
            Choice(name, label % {"to": to}, done, act, to=to, question=question, detail=detail, half_points=points)
        )
    return options


def choices(event: Event, *, errors: int, seated: int, total: int = 0, shown: str = "") -> list[Choice]:
    """Return every decision that the event's state allows; homologation is blocked if the report has differences.

    Arguments:
        total: half-points of all players in the fascia shown, for the effect of another one; the effective by default.
    """
    options: list[Choice] = []
    if event.state == State.REPORTED:
        correct = Choice(
            "reopen",
            gettext_lazy("Ask for a correction"),
            gettext_lazy("The organiser can put the report right and send it again."),
            homologation_services.event_reopen,
            style="primary" if errors else "quiet",
        )
        homologate = Choice(
            "homologate",
            gettext_lazy("Ratify"),
            gettext_lazy("Ratified: the results count in the Ranking."),
            homologation_services.event_homologate,
            style="quiet" if errors else "primary",
            blocked=bool(errors),
        )
        options += [correct, homologate] if errors else [homologate, correct]
    if event.state == State.REPORTED:
        options.append(
            Choice(
                "refuse",
                gettext_lazy("Do not ratify"),
                gettext_lazy("Not ratified; the organiser reads why."),
                homologation_services.event_refuse,
                question=gettext_lazy("Do not ratify this event?"),
                detail=gettext_lazy("The event gives no points. It can be reopened later, with a reason."),
                style="danger",
            )
        )
    elif event.state == State.HOMOLOGATED:
        options.append(
            Choice(
                "revoke",
                gettext_lazy("Revoke the ratification"),
                gettext_lazy("Revoked: its points are taken out of the Ranking, and the ledger says so."),
                homologation_services.homologation_revoke,
                question=gettext_lazy("Revoke the ratification?"),
                detail=gettext_lazy("All points of the event leave the Ranking. The decision stays written."),
                style="danger",
            )
        )
    elif event.state in (State.NOT_HOMOLOGATED, State.INVALIDATED):
        options.append(
            Choice(
                "reopen",
                gettext_lazy("Reopen, with another week"),
                gettext_lazy("Reopened: the organiser has another week."),
                homologation_services.event_reopen,
                style="primary",
            )
        )
    options += _fascia_choices(event, seated, total, shown or event.fascia_effective)
    if event.state in homologation_services.INSPECTABLE:
        options.append(
            Choice(
                "inspect",
                gettext_lazy("Record a visit"),
                gettext_lazy("The visit is recorded: it is listed among the decisions."),
                homologation_services.event_inspect,
            )
        )
    return options


def _fasce(event: Event, seated: int) -> list[str]:
    """Return the effective fascia and those that the Referent may give the event; empty without a choice to make."""
    others = [choice.to for choice in _fascia_choices(event, seated, 0, event.fascia_effective)]
    return sorted([event.fascia_effective, *others]) if event.state == State.REPORTED and others else []


def _event(slug: str) -> Event:
    event = get_object_or_404(Event.objects.select_related("organiser", "season"), slug=slug)
    if event.state in (State.DRAFT, State.VOID):
        raise Http404
    return event


def _next_item(queue: list[QueueItem], index: int | None) -> QueueItem | None:
    """Return the report to decide on after this one, the first after the last; None if there is no other."""
    if index is None:
        return queue[0] if queue else None
    return queue[(index + 1) % len(queue)] if len(queue) > 1 else None


def _page(request: SignedInRequest, event: Event, *, form: DecisionForm | None = None) -> HttpResponse:
    # The file of a report is long, and only its recomputation reads it.
    report = event.reports.defer("content").order_by("-version").first()
    # ``?fascia=`` shows what another fascia would make of the points and of the Ranking; it changes nothing.
    known = evidence(event, request.user)
    fasce, fascia = _fasce(event, known.attendance), request.GET.get("fascia", "")
    if fascia in fasce and fascia != event.fascia_effective:
        known = evidence(event, request.user, fascia)
    queue = homologation_queue()
    report_differences = differences(known.findings, event)
    index = next((index for index, item in enumerate(queue) if item.event.pk == event.pk), None)
    context = {
        "event": event,
        "report": report,
        "queue": queue,
        "position": None if index is None else index + 1,
        "next_item": _next_item(queue, index),
        "checks": known.checks,
        "differences": report_differences,
        "warnings": warnings(known.findings, event),
        "marks": known.marks,
        "review": known.review,
        "choices": choices(
            event,
            errors=len(report_differences),
            seated=known.attendance,
            total=known.review.total,
            shown=known.review.fascia,
        ),
        "fasce": fasce,
        "attendance": known.attendance,
        "average": known.average,
        "decisions": event_decisions(event),
        "form": form or DecisionForm(),
        "due": report_last_day(event) if event.state == State.CONCLUDED else None,
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "web/referent/homologation.html", context, status=status)


def _decide(request: SignedInRequest, event: Event) -> HttpResponse:
    """Run the chosen decision; all but an approval need a reason, and irreversible ones a confirmation."""
    name = request.POST.get("decision", "")
    form = DecisionForm(request.POST, approves=name == "homologate")
    if not form.is_valid():
        return _page(request, event, form=form)
    # Only the state is checked here: ``homologate`` itself recomputes the report.
    options = choices(event, errors=0, seated=attendance(event))
    choice = next((option for option in options if option.name == name), None)
    if choice is None:
        form.add_error(None, _("This decision cannot be taken now: somebody may have decided already."))
        return _page(request, event, form=form)
    if choice.question and "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=str(choice.question),
            detail=str(choice.detail),
            label=str(choice.label),
            back_url=reverse("homologation", args=[event.slug]),
        )
    require_reauthentication(request)
    extra_arguments = {"to": choice.to} if choice.to else {}
    try:
        choice.act(event=event, by=request.user, reason=form.cleaned_data["reason"], **extra_arguments)
    except Refused as refusal:
        add_rule_error(form, refusal)
        return _page(request, _event(event.slug), form=form)
    messages.success(request, str(choice.done))
    return redirect("homologation", event.slug)


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def homologation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show one report, its differences, and the decisions; run a decision (art. 1.3, 1.4)."""
    event = _event(slug)
    if request.method != "POST":
        return _page(request, event)
    return _decide(request, event)
