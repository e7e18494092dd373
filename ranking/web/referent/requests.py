"""The requests to organise, for the National Referent: approve, ask back, refuse (art. 1.2)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ranking.web.forms import RequestAnswerForm
from tournament.core.numbers import whole_number
from tournament.federation import requests as services
from tournament.federation.selectors import decided_requests, open_requests
from tournament.models import OrganiserRequest
from tournament.regulation.refused import Refused
from tournament.web.common import add_rule_error
from tournament.web.requests import SignedInRequest


def _answer(request: SignedInRequest, organiser_request: OrganiserRequest, text: str) -> str:
    """Store the answer that the pressed button names, and return what the Referent reads then."""
    facts: dict[str, Any] = {"request": organiser_request, "by": request.user}
    decision = request.POST.get("decision")
    if decision == "approve":
        services.organiser_request_approve(**facts)
        words = _("%(name)s can hold events.")
    elif decision == "refuse":
        services.organiser_request_refuse(reason=text, **facts)
        words = _("The request of %(name)s is refused; whoever sent it reads why.")
    else:
        services.organiser_request_ask_back(question=text, **facts)
        words = _("The question to %(name)s is on its way.")
    return words % {"name": organiser_request.name}


@permission_required("ranking.homologate", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def organiser_requests(request: SignedInRequest) -> HttpResponse:
    """List the requests to organise; approve one, ask something or refuse it with a reason."""
    invalid: tuple[int, RequestAnswerForm] | None = None
    if request.method == "POST":
        organiser_request = get_object_or_404(OrganiserRequest, pk=whole_number(request.POST.get("request", "")))
        form = RequestAnswerForm(request.POST, prefix=f"r{organiser_request.pk}")
        if form.is_valid():
            try:
                messages.success(request, _answer(request, organiser_request, form.cleaned_data["answer"]))
                return redirect("organiser_requests")
            except Refused as refusal:
                add_rule_error(form, refusal, "answer")
        invalid = (organiser_request.pk, form)
    rows = open_requests()
    items = [
        {"row": row, "form": invalid[1] if invalid and invalid[0] == row.request.pk else _empty_form(row.request)}
        for row in rows
    ]
    shown = {row.request.pk for row in rows}
    context = {
        "items": items,
        "decided": decided_requests(),
        "closed_form": invalid[1] if invalid and invalid[0] not in shown else None,
    }
    return render(request, "web/referent/requests.html", context, status=422 if invalid else 200)


def _empty_form(organiser_request: OrganiserRequest) -> RequestAnswerForm:
    return RequestAnswerForm(prefix=f"r{organiser_request.pk}")
