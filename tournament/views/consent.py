"""Art. 1.6: a person decides about their name by the link mailed to them; signed forms go to the Referent."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.collation import by_name
from tournament.forms.event import ConsentPaperForm, ReasonForm
from tournament.models import Consent, ConsentPaper, Entry, Event, PrivateLink
from tournament.numbers import whole_number
from tournament.rules.errors import RuleError
from tournament.selectors.consents import event_papers, papers_waiting
from tournament.services.consent_papers import consent_paper_accept, consent_paper_add, consent_paper_refuse
from tournament.services.consents import address_is_desks, consent_only_here, consent_set
from tournament.services.entries import entry_ask
from tournament.views.common import own_event, public_event, refusal_words, refusals_shown
from tournament.views.link import by_link


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(PrivateLink.Kind.OWN)
def own_consent(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Where the name is shown: everywhere, on one event's pages, nowhere. Opening the page decides nothing."""
    entry = get_object_or_404(Entry.objects.select_related("person", "event"), pk=link.entry_id)
    wanted = request.POST.get("consent")
    if request.method == "POST":
        try:
            _decide(request, entry, wanted)
        except RuleError as refusal:
            messages.error(request, refusal_words(refusal))
        return redirect("own_consent", token)
    context = {"entry": entry, "event": entry.event, "person": entry.person, "token": token}
    return render(request, "phone/consent.html", context | {"desks": address_is_desks(entry.person)})


def _decide(request: HttpRequest, entry: Entry, wanted: str | None) -> None:
    facts: dict[str, Any] = {"person": entry.person, "source": Consent.Source.MAIL, "by": None, "entry": entry}
    if wanted == "yes":
        consent_set(consent=True, **facts)
        messages.success(request, _("From now on your name is shown with your results."))
    elif wanted == "event":
        consent_only_here(entry=entry, by=None)
        messages.success(request, _("From now on only this event’s pages show your name."))
    elif wanted == "no":
        consent_set(consent=False, **facts)
        messages.success(request, _("From now on your name is shown to nobody but organisers and the Referent."))
    else:
        messages.error(request, _("Choose whether the name is shown: nothing has been changed."))


def _chosen(request: HttpRequest, entries: Any) -> list[int]:
    """The primary keys of the ticked entries; what is no entry of these is passed over."""
    ticked = set(request.POST.getlist("entries"))
    return [entry.pk for entry in entries if str(entry.pk) in ticked]


@require_http_methods(["GET", "HEAD", "POST"])
def consent_papers(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk's page of the signed forms: a photo with who signed, and what became of those sent."""
    event = own_event(request, slug)
    entries = by_name(event.entries.select_related("person"))
    form, chosen = ConsentPaperForm(), list[int]()
    if request.method == "POST":
        form, chosen = ConsentPaperForm(request.POST, request.FILES), _chosen(request, entries)
        if form.is_valid():
            try:
                consent_paper_add(event=event, file=form.cleaned_data["file"], entries=chosen, by=request.user)
            except RuleError as refusal:
                form.add_error(None, refusal_words(refusal))
            else:
                messages.success(request, _("The form is with the Referent: names are shown once it is accepted."))
                return redirect("consent_papers", slug)
    context = {"event": event, "entries": entries, "form": form, "chosen": chosen, "papers": event_papers(event)}
    context["open"] = event.state not in (Event.State.DRAFT, Event.State.ANNOUNCED)
    return render(request, "desk/consents.html", context, status=422 if form.errors else 200)


@require_safe
def consent_photo(request: HttpRequest, slug: str, pk: int) -> FileResponse:
    """The photo of a signed form, for those who run the event and for the Referent."""
    paper = get_object_or_404(ConsentPaper.objects.exclude(file=""), pk=pk, event=own_event(request, slug))
    try:
        answer = FileResponse(paper.file.open("rb"), content_type="image/jpeg")
    except FileNotFoundError as gone:
        raise Http404 from gone
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def consents(request: HttpRequest) -> HttpResponse:
    """The Referent's page of the signed forms that wait."""
    if not request.user.has_perm("tournament.manage_people"):
        raise PermissionDenied
    wrong, status = None, 200
    if request.method == "POST":
        paper = get_object_or_404(ConsentPaper, pk=whole_number(request.POST.get("paper", "")))
        try:
            return _decided(request, paper)
        except RuleError as refusal:
            wrong, status = {"pk": paper.pk, "words": refusal_words(refusal)}, 422
    waiting = papers_waiting()
    gone = wrong if wrong and wrong["pk"] not in {paper.pk for paper in waiting} else None
    context = {"papers": waiting, "wrong": wrong, "gone": gone}
    return render(request, "referent/consents.html", context, status=status)


def _decided(request: HttpRequest, paper: ConsentPaper) -> HttpResponse:
    if request.POST.get("decision") == "refuse":
        form = ReasonForm(request.POST)
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        consent_paper_refuse(paper=paper, reason=reason, by=request.user)
        messages.success(request, _("The form is refused; the organiser reads why."))
    else:
        chosen = _chosen(request, paper.entries.all())
        consent_paper_accept(paper=paper, entries=chosen, by=request.user)
        messages.success(request, _("The form is accepted: from now on those names are shown."))
    return redirect("consents")


@require_POST
@refusals_shown(lambda slug: ("event", slug))
def ask_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """A player with an account joined to their record asks to be entered."""
    event, person = public_event(request, slug), getattr(request.user, "person", None)
    if person is None:
        raise Http404
    entry_ask(event=event, person=person)
    messages.success(request, _("The organiser has your request."))
    return redirect("event", slug)
