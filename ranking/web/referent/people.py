"""The national list of players: search, editing, merging of records (AMB-25)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ranking.homologation import queue as waiting
from ranking.people import services as people_services
from ranking.people.selectors import decided_pairs, duplicate_pairs, join_preview, joins_of, pairs_of
from ranking.web.export_columns import PEOPLE, VERSIONS
from ranking.web.forms import MergeForm, PersonForm
from tournament.core.numbers import whole_number
from tournament.entries.refusals import CardNumberTaken
from tournament.models import Person, RecordPair
from tournament.pages.export_columns import RECEIPTS
from tournament.pages.exports import Export, render_or_export
from tournament.people.accounts import account_login
from tournament.personal_data.erasure import erasure_receipts, waiting_request
from tournament.records.joining import joins_on, records_ask, two_people
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error, redirect_on_rule_error, show_rule_error
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest

#: Rows per page of the list.
PER_PAGE = 60


@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Search people by name, city or card number; list the receipts of erasures."""
    query = request.GET.get("q", "").strip()
    matches = waiting.search_people(query)
    page = Paginator(matches, PER_PAGE).get_page(request.GET.get("page"))
    receipts = list(erasure_receipts())
    context = {"q": query, "page": page, "receipts": receipts}
    lists = [Export("giocatori", PEOPLE, matches)]
    if receipts:
        lists.append(Export("ricevute", RECEIPTS, receipts, _("Receipts of erasures")))
    return render_or_export(request, "web/referent/people.html", context, *lists, proof=require_reauthentication)


def _selected_people(keep: str, merge: str) -> list[Person]:
    """Return the two records, the one to keep first; fewer if a number is invalid or a record is already merged."""
    return waiting.with_events([number for pk in (keep, merge) if (number := whole_number(pk))])


@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def people_merge(request: SignedInRequest) -> HttpResponse:
    """Show what a join of two records would change, and join them with a reason; it can be taken back."""
    data = request.POST if request.method == "POST" else request.GET
    pair = _selected_people(data.get("keep", ""), data.get("merge", ""))
    if len(pair) != 2 or pair[0].pk == pair[1].pk:
        if request.method == "POST":
            raise Http404
        messages.error(request, _("Open one of the two records: its page compares it with the other."))
        return redirect("people")
    keep, merge = pair
    initial = {"keep": keep.pk, "merge": merge.pk, "reason": _("the same person")}
    form = MergeForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        require_reauthentication(request)
        try:
            surviving_person = people_services.people_join(
                keep=keep, merge=merge, by=request.user, reason=form.cleaned_data["reason"]
            )
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(
                request, _("Records of %(name)s joined: here you can take it back.") % {"name": surviving_person}
            )
            return redirect("person", surviving_person.pk)
    preview = join_preview(keep, merge)
    context = {"form": form, "keep": keep, "merge": merge, "preview": preview, "joins_on": joins_on(preview.pair)}
    return render(request, "web/referent/people_merge.html", context, status=422 if form.errors else 200)


@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def people_duplicates(request: HttpRequest) -> HttpResponse:
    """List pairs of records that may be one person's, with the evidence, and those decided as two people."""
    context = {"pairs": duplicate_pairs(), "decided": decided_pairs()}
    return render(request, "web/referent/people_duplicates.html", context)


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
@redirect_on_rule_error(lambda: ("people_duplicates",))
def pair_decide(request: SignedInRequest) -> HttpResponse:
    """Store that two records are two people, or tell their addresses that they will be joined."""
    pair = _selected_people(request.POST.get("keep", ""), request.POST.get("merge", ""))
    if len(pair) != 2:
        raise Http404
    keep, merge = pair
    if request.POST.get("decision") == "ask":
        records_ask(keep=keep, merge=merge, by=request.user)
        messages.success(request, _("The addresses of both records are told. You find the pair here."))
        return redirect(f"{reverse('people_merge')}?keep={keep.pk}&merge={merge.pk}")
    two_people(one=keep, other=merge, by=request.user)
    messages.success(request, _("%(name)s: two people. The pair is not offered again.") % {"name": keep})
    shown = whole_number(request.POST.get("person", ""))
    return redirect("person", shown) if shown in (keep.pk, merge.pk) else redirect("people_duplicates")


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
def pair_take_back(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a decision on two records back: a join, as long as the person has not played again, or two people."""
    pair = get_object_or_404(RecordPair.objects.exclude(state=RecordPair.State.UNDONE), pk=pk)
    is_join = pair.state == RecordPair.State.JOINED
    if is_join:
        require_reauthentication(request)
    try:
        people_services.people_part(pair=pair, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect("person", pair.kept_id)
    if is_join:
        messages.success(request, _("The join is taken back: each record is as it was."))
        return redirect("person", pair.other_id)
    messages.success(request, _("The decision is taken back: the pair is offered again."))
    return redirect("people_duplicates")


#: Fields of a record that the form shows unchanged.
_RECORD_FIELDS = ("first_name", "last_name", "city", "email", "birth_date", "guardian_name", "card_number")


@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def person_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Correct a record and link it to the player's account; the consent is left to the player (art. 1.6)."""
    edited_person = get_object_or_404(Person.objects.select_related("user"), pk=pk, merged_into=None)
    initial = {name: getattr(edited_person, name) for name in _RECORD_FIELDS}
    initial["username"] = account_login(edited_person.user) if edited_person.user else ""
    form = PersonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        person_data = {name: form.cleaned_data[name] for name in (*_RECORD_FIELDS, "reason")}
        try:
            stored_person = people_services.person_update(
                person=edited_person, by=request.user, user=form.user, **person_data
            )
        except CardNumberTaken as taken:
            add_rule_error(form, taken, "card_number")
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("The record of %(name)s is saved.") % {"name": stored_person})
            return redirect("person", stored_person.pk)
    context = {"form": form, "person": edited_person}
    return render(request, "web/referent/person_form.html", context, status=422 if form.errors else 200)


#: Labels of the actions on a record; those on an event are labelled elsewhere.
_ACTION_LABELS = {
    "person_create": gettext_lazy("The record was made"),
    "person_merge": gettext_lazy("Joined with another record of the same person"),
    "pair_undo": gettext_lazy("The join with another record was taken back"),
    "consent_set": gettext_lazy("The consent changed"),
}


@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a record with its events and changes, the records it may be joined to, and the erasure of its data.

    ``?altra=`` searches for another record of the same person; a merged record redirects to the surviving one.
    """
    records = waiting.with_events([pk])
    if not records:
        joined = Person.objects.filter(pk=pk, merged_into__isnull=False).first()
        if joined is None:
            raise Http404
        return redirect("person", joined.merged_into_id)
    versions = [
        {"row": row, "words": _ACTION_LABELS.get(row.verb) or _("The record changed")}
        for row in waiting.record_history(records[0])
    ]
    joins = joins_of(records[0])
    words = request.GET.get("altra", "").strip()
    context = {
        "person": records[0],
        "versions": versions,
        "joins": joins,
        "older": records[0].merged.exclude(pk__in=[join.pair.other_id for join in joins]).order_by("pk"),
        "pairs": pairs_of(records[0], words),
        "words": words,
        "erasure": waiting_request(records[0]),
    }
    return render_or_export(
        request,
        "web/referent/person.html",
        context,
        Export("storia", VERSIONS, versions),
        proof=require_reauthentication,
    )
