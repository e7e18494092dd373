"""The Referent's page of signed consent forms waiting for a decision (art. 1.6)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.core.numbers import whole_number
from tournament.models import ConsentPaper
from tournament.records.consent_papers import consent_paper_accept, consent_paper_refuse
from tournament.records.selectors import papers_waiting
from tournament.regulation.refused import Refused
from tournament.web.common import rule_error_message
from tournament.web.desk.consent_papers import ticked_entries
from tournament.web.desk.forms import ReasonForm
from tournament.web.requests import SignedInRequest


@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def consents(request: SignedInRequest) -> HttpResponse:
    """List the signed forms waiting for a decision, and accept or refuse one."""
    failed_decision, status = None, 200
    if request.method == "POST":
        paper = get_object_or_404(ConsentPaper, pk=whole_number(request.POST.get("paper", "")))
        try:
            return _decide_and_redirect(request, paper)
        except Refused as refusal:
            failed_decision, status = {"pk": paper.pk, "words": rule_error_message(refusal)}, 422
    waiting_papers = papers_waiting()
    orphaned_error = (
        failed_decision
        if failed_decision and failed_decision["pk"] not in {paper.pk for paper in waiting_papers}
        else None
    )
    context = {"papers": waiting_papers, "wrong": failed_decision, "gone": orphaned_error}
    return render(request, "web/referent/consents.html", context, status=status)


def _decide_and_redirect(request: SignedInRequest, paper: ConsentPaper) -> HttpResponse:
    if request.POST.get("decision") == "refuse":
        form = ReasonForm(request.POST)
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        consent_paper_refuse(paper=paper, reason=reason, by=request.user)
        messages.success(request, _("The form is refused; the organiser reads why."))
    else:
        accepted_entries = ticked_entries(request, paper.entries.all())
        consent_paper_accept(paper=paper, entries=accepted_entries, by=request.user)
        messages.success(request, _("The form is accepted: from now on those names are shown."))
    return redirect("consents")
