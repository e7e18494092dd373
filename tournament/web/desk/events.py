"""The organiser's desk: event list, event lifecycle, and one page with the next step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.collation import SortedRows
from tournament.core.dates import date_words
from tournament.delivery.waiting import waiting_in
from tournament.events import lifecycle
from tournament.events.acts import act_rows, acts_page, latest_acts
from tournament.events.draw_preview import draw_day_warning
from tournament.events.next_step import next_step
from tournament.events.timeline import event_history
from tournament.models import Entry, Event, EventRole, Organiser, Round, Season
from tournament.pages.announcement import notice_text
from tournament.pages.desk import desk_numbers, desk_tables_of
from tournament.pages.event import clock_facts, outcome, public_rounds, setup_cards, timeline
from tournament.pages.event_plan import plan_checks
from tournament.pages.export_columns import EVENTS, HISTORY
from tournament.pages.exports import Export, render_or_export
from tournament.regulation.refused import Refused
from tournament.results.conclusion import event_conclude, event_stop_with_standings
from tournament.rounds.participation import desk_tables
from tournament.web.common import (
    add_rule_error,
    get_event_or_404,
    redirect_back,
    redirect_on_rule_error,
    render_confirmation,
)
from tournament.web.desk.collect import collect
from tournament.web.desk.event_forms import EventForm
from tournament.web.desk.forms import AnnounceForm, ReasonForm
from tournament.web.help_calls import help_request_context, known_desk_digest
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest

#: Steps that draw, or lead to a page where the next round is drawn.
DRAWS = ("round_draw", "final_draw", "round_close", "entry_check_in", "walk_in")
#: Lines of the history on the desk.
LATEST_ACTS = 5


def _to_desk(slug: str, **_more: Any) -> tuple[str, str]:
    return ("desk", slug)


@require_safe
def my_events(request: SignedInRequest) -> HttpResponse:
    """List the events that the user runs."""
    events = Event.objects.select_related("season", "organiser").order_by("-first_day")
    if not request.user.has_perm("tournament.authorise_event"):
        events = events.filter(roles__user=request.user, roles__role=EventRole.Role.ORGANISER)
    may_create = request.user.has_perm("tournament.create_event")
    page = Paginator(events, 30).get_page(request.GET.get("page"))
    clubs = SortedRows(Organiser.objects.run_by(request.user), "name")[:]
    patterns = {event.pk for event in page if may_create and _may_repeat(event, clubs)}
    context = {"page": page, "may_create": may_create, "clubs": clubs, "patterns": patterns}
    return render_or_export(request, "web/desk/my_events.html", context, Export("miei-eventi", EVENTS, events))


def _may_repeat(event: Event, clubs: list[Organiser]) -> bool:
    """Return whether an event is offered as the pattern of another: one of the user's clubs, not the national final."""
    return not event.is_national_final and event.organiser_id in {club.pk for club in clubs}


def _plan(form: EventForm) -> dict[str, Any]:
    """Return the context of the panel beside the form: the card that visitors would see, and the checks."""
    if form.is_bound:
        form.is_valid()
        facts = {**form.cleaned_data}
        if "season" not in facts and form.instance.pk:
            facts["season"] = form.instance.season
    else:
        facts = {**{name: getattr(form.instance, name, None) for name in form.fields}, **form.initial}
        if not isinstance(facts.get("season"), Season):
            facts["season"] = form.instance.season if form.instance.pk else None
    return {"facts": facts, "checks": plan_checks(facts)}


@require_http_methods(["GET", "HEAD", "POST"])
def event_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Edit the data of an event."""
    event = get_event_or_404(request, slug)
    if request.headers.get("HX-Request") and request.method == "GET":
        form = EventForm(request.GET, instance=event)
        return render(request, "web/desk/event_plan.html", {"form": form, "live": True, **_plan(form)})
    form = EventForm(request.POST or None, instance=event)
    if request.method == "POST" and form.is_valid():
        try:
            lifecycle.event_update(event=Event.objects.get(pk=event.pk), by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, _("The details of the event are saved."))
            return redirect("desk", slug)
    stored_event = Event.objects.get(pk=event.pk)
    context = {"form": form, "event": stored_event, **_plan(form)}
    return render(request, "web/desk/event_form.html", context, status=422 if form.errors else 200)


def _names_of_seats(rounds: Iterable[Round]) -> dict[int, str]:
    """Return the names of the seated players by the primary key of their entry, without a query."""
    seats = (seat for game_round in rounds for table in game_round.tables.all() for seat in table.seats.all())
    return {seat.entry_id: str(seat.entry) for seat in seats}


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk: while a round runs its clock, its tables and what to do now; else the next step and all the rest.

    ``?tutto`` shows the second page while a round runs too.
    """
    event = get_event_or_404(request, slug)
    if event.state == Event.State.AUTHORISED:
        return collect(request, event)
    known_digest = known_desk_digest(event)
    rounds = public_rounds(event, desk_tables())
    current = rounds[-1] if rounds else None
    numbers = desk_numbers(event)
    tables = desk_tables_of(event, current) if current else None
    step = next_step(event, request.user, last=current, doubtful=tables.doubtful if tables else ())
    is_running = current is not None and current.state in (Round.State.PUBLISHED, Round.State.RUNNING)
    context = {
        "event": event,
        "step": step,
        "address": reverse(step.url_name, args=step.url_args) if step.url_name else "",
        "waiting": waiting_in(event) if numbers.has_waiting else [],
        "current": current,
        "cards": setup_cards(event, current.setup) if current else [],
        "before": next((earlier for earlier in reversed(rounds[:-1]) if not earlier.is_final), None),
        "entries": numbers.entries,
        "known": known_digest,
        "is_running": is_running,
        **help_request_context(event, numbers),
    }
    if current is not None and is_running and "tutto" not in request.GET:
        context |= {"tables": tables, "clock": clock_facts(current)}
        return render(request, "web/desk/desk_round.html", context)
    context |= {
        "instead": [(option.title, reverse(option.url_name, args=option.url_args)) for option in step.instead],
        **outcome(event, rounds),
        "steps": timeline(event, rounds) if event.state != Event.State.VOID else [],
        "rounds": rounds,
        "is_closed": current is not None and current.state == Round.State.CLOSED and not current.is_final,
        "history": latest_acts(event, LATEST_ACTS, _names_of_seats(rounds)),
        "jobs": event.jobs.filter(kind="print_pack").order_by("-created_at")[:3] if numbers.has_jobs else [],
        "day_warning": draw_day_warning(event) if step.verb in DRAWS else "",
        "present": numbers.present,
        "announce": AnnounceForm(initial={"announcement_url": event.announcement_url}),
        "reason": ReasonForm(),
    }
    return render(request, "web/desk/desk.html", context)


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was done in the event, one line an act; ``?atto=`` shows the rows of one with old and new values."""
    event = get_event_or_404(request, slug)
    key = request.GET.get("atto")
    if key is not None:
        return _history_of_act(request, event, key)
    context = {"event": event, "page": acts_page(event, request.GET.get("page"))}
    export = Export("storia", HISTORY, lambda: event_history(event))
    return render_or_export(request, "web/desk/history.html", context, export, proof=require_reauthentication)


def _history_of_act(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    rows = act_rows(event, key)
    if not rows:
        raise Http404
    return render(request, "web/desk/history_act.html", {"event": event, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: SignedInRequest, slug: str) -> HttpResponse:
    """Announce the event with its notice on the forum (art. 1.2)."""
    event = get_event_or_404(request, slug)
    form = AnnounceForm(request.POST or None, initial={"announcement_url": event.announcement_url})
    if request.method == "POST" and form.is_valid():
        try:
            lifecycle.event_announce(event=event, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, _("Announced. The National Referent has it among the events to authorise."))
            return redirect("desk", slug)
    context = {"event": event, "form": form, "text": notice_text(event, event.language)}
    return render(request, "web/desk/announce.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@redirect_on_rule_error(_to_desk)
def open_check_in(request: SignedInRequest, slug: str) -> HttpResponse:
    """Open the check-in and publish the commitments of round 1; before the eve only after a question."""
    event = get_event_or_404(request, slug)
    is_asked = "confirmed" in request.POST
    if request.method != "POST" or (
        lifecycle.is_before_eve(event) and event.state == Event.State.AUTHORISED and not is_asked
    ):
        day = date_words(event.first_day, "l j F")
        return render_confirmation(
            request,
            question=_("Open the check-in now?"),
            detail=_(
                "The event is on %(day)s. From now on nobody withdraws by themselves, and nobody moves up from the "
                "waiting list. You can close it again until the draw."
            )
            % {"day": day},
            label=_("Open it now"),
            back_url=reverse("desk", args=[slug]),
        )
    lifecycle.event_open_check_in(event=event, by=request.user, early=is_asked)
    messages.success(request, _("Check-in is open: mark who arrives."))
    return redirect("entries", slug)


@require_POST
@redirect_on_rule_error(_to_desk)
def close_check_in(request: SignedInRequest, slug: str) -> HttpResponse:
    """Close the check-in again, until the draw; with players present after a question."""
    event = get_event_or_404(request, slug)
    present = event.entries.filter(state=Entry.State.CHECKED_IN).count()
    if present and "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Close the check-in?"),
            detail=ngettext(
                "%(n)s player is marked as present: that is taken back.",
                "%(n)s players are marked as present: that is taken back.",
                present,
            )
            % {"n": present},
            label=_("Close the check-in"),
            back_url=reverse("desk", args=[slug]),
        )
    lifecycle.event_close_check_in(event=event, by=request.user)
    messages.success(request, _("The check-in is closed. Players can enter and withdraw again."))
    return redirect_back(request, "desk", slug)


@require_POST
@redirect_on_rule_error(_to_desk)
def conclude(request: SignedInRequest, slug: str) -> HttpResponse:
    """Conclude the event: compute final places and points."""
    event = get_event_or_404(request, slug)
    event_conclude(event=event, by=request.user)
    due = _("The event is concluded. The report is due within seven days (art. 1.2).")
    messages.success(request, due if event.is_official else _("The event is concluded. It gives no points."))
    return redirect("desk", slug)


def _with_reason(request: HttpRequest, slug: str, act: Any, done: str, question: str, consequence: str) -> HttpResponse:
    """Show the consequence of an irreversible step and ask for a reason, then run it."""
    event = get_event_or_404(request, slug)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            act(event=event, by=request.user, reason=form.cleaned_data["reason"])
        except Refused as refusal:
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, done)
            return redirect("desk", slug)
    context = {"event": event, "form": form, "question": question, "consequence": consequence}
    return render(request, "web/desk/reason.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, slug: str) -> HttpResponse:
    """End the event without a result."""
    question = _("End the event without a result?")
    consequence = _(
        "Nobody gets a place or points, and the event cannot be opened again. What was played stays on record."
    )
    return _with_reason(request, slug, lifecycle.event_void, _("The event is void."), question, consequence)


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the last standings as definitive because too few players are left for another round (AMB-12 a)."""
    question = _("Take the last standings as definitive?")
    consequence = _("No other round is drawn; the final is still played (art. 1.5). It cannot be undone.")
    done = _("The last standings are definitive.")
    return _with_reason(request, slug, event_stop_with_standings, done, question, consequence)


@require_http_methods(["GET", "HEAD", "POST"])
def unofficial(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an event below the minimum unofficial: it can be played, but does not count for the Ranking (AMB-13)."""
    question = _("Play it as an unofficial event, without points?")
    consequence = _("Nobody gets points for the Ranking and no report is due. Until round 1 is drawn it can be undone.")
    done = _("The event is unofficial now.")
    return _with_reason(request, slug, lifecycle.event_make_unofficial, done, question, consequence)


@require_POST
@redirect_on_rule_error(_to_desk)
def official(request: SignedInRequest, slug: str) -> HttpResponse:
    """Undo that the event is unofficial."""
    lifecycle.event_make_official(event=get_event_or_404(request, slug), by=request.user)
    messages.success(request, _("The event is for the Ranking again."))
    return redirect("desk", slug)
