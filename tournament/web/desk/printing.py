"""PDF views; the print pack of a round is a background job whose page shows its progress."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access.links import table_links_make
from tournament.core.messages import sentence
from tournament.core.permissions import is_national_referent
from tournament.core.refusals import DiskFull
from tournament.delivery.jobs import job_enqueue
from tournament.models import Event, Job, Round
from tournament.printing import diplomas as diploma_papers
from tournament.printing import documents
from tournament.printing.pack import pack_pages
from tournament.web.common import pdf_response
from tournament.web.requests import PageRequest, SignedInRequest


def _event(request: HttpRequest, slug: str, permission: str = "tournament.enter_sheet") -> Event:
    """Return the event.

    Raises Http404 if the user lacks ``permission`` on it.
    """
    event = get_object_or_404(Event.objects.select_related("organiser", "season"), slug=slug)
    if not request.user.has_perm(permission, event):
        raise Http404
    return event


def _round(event: Event, number: int) -> Round:
    game_round = get_object_or_404(event.round_set, number=number)
    game_round.event = event
    return game_round


def _round_paper_view(make: Callable[[Round], bytes], word: str) -> Callable[..., HttpResponse]:
    @require_safe
    def view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        event = _event(request, slug)
        return pdf_response(make(_round(event, number)), f"{slug}-{number}-{word}")

    return view


def _event_paper_view(make: Callable[[Event], bytes], word: str) -> Callable[..., HttpResponse]:
    @require_safe
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        return pdf_response(make(_event(request, slug, "tournament.run_event")), f"{slug}-{word}")

    return view


def _poster(game_round: Round) -> bytes:
    """Return the poster of the round's cards.

    Raises Http404 for a game that draws no cards.
    """
    if not documents.has_poster(game_round):
        raise Http404
    return documents.kingdom_poster(game_round)


def _report(event: Event) -> bytes:
    """Return the report in the reader's language; public papers are in the event's language."""
    return documents.report(event, (get_language() or event.language)[:2])


tables = _round_paper_view(documents.table_list, "tavoli")
kingdom = _round_paper_view(_poster, "regno")
diplomas = _event_paper_view(diploma_papers.diplomas, "diplomi")
consent = _event_paper_view(documents.consent_form, "consenso")
report = _event_paper_view(_report, "rapporto")


@require_safe
def form(request: SignedInRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Return the score form of one table."""
    game_round = _round(_event(request, slug), number)
    table_links_make(round=game_round, by=request.user)
    matching_tables = list(game_round.tables.filter(number=table).prefetch_related("seats__entry__person", "links"))
    if not matching_tables:
        raise Http404
    matching_tables[0].round = game_round
    return pdf_response(documents.table_forms(game_round, matching_tables), f"{slug}-{number}-{table}")


@require_safe
def standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the printable standings of a closed round."""
    game_round = _round(_event(request, slug), number)
    if game_round.state != Round.State.CLOSED:
        raise Http404
    return pdf_response(documents.standings(game_round), f"{slug}-{number}-classifica")


def _version(game_round: Round) -> str:
    """Return a digest of what the pack shows, so that a round drawn again or corrected gets a new pack."""
    seats = game_round.tables.order_by("number", "seats__position").values_list(
        *("number", "seats__position", "seats__entry__beside"),
        *("seats__entry__person__first_name", "seats__entry__person__last_name"),
    )
    event = game_round.event
    live = game_round.tables.filter(links__revoked_at=None).order_by("number").values_list("links", flat=True)
    pack_content = (
        game_round.setup,
        list(seats),
        list(live),
        event.name,
        event.language,
        event.city,
        event.first_day,
        event.fascia_declared,
        event.regulation,
        event.card_names,
        event.clock_minutes,
        event.final_has_clock,
    )
    return sha256(repr(pack_content).encode()).hexdigest()[:12]


@require_POST
def pack(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Enqueue the print pack of a round, or with ``only=forms`` its score forms. The same content is the same job.

    Missing private links of tables are created; existing ones stay valid when printing again.
    """
    event = _event(request, slug)
    game_round = _round(event, number)
    only_forms = request.POST.get("only") == "forms"
    table_links_make(round=game_round, by=request.user)
    kind = "print_forms" if only_forms else "print_pack"
    job = job_enqueue(
        kind="print_pack",
        key=f"{kind}:{game_round.pk}:{_version(game_round)}",
        args={"round": game_round.pk, "only_forms": only_forms},
        total=pack_pages(game_round, only_forms=only_forms),
        event=event,
        by=request.user,
    )
    return redirect("job", job.pk)


def _job(request: HttpRequest, pk: int) -> Job:
    """Return a print job of the user or of an event in which the user has a role.

    Raises Http404 otherwise. Jobs of other kinds, whose errors may contain a mail address, are for the Referent only.
    """
    job_row = get_object_or_404(Job.objects.select_related("event"), pk=pk)
    is_own_job = job_row.asked_by_id == request.user.pk
    if not (is_own_job or (job_row.event and request.user.has_perm("tournament.enter_sheet", job_row.event))):
        raise Http404
    if job_row.kind != "print_pack" and not is_national_referent(request.user):
        raise Http404
    return job_row


def _job_context(job_row: Job) -> dict[str, Any]:
    state_names = {"waiting": "queued"}
    return {
        "id": f"job-{job_row.pk}",
        "label": _label(job_row),
        "state": state_names.get(job_row.state, job_row.state),
        "done": job_row.done,
        "total": job_row.total,
        "unit": _("steps"),
        "url": reverse("job_file", args=[job_row.pk]) if job_row.result else "",
        "message": _why(job_row),
    }


def _label(job_row: Job) -> str:
    if job_row.kind != "print_pack":
        return job_row.kind
    return _("Score forms") if job_row.args.get("only_forms") else _("Print pack")


def _why(job_row: Job) -> str:
    """Return why a job failed, in words for the user; details of internal errors are only in the server's log."""
    if not job_row.error:
        return ""
    if job_row.error.startswith(DiskFull.__name__):
        return sentence(DiskFull())
    if job_row.state != Job.State.FAILED:
        return _("It has not worked yet: it will be tried again automatically.")
    return _("It did not work: ask for it once more. Whoever runs the server finds the reason in its log.")


@require_safe
def job(request: PageRequest, pk: int) -> HttpResponse:
    """Show the progress of a job; the page polls every second while it runs."""
    job_row = _job(request, pk)
    busy = job_row.state in (Job.State.WAITING, Job.State.RUNNING)
    template = "web/desk/papers/job_part.html" if request.htmx else "web/desk/papers/job.html"
    runs_it = bool(job_row.event and request.user.has_perm("tournament.run_event", job_row.event))
    return render(request, template, {"job": job_row, "facts": _job_context(job_row), "busy": busy, "runs_it": runs_it})


@require_safe
def job_file(request: HttpRequest, pk: int) -> FileResponse:
    """Return the file produced by a job."""
    job_row = _job(request, pk)
    if not job_row.result:
        raise Http404
    name = str(job_row.result.name).rsplit("/", 1)[-1]
    try:
        return FileResponse(job_row.result.open("rb"), filename=name, content_type="application/pdf")
    except FileNotFoundError as missing_file:
        raise Http404 from missing_file
