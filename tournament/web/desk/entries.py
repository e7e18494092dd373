"""Entries: registration, check-in, walk-ins, departures. htmx swaps the list; without scripts the page reloads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap, retarget

from tournament.core.collation import by_name
from tournament.core.numbers import whole_number
from tournament.core.preconditions import BEFORE_ROUND_1
from tournament.entries import services
from tournament.entries.check_in import all_check_in, check_ins_undo
from tournament.entries.removal import entry_remove_undoably, entry_restore
from tournament.events.finalists import people_to_enter
from tournament.events.waiting_list import requests_in
from tournament.models import Consent, Entry, EntryRequest, Event, Person
from tournament.pages.check_in import PRESENT, check_in_numbers
from tournament.pages.export_columns import ENTRIES, ENTRIES_WITH_RECORDS
from tournament.pages.exports import Export, render_or_export
from tournament.people.selectors import (
    event_entries,
    known_people,
    namesakes_for_desk,
    national_list,
    near_duplicates,
    people_search,
    possible_duplicates,
)
from tournament.records.consents import consent_for_event, consent_unasked
from tournament.regulation.names import name_key, name_words
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, get_event_or_404, own_event, rule_error_with_way_out, show_rule_error
from tournament.web.desk.forms import CardForm, PersonForm, WalkInForm
from tournament.web.help_calls import known_desk_digest
from tournament.web.list_budget import counted_cards, namesakes_within_budget
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import PageRequest, SignedInRequest

#: Requests that wait: for the desk's decision, for a place, or for the player's answer.
WAITING = (EntryRequest.State.WAITING, EntryRequest.State.PROMOTED)
LISTED = (EntryRequest.State.PENDING, *WAITING)
#: Whether a filter of the check-in, a value of the query's field ``mostra``, keeps those present.
FILTERS = {"attesi": False, "presenti": True}
#: From this number of entries on the check-in has a search.
SEARCHED = 20
#: Maximum number of namesakes offered by the question.
MOST_NAMESAKES = 20
#: Fields that answer the question; the other fields of the form are sent again with them.
_ANSWERS = ("csrfmiddlewaretoken", "same", "proof", "without_card")


def _context(request: HttpRequest, event: Event, **more: Any) -> dict[str, Any]:
    words, shown = name_words(request.GET.get("q", "")), request.GET.get("mostra", "")
    all_entries = list(event_entries(event))
    kept = FILTERS.get(shown)
    shown_entries = [
        entry
        for entry in all_entries
        if all(word in name_key(str(entry)) for word in words) and (kept is None or (entry.state in PRESENT) == kept)
    ]
    listed = requests_in(event, *LISTED, EntryRequest.State.REFUSED)
    is_open, is_late_open = event.state == Event.State.CHECK_IN, services.accepts_late(event)
    return {
        "event": event,
        "entries": by_name(shown_entries),
        "q": request.GET.get("q", ""),
        "shown": shown if kept is not None else "",
        "total": len(all_entries),
        "present": sum(entry.state in PRESENT for entry in all_entries),
        "door": check_in_numbers(event, all_entries) if is_open else None,
        # Once the check-in is open no place is held for the waiting list.
        "free": max(0, event.capacity - len(all_entries)) if is_open and event.capacity is not None else None,
        "said": None,
        "has_search": len(all_entries) >= SEARCHED,
        "may_enter": event.state in ("authorised", "checkin") or is_late_open,
        "is_late_open": is_late_open,
        "open_for_consent": event.state not in ("draft", "announced"),
        "pending": [row for row in listed if row.state == EntryRequest.State.PENDING],
        "waiting": [row for row in listed if row.state in WAITING],
        "refused": [row for row in listed if row.state == EntryRequest.State.REFUSED],
        "before_round_1": event.state in BEFORE_ROUND_1,
        "walk_in": WalkInForm(),
        **more,
    }


@require_safe
def entries(request: PageRequest, slug: str) -> HttpResponse:
    """List all entries, each with the actions that its state allows."""
    event = get_event_or_404(request, slug)
    # The digest is read before the data, so that a change in between makes the page stale.
    known = known_desk_digest(event)
    context = _context(request, event, known=known)
    template = _list_template(event) if request.htmx else _page_template(event)
    columns = ENTRIES_WITH_RECORDS if request.user.has_perm("tournament.manage_people") else ENTRIES
    return render_or_export(
        request, template, context, Export("iscritti", columns, context["entries"]), proof=require_reauthentication
    )


def _page_template(event: Event) -> str:
    return f"web/desk/{'door' if event.state == Event.State.CHECK_IN else 'entries'}.html"


def _list_template(event: Event) -> str:
    return f"web/desk/{'door_list' if event.state == Event.State.CHECK_IN else 'entries_list'}.html"


def _page(request: HttpRequest, event: Event, status: int = 200, **more: Any) -> HttpResponse:
    return render(request, _page_template(event), _context(request, event, **more), status=status)


@dataclass(frozen=True, slots=True)
class Said:
    """What was just done, and the form that takes it back.

    Arguments:
        words: the sentence; address: of the undo; name, value: the field that it sends, if any.
    """

    words: str
    address: str
    name: str = ""
    value: str = ""


def _listed(request: PageRequest, event: Event, **more: Any) -> HttpResponse:
    """Return the whole list to htmx, with the messages of the request; redirect other browsers to its page.

    Without scripts the page itself offers what can be undone; posting it again changes nothing.
    """
    if not request.htmx:
        return _page(request, event, **more) if more.get("said") else redirect("entries", event.slug)
    response = render(request, _list_template(event), _context(request, event, **more))
    return retarget(reswap(response, "outerHTML"), "#entries")


def _swapped_row(request: PageRequest, event: Event, pk: int, said: Said | None) -> HttpResponse:
    """Return one row of the list to htmx, with the numbers and what was done."""
    all_entries = list(event_entries(event))
    context = {
        "event": event,
        "entry": next((entry for entry in all_entries if entry.pk == pk), None),
        "total": len(all_entries),
        "present": sum(entry.state in PRESENT for entry in all_entries),
        "door": check_in_numbers(event, all_entries) if event.state == Event.State.CHECK_IN else None,
        "before_round_1": event.state in BEFORE_ROUND_1,
        "is_late_open": services.accepts_late(event),
        "has_search": len(all_entries) >= SEARCHED,
        "shown": "",
        "said": said,
    }
    return render(request, "web/desk/entry_swap.html", context)


def _consent(consent: bool) -> Callable[..., object]:
    def answer(*, entry: Entry, by: Any) -> object:
        return consent_for_event(entry=entry, consent=consent, source=Consent.Source.DESK, by=by)

    return answer


_ACTS: dict[str, Callable[..., object]] = {
    "presente": services.entry_check_in,
    "assente": services.entry_undo_check_in,
    "lascia": services.entry_leave,
    "torna": services.entry_return,
    "nome": _consent(True),
    "anonimo": _consent(False),
    "non-chiesto": consent_unasked,
}
#: The act that takes another one back; an answer about the name goes back to the one before.
_UNDO = {"presente": "assente", "assente": "presente", "lascia": "torna", "torna": "lascia"}
_ANSWER = {True: "nome", False: "anonimo", None: "non-chiesto"}
#: How long a removed entry can be put back.
UNDO_SECONDS = 12 * 3600
_REMOVED = "entry-removed"


def _said(event: Event, entry: Entry, what: str, before: bool | None) -> Said:
    """Return what an act did, and its undo.

    Arguments:
        before: the answer about the name before the act.
    """
    words = {
        "presente": _("%(name)s is here"),
        "assente": _("%(name)s is not here"),
        "lascia": _("%(name)s has left"),
        "torna": _("%(name)s is back"),
        "nome": _("%(name)s: name in the standings"),
        "anonimo": _("%(name)s: no name in the standings"),
        "non-chiesto": _("%(name)s: not asked yet"),
    }[what]
    undo = _UNDO.get(what) or _ANSWER[before]
    return Said(words % {"name": entry}, reverse("entry_act", args=[event.slug, entry.pk, undo]))


@require_POST
def act(request: SignedInRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Run an action on one entry: check-in, answer about the name, removal, departure; the answer offers its undo."""
    event = get_event_or_404(request, slug)
    entry = get_object_or_404(Entry.objects.select_related("person"), pk=pk, event=event)
    if what == "togli":
        return _removed(request, event, entry)
    extra_arguments = {"reason": request.POST.get("reason", "")} if what == "lascia" else {}
    before = entry.name_answer
    try:
        _ACTS[what](entry=entry, by=request.user, **extra_arguments)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return _listed(request, event)
    if not request.htmx:
        return redirect("entries", slug)
    if "undone" in request.POST:
        # The undo stands beside the list: the list is sent, with the changed row in it.
        return _listed(request, event)
    return _swapped_row(request, event, pk, _said(event, entry, what, before))


def _removed(request: SignedInRequest, event: Event, entry: Entry) -> HttpResponse:
    """Remove an entry; the answer can put it back, from its own signed field."""
    try:
        removed = entry_remove_undoably(entry=entry, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return _listed(request, event)
    kept = signing.dumps(removed, salt=_REMOVED, compress=True)
    words = _("%(name)s is off the list") % {"name": entry}
    return _listed(request, event, said=Said(words, reverse("entry_restore", args=[event.slug]), "removed", kept))


@require_POST
def restore(request: SignedInRequest, slug: str) -> HttpResponse:
    """Put a removed entry back on the list."""
    event = get_event_or_404(request, slug)
    try:
        removed = signing.loads(request.POST.get("removed", ""), salt=_REMOVED, max_age=UNDO_SECONDS)
        entry_restore(event=event, removed=removed, by=request.user)
    except signing.BadSignature:
        messages.error(request, _("This can no longer be undone: register the player again."))
    except Refused as refusal:
        show_rule_error(request, refusal)
    return _listed(request, event)


@require_POST
def present(request: SignedInRequest, slug: str) -> HttpResponse:
    """Mark everybody entered as present; ``undo`` takes back the check-ins that it names."""
    event = get_event_or_404(request, slug)
    said = None
    try:
        if "undo" in request.POST:
            keys = [whole_number(key) for key in request.POST["undo"].split()]
            check_ins_undo(event=event, entries=[key for key in keys if key], by=request.user)
        else:
            marked = all_check_in(event=event, by=request.user)
            words = ngettext("%(n)s player marked present", "%(n)s players marked present", len(marked))
            value = " ".join(str(entry.pk) for entry in marked)
            said = Said(words % {"n": len(marked)}, reverse("entries_present", args=[slug]), "undo", value)
    except Refused as refusal:
        show_rule_error(request, refusal)
    return _listed(request, event, said=said)


def _show_rule_error(form: Any, request: HttpRequest, refusal: Refused) -> None:
    """Add a rule error to the submitted form, else to the messages of the page."""
    if form is not None and form.is_bound:
        add_rule_error(form, refusal, event=own_event(request))
    else:
        show_rule_error(request, refusal)


def _question(
    request: HttpRequest, event: Event, facts: dict[str, Any], *, back: str, refusal: Refused | None = None
) -> HttpResponse | None:
    """Render the question whether the person named is one of the namesakes in the national list.

    Returns None if there is no namesake, or the user answered that it is another person.
    """
    if request.POST.get("same") == "no":
        return None
    knows_all = request.user.has_perm("tournament.manage_people")
    people = _offered(request, event, facts)
    namesakes = namesakes_within_budget(request, namesakes_for_desk(event, people, knows_all=knows_all))
    if not namesakes:
        return None
    context = {
        "event": event,
        "people": namesakes,
        "name": f"{facts['first_name']} {facts['last_name']}",
        "sent": [(name, value) for name, value in request.POST.items() if name not in _ANSWERS],
        "back": back,
        "refusal": rule_error_with_way_out(refusal, event) if refusal else "",
        "answered": request.POST.get("same", ""),
    }
    return render(request, "web/desk/same_person.html", context, status=422 if refusal else 200)


def _same(request: HttpRequest, event: Event, facts: dict[str, Any]) -> Person | None:
    """Return the namesake that the user chose, only if the question offered that person."""
    chosen = whole_number(request.POST.get("same", ""))
    if not chosen:
        return None
    return next((person for person in _offered(request, event, facts) if person.pk == chosen), None)


def _offered(request: HttpRequest, event: Event, facts: dict[str, Any]) -> list[Person]:
    """Return the people who may be the one named: of this name, and of those the desk knows who have a near one."""
    name = (facts["first_name"], facts["last_name"])
    same = list(possible_duplicates(*name)[:MOST_NAMESAKES])
    knows_all = request.user.has_perm("tournament.manage_people")
    near = near_duplicates(*name, among=national_list() if knows_all else known_people(event))
    return [*same, *(person for person in near if person not in same)]


@require_POST
def walk_in(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter and check in a walk-in; if the national list has namesakes a question comes first (AMB-25)."""
    event = get_event_or_404(request, slug)
    form = WalkInForm(request.POST)
    if form.is_valid():
        data, namesake = form.cleaned_data, _same(request, event, form.cleaned_data)
        try:
            if namesake is None:
                question_page = _question(request, event, data, back=reverse("entries", args=[slug]))
                if question_page is not None:
                    return question_page
            with counted_cards(request):
                entry = _let_in(request, event, namesake, data)
        except Refused as refusal:
            if namesake is not None:
                repeated_question = _question(
                    request, event, data, back=reverse("entries", args=[slug]), refusal=refusal
                )
                if repeated_question is not None:
                    return repeated_question
            add_rule_error(form, refusal, event=event)
        else:
            messages.success(request, _("%(name)s is in.") % {"name": entry})
            return redirect("entries", slug)
    # Show the page again with the posted values.
    return _page(request, Event.objects.get(pk=event.pk), 422, walk_in=form)


def _let_in(request: SignedInRequest, event: Event, same: Person | None, facts: dict[str, Any]) -> Entry:
    """Enter a walk-in as a new person, or as an existing one, known to the organiser or identified by the card number.

    Without a card a new record is created, and the Referent is notified to merge the two.
    """
    if same is None:
        return services.walk_in(event=event, by=request.user, **facts)
    if "without_card" in request.POST:
        entry = services.walk_in(event=event, by=request.user, said_to_be=same, **facts)
        messages.info(request, _("The Referent is told that it is the same person, and joins the two records."))
        return entry
    card = request.POST.get("proof", "")
    return services.walk_in_known(event=event, person=same, by=request.user, card_number=card)


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: SignedInRequest, slug: str) -> HttpResponse:
    """Register a known person, one with an entry request, one identified by name and card number, or a new one.

    For the national final the list offers those who accepted the call.
    """
    event = get_event_or_404(request, slug)
    query = request.GET.get("q", "")
    form = PersonForm(request.POST if "new" in request.POST else None)
    by_card = CardForm(request.POST if "by_card" in request.POST else None, prefix="card")
    if request.method == "POST":
        try:
            with counted_cards(request):
                answer = _process_form(request, event, form, by_card)
            if answer is not None:
                return answer
        except Refused as refusal:
            _show_rule_error(
                next((bound_form for bound_form in (form, by_card) if bound_form.is_bound), None), request, refusal
            )
    knows_all = request.user.has_perm("tournament.manage_people")
    people: Any = people_search(query, among=None if knows_all else known_people(event)) if query.strip() else []
    if event.is_national_final:
        people = people_to_enter(event)
    context = {
        "event": event,
        "form": form,
        "by_card": by_card,
        "q": query,
        "found": people,
    }
    status = 422 if form.errors or by_card.errors else 200
    return render(request, "web/desk/entry_add.html", context, status=status)


def _process_form(request: SignedInRequest, event: Event, form: PersonForm, by_card: CardForm) -> HttpResponse | None:
    """Process the submitted one of the page's forms; None if it is invalid and has to be shown again."""
    if "person" in request.POST:
        person = get_object_or_404(Person, pk=whole_number(request.POST["person"]))
        services.entry_add(event=event, person=person, by=request.user)
    elif by_card.is_bound and by_card.is_valid():
        services.entry_add_by_card(event=event, by=request.user, **by_card.cleaned_data)
    elif form.is_bound and form.is_valid():
        return _entered_new(request, event, form.cleaned_data, _same(request, event, form.cleaned_data))
    else:
        return None
    return redirect("entries", event.slug)


def _entered_new(
    request: SignedInRequest, event: Event, facts: dict[str, Any], same: Person | None
) -> HttpResponse | None:
    """Register the person typed in, as a new record or as the chosen namesake."""
    if same is not None and "without_card" not in request.POST:
        card = request.POST.get("proof") or facts["card_number"]
        try:
            with counted_cards(request):
                services.entry_add(event=event, person=same, by=request.user, card_number=card)
        except Refused as refusal:
            return _question(request, event, facts, back=reverse("entry_add", args=[event.slug]), refusal=refusal)
        return redirect("entries", event.slug)
    if same is None:
        question_page = _question(request, event, facts, back=reverse("entry_add", args=[event.slug]))
        if question_page is not None:
            return question_page
    services.entry_add_new(event=event, by=request.user, said_to_be=same, **facts)
    return redirect("entries", event.slug)
