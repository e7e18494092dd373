"""The Referent's one list of everything that waits, and the decisions that are taken in it (art. 1.2, 1.4, 1.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ranking.homologation import services as homologation_services
from ranking.homologation.queue import latest_decisions
from ranking.web.export_columns import DECISIONS, WAITING_ACTS
from ranking.web.referent.todo_facts import FACTS
from tournament.core.numbers import whole_number
from tournament.delivery.waiting import Side, Waiting, waiting_things
from tournament.entries.error_reports import error_report_close
from tournament.events.moving import event_move_accept, event_move_refuse
from tournament.events.season_selectors import is_season_open
from tournament.events.selectors import listed_events
from tournament.federation import requests as organiser_requests
from tournament.models import ConsentPaper, ErrorReport, EventMove, OrganiserRequest
from tournament.models.event import REFERENTS_STATES
from tournament.pages.exports import Export, render_or_export
from tournament.records.consent_papers import consent_paper_accept, consent_paper_refuse
from tournament.regulation.refused import Refused
from tournament.web.common import rule_error_message
from tournament.web.desk.consent_papers import ticked_entries
from tournament.web.requests import SignedInRequest

#: Things on a page of the list; from this many on it can be narrowed to one kind.
PER_PAGE: Final = 50
FILTER_FROM: Final = 12
#: The icon of a kind, where it is not the one of a thing to read.
ICONS: Final = {
    "authorisation": "calendar",
    "move": "calendar",
    "homologation": "list",
    "report": "clock",
    "organiser_request": "hand",
    "claim": "link",
    "consent": "edit",
    "erasure": "close",
    "join": "person",
    "same_person": "person",
    "error_of_report": "alert",
    "failure": "mail",
    "closing": "lock",
}


class WhyNotForm(forms.Form):
    """The reason of a no, which is read by who waits."""

    reason = forms.CharField(
        label=gettext_lazy("Why: who waits reads it"), widget=forms.Textarea(), max_length=2000, strip=True
    )


@dataclass(frozen=True, slots=True)
class Card:
    """A thing that waits, as the list shows it.

    Arguments:
        facts: what is known about it, by its kind; None of a kind that another page decides.
        form: of the reason of a no; error: why the last answer was refused.
    """

    waiting: Waiting
    facts: Any
    form: WhyNotForm
    error: str = ""

    @property
    def template(self) -> str:
        """Return the template of the card: of its kind, if the list decides it."""
        kind = "organiser_request" if self.waiting.kind == "organiser_answer" else self.waiting.kind
        return f"web/referent/todo/{kind if self.facts is not None else 'page'}.html"

    @property
    def icon(self) -> str:
        return ICONS.get(self.waiting.kind, "info")


@dataclass(frozen=True, slots=True)
class Failed:
    """An answer that was refused: to which thing, with its form, and why."""

    kind: str
    key: str
    form: WhyNotForm
    error: str = ""


def _cards(things: list[Waiting], request: SignedInRequest, failed: Failed | None) -> list[Card]:
    """Return the cards of things, with their facts: one reader for each kind among them."""
    facts = {kind: FACTS[kind](request.user) for kind in dict.fromkeys(thing.kind for thing in things) if kind in FACTS}
    return [_card(thing, facts.get(thing.kind, {}).get(thing.key), failed) for thing in things]


def _card(thing: Waiting, facts: Any, failed: Failed | None) -> Card:
    if failed is not None and (failed.kind, failed.key) == (thing.kind, thing.key):
        return Card(thing, facts, failed.form, failed.error)
    return Card(thing, facts, WhyNotForm(prefix=f"{thing.kind}-{thing.key}"))


def _render(request: SignedInRequest, failed: Failed | None = None) -> HttpResponse:
    everything = waiting_things()
    own = [thing for thing in everything if thing.side is Side.REFERENT]
    others = [thing for thing in everything if thing.side is not Side.REFERENT]
    kinds = Counter(thing.kind for thing in own)
    chosen = request.GET.get("cosa", "") if request.GET.get("cosa", "") in kinds else ""
    page = Paginator([thing for thing in own if chosen in ("", thing.kind)], PER_PAGE).get_page(request.GET.get("page"))
    cards = _cards(list(page), request, failed)
    labels = {thing.kind: thing.label for thing in own}
    decisions = latest_decisions()
    context = {
        "cards": cards,
        "page": page,
        "number": len(own),
        "others": _cards(others[:PER_PAGE], request, failed),
        "others_number": len(others),
        "kinds": [(kind, labels[kind], number) for kind, number in kinds.items()] if len(own) > FILTER_FROM else [],
        "chosen": chosen,
        "decisions": decisions,
        "without_season": not is_season_open(),
        # Somebody else decided it meanwhile.
        "gone": failed is not None and all(card.form is not failed.form for card in cards) and failed,
    }
    lists = [Export("attese", WAITING_ACTS, everything, _("Everything that waits"))]
    if decisions:
        lists.append(Export("decisioni", DECISIONS, lambda: latest_decisions(None), _("Decisions")))
    return render_or_export(request, "web/referent/todo.html", context, *lists, status=422 if failed else 200)


@permission_required(["ranking.homologate", "tournament.manage_people"], raise_exception=True)
@require_safe
def referent(request: SignedInRequest) -> HttpResponse:
    """Show everything that waits for the Referent, the oldest first; ``?cosa=`` shows one kind."""
    return _render(request)


#: Takes the answer to a thing and returns what the Referent reads then.
Answer = Callable[[SignedInRequest, str, str], str]


def _is_no(request: HttpRequest) -> bool:
    return request.POST.get("decision") == "no"


def _authorisation(request: SignedInRequest, key: str, reason: str) -> str:
    event = get_object_or_404(listed_events(), slug=key)
    if _is_no(request):
        homologation_services.event_refuse_authorisation(event=event, by=request.user, reason=reason)
        return _("%(event)s is not authorised; the organiser reads why.") % {"event": event.name}
    homologation_services.event_authorise(event=event, by=request.user, reason="")
    return _("%(event)s is authorised.") % {"event": event.name}


def _move(request: SignedInRequest, key: str, reason: str) -> str:
    move = get_object_or_404(EventMove.objects.select_related("event"), pk=whole_number(key))
    if _is_no(request):
        event_move_refuse(move=move, reason=reason, by=request.user)
        return _("%(event)s stays on its day; the organiser reads why.") % {"event": move.event.name}
    event_move_accept(move=move, by=request.user)
    return _("%(event)s is moved; everybody is told.") % {"event": move.event.name}


def _organiser_request(request: SignedInRequest, key: str, reason: str) -> str:
    row = get_object_or_404(OrganiserRequest, pk=whole_number(key))
    if request.POST.get("decision") == "ask":
        organiser_requests.organiser_request_ask_back(request=row, question=reason, by=request.user)
        return _("The question to %(name)s is on its way.") % {"name": row.name}
    if _is_no(request):
        organiser_requests.organiser_request_refuse(request=row, reason=reason, by=request.user)
        return _("The request of %(name)s is refused; whoever sent it reads why.") % {"name": row.name}
    organiser_requests.organiser_request_approve(request=row, by=request.user)
    return _("%(name)s can hold events.") % {"name": row.name}


def _consent(request: SignedInRequest, key: str, reason: str) -> str:
    paper = get_object_or_404(ConsentPaper, pk=whole_number(key))
    if _is_no(request):
        consent_paper_refuse(paper=paper, reason=reason, by=request.user)
        return _("The form is refused; the organiser reads why.")
    consent_paper_accept(paper=paper, entries=ticked_entries(request, paper.entries.all()), by=request.user)
    return _("The form is accepted: from now on those names are shown.")


def _error_of_report(request: SignedInRequest, key: str, reason: str) -> str:
    about = ErrorReport.objects.filter(entry__event__slug=key, entry__event__state__in=REFERENTS_STATES)
    report = get_object_or_404(about, pk=whole_number(request.POST.get("report", "")))
    error_report_close(report=report, by=request.user)
    return _("The report of %(name)s is marked as done.") % {"name": report.entry}


#: What is decided in the list itself, by kind.
ANSWERS: Final[dict[str, Answer]] = {
    "authorisation": _authorisation,
    "move": _move,
    "organiser_request": _organiser_request,
    "organiser_answer": _organiser_request,
    "consent": _consent,
    "error_of_report": _error_of_report,
}


@permission_required(["ranking.homologate", "tournament.manage_people"], raise_exception=True)
@require_POST
def todo_answer(request: SignedInRequest, kind: str, key: str) -> HttpResponse:
    """Answer a thing of the list: yes, or no with a reason.

    Raises Http404 for a kind that another page decides, or an unknown thing.
    """
    if kind not in ANSWERS:
        raise Http404
    form = WhyNotForm(request.POST, prefix=f"{kind}-{key}")
    needs_reason = request.POST.get("decision") in ("no", "ask")
    if needs_reason and not form.is_valid():
        return _render(request, Failed(kind, key, form))
    reason = form.cleaned_data["reason"] if needs_reason else ""
    try:
        said = ANSWERS[kind](request, key, reason)
    except Refused as refusal:
        return _render(request, Failed(kind, key, form, rule_error_message(refusal)))
    messages.success(request, said)
    return redirect("referent")
