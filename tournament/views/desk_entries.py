"""Entries: registration, check-in, walk-ins, those who leave. htmx swaps the list; without scripts the page reloads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.collation import by_name
from tournament.forms.event import PersonForm, WalkInForm
from tournament.list_columns import ENTRIES
from tournament.lists import PageList, with_lists
from tournament.messages import sentence
from tournament.models import Entry, Event, Person
from tournament.numbers import whole_number
from tournament.rules.errors import RuleError
from tournament.selectors.finalists import people_to_enter
from tournament.selectors.people import event_entries, people_search, possible_duplicates
from tournament.services import entries as services
from tournament.services.errors import AlreadyDone
from tournament.views.common import own_event, refusal_words


def _context(request: HttpRequest, event: Event, **more: Any) -> dict[str, Any]:
    words = request.GET.get("q", "").casefold()
    found = [entry for entry in event_entries(event) if words in str(entry.person).casefold()]
    every = found if not words else list(event_entries(event))
    return {
        "event": event,
        "entries": by_name(found),
        "q": request.GET.get("q", ""),
        "total": len(every),
        "present": sum(entry.state in ("checked_in", "playing") for entry in every),
        "before_round_1": event.state in ("draft", "announced", "authorised", "checkin"),
        "walk_in": WalkInForm(),
        **more,
    }


@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody entered, with a button each for what can be done now."""
    event = own_event(request, slug)
    template = "desk/entries_list.html" if request.htmx else "desk/entries.html"
    context = _context(request, event)
    return with_lists(request, template, context, PageList("iscritti", ENTRIES, context["entries"]))


def _again(request: HttpRequest, event: Event) -> HttpResponse:
    if request.htmx:
        return render(request, "desk/entries_list.html", _context(request, event, toasts=True))
    return redirect("entries", event.slug)


def _told(request: HttpRequest, act: Callable[[], object]) -> None:
    """Does it, and tells what was refused."""
    try:
        act()
    except AlreadyDone as news:
        messages.info(request, sentence(news))
    except RuleError as refusal:
        messages.error(request, refusal_words(refusal))


_ACTS: dict[str, Callable[..., object]] = {
    "presente": services.entry_check_in,
    "assente": services.entry_undo_check_in,
    "togli": services.entry_remove,
    "lascia": services.entry_leave,
    "torna": services.entry_return,
}


@require_POST
def act(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Check-in, its undo, removal, departure, return of one entry."""
    event = own_event(request, slug)
    entry = get_object_or_404(Entry.objects.select_related("person"), pk=pk, event=event)
    more = {"reason": request.POST.get("reason", "")} if what == "lascia" else {}
    _told(request, lambda: _ACTS[what](entry=entry, by=request.user, **more))
    return _again(request, event)


@require_POST
def walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody at the door: added and present in one line; a namesake is told, never refused (AMB-25)."""
    event = own_event(request, slug)
    form = WalkInForm(request.POST)
    if form.is_valid():
        facts = form.cleaned_data
        namesakes = possible_duplicates(facts["first_name"], facts["last_name"]).count()
        try:
            services.walk_in(event=event, by=request.user, **facts)
        except RuleError as refusal:
            form.add_error(None, refusal_words(refusal))
        else:
            messages.success(request, _("%(name)s is in.") % {"name": f"{facts['first_name']} {facts['last_name']}"})
            if namesakes:
                words = _("The national list already has somebody of this name: is it the same person?")
                messages.warning(request, words)
            return _again(request, event)
    # The page comes back with what was typed.
    context = _context(request, Event.objects.get(pk=event.pk), walk_in=form)
    return render(request, "desk/entries.html", context, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Registers a person of the national list, or a new one; for the national final, who accepted the call."""
    event = own_event(request, slug)
    words = request.GET.get("q", "")
    form = PersonForm(request.POST if "new" in request.POST else None)
    if request.method == "POST":
        try:
            if "person" in request.POST:
                wanted = request.POST["person"]
                person = get_object_or_404(Person, pk=whole_number(wanted))
                services.entry_add(event=event, person=person, by=request.user)
                return redirect("entries", slug)
            if form.is_valid():
                services.entry_add_new(event=event, by=request.user, **form.cleaned_data)
                return redirect("entries", slug)
        except RuleError as refusal:
            if form.is_bound:
                form.add_error(None, refusal_words(refusal))
            else:
                messages.error(request, refusal_words(refusal))
    found: Any = people_search(words) if words.strip() else []
    if event.is_national_final:
        found = people_to_enter(event)
    context = {"event": event, "form": form, "q": words, "found": found}
    return render(request, "desk/entry_add.html", context, status=422 if form.errors else 200)
