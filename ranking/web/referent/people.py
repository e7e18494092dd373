"""The national list of players: search, records of one person joined (AMB-25)."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from ranking.homologation import queue as waiting
from ranking.people import services as people_services
from ranking.web.export_columns import PEOPLE, VERSIONS
from ranking.web.forms import MergeForm, PersonForm
from ranking.web.referent.common import ask, needs, refused
from tournament.core.errors import CardNumberTaken
from tournament.core.messages import sentence
from tournament.core.numbers import whole_number
from tournament.entries.services import person_merge
from tournament.models import Person
from tournament.pages.exports import PageList, with_lists
from tournament.regulation.errors import RuleError

#: Rows of the list on one page.
PER_PAGE = 60


@needs("tournament.manage_people")
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Search by name, city or card number; records that bear the same name; two to be joined."""
    words = request.GET.get("q", "").strip()
    found = waiting.people_found(words)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {"q": words, "page": page, "namesakes": [] if words else waiting.namesakes()}
    return with_lists(request, "web/referent/people.html", context, PageList("giocatori", PEOPLE, found))


def _two(keep: str, merge: str) -> list[Person]:
    """The two records, first the one to keep; fewer where a number is wrong or a record is already joined."""
    return waiting.with_events([number for pk in (keep, merge) if (number := whole_number(pk))])


@needs("tournament.manage_people")
@require_http_methods(["GET", "HEAD", "POST"])
def people_merge(request: HttpRequest) -> HttpResponse:
    """Two records side by side, and why they are one person."""
    data = request.POST if request.method == "POST" else request.GET
    pair = _two(data.get("keep", ""), data.get("merge", ""))
    if len(pair) != 2 or pair[0].pk == pair[1].pk:
        if request.method == "POST":
            raise Http404
        messages.error(request, _("Choose one record to keep and another one to join to it."))
        return redirect("people")
    keep, merge = pair
    form = MergeForm(request.POST or None, initial={"keep": keep.pk, "merge": merge.pk})
    if request.method == "POST" and form.is_valid():
        if "confirmed" not in request.POST:
            return ask(
                request,
                question=_("Join the record of %(one)s to that of %(two)s?")
                % {"one": f"{merge} ({merge.city or merge.pk})", "two": f"{keep} ({keep.city or keep.pk})"},
                detail=_("Entries and results move to the record that is kept. This cannot be taken back."),
                label=_("Join them"),
                back_url=f"{reverse('people_merge')}?keep={keep.pk}&merge={merge.pk}",
            )
        try:
            kept = person_merge(keep=keep, merge=merge, by=request.user, reason=form.cleaned_data["reason"])
        except RuleError as refusal:
            refused(form, refusal)
        else:
            messages.success(request, _("The records of %(name)s are one.") % {"name": kept})
            return redirect("person", kept.pk)
    context = {"form": form, "keep": keep, "merge": merge}
    return render(request, "web/referent/people_merge.html", context, status=422 if form.errors else 200)


#: What of a record the form shows as it is.
_FACTS = ("first_name", "last_name", "city", "email", "birth_date", "card_number")


@needs("tournament.manage_people")
@require_http_methods(["GET", "HEAD", "POST"])
def person_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Art. 1.6: puts a record right and joins it to the account of its player; the consent is the player's alone."""
    found = get_object_or_404(Person.objects.select_related("user"), pk=pk, merged_into=None)
    initial = {name: getattr(found, name) for name in _FACTS}
    initial["username"] = found.user.get_username() if found.user else ""
    form = PersonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        facts = {name: form.cleaned_data[name] for name in (*_FACTS, "reason")}
        try:
            kept = people_services.person_update(person=found, by=request.user, user=form.user, **facts)
        except CardNumberTaken as taken:
            form.add_error("card_number", sentence(taken))
        except RuleError as refusal:
            refused(form, refusal)
        else:
            messages.success(request, _("The record of %(name)s is stored.") % {"name": kept})
            return redirect("person", kept.pk)
    context = {"form": form, "person": found}
    return render(request, "web/referent/person_form.html", context, status=422 if form.errors else 200)


#: What was done to a record; the interface has words for what is done in an event.
_DEEDS = {
    "person_create": gettext_lazy("The record was made"),
    "person_merge": gettext_lazy("Joined with another record of the same person"),
    "consent_set": gettext_lazy("The consent changed"),
}


@needs("tournament.manage_people")
@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """A record with every event and every change made to it."""
    found = waiting.with_events([pk])
    if not found:
        joined = Person.objects.filter(pk=pk, merged_into__isnull=False).first()
        if joined is None:
            raise Http404
        return redirect("person", joined.merged_into_id)
    versions = [
        {"row": row, "words": _DEEDS.get(row.verb) or _("The record changed")}
        for row in waiting.record_history(found[0])
    ]
    context = {"person": found[0], "versions": versions, "joined": found[0].merged.order_by("pk")}
    return with_lists(request, "web/referent/person.html", context, PageList("storia", VERSIONS, versions))
