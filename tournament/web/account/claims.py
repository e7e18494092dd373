"""Joining an account to the record with its results: the claim, and its answer by the Referent."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.numbers import whole_number
from tournament.core.tokens import code_token
from tournament.models import PersonClaim
from tournament.records.claims import (
    claim_confirm,
    claim_make,
    claim_refuse,
    claim_tell,
    claim_withdraw,
)
from tournament.records.selectors import claims_to_answer, evidence, latest_claim, waiting_claims
from tournament.regulation.refused import Refused
from tournament.web.account.forms import NameForm
from tournament.web.common import add_rule_error, redirect_on_rule_error
from tournament.web.requests import SignedInRequest


class ClaimForm(NameForm):
    """Description by which the player can be recognised."""

    played = forms.CharField(
        label=gettext_lazy("An event you played"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Name or city, and about when."),
    )
    card_number = forms.CharField(
        label=gettext_lazy("Card number"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("If you have a membership card."),
    )
    code = forms.CharField(
        label=gettext_lazy("Link of an event you played"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("The address of your own page of that event, from the mail, the paper or the desk."),
    )
    words = forms.CharField(
        label=gettext_lazy("Anything else"), max_length=500, required=False, widget=forms.Textarea({"rows": 2})
    )

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"].strip()
        if code and code_token(code) is None:
            raise forms.ValidationError(_("This is not the address of a personal page: copy it whole."))
        return code


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: SignedInRequest) -> HttpResponse:
    """Ask that the user's results be joined to the account; the answer reveals nothing about the national list."""
    if getattr(request.user, "person", None) is not None:
        return redirect("my_games")
    names = {"first_name": request.user.first_name, "last_name": request.user.last_name}
    form = ClaimForm(request.POST or None, initial=names)
    if request.method == "POST" and form.is_valid():
        try:
            new_claim = claim_make(user=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            if new_claim.state == PersonClaim.State.CONFIRMED:
                messages.success(request, _("These are your results: they are linked to your account."))
                return redirect("my_games")
            messages.success(request, _("Your request is on its way. The answer comes here and by mail."))
            return redirect("claim")
    context = {"form": form, "claim": latest_claim(request.user)}
    return render(request, "web/account/claim.html", context, status=422 if form.errors else 200)


@require_POST
def claim_back(request: SignedInRequest) -> HttpResponse:
    """Take the user's waiting claim back."""
    claim_withdraw(user=request.user)
    messages.success(request, _("Your request is withdrawn."))
    return redirect("claim")


@never_cache
@permission_required("tournament.manage_people", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def claim_answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a claim that waits, with what proves it; confirm or refuse it, or write to the address of its record.

    ``?q=`` searches for the record. Raises Http404 to answer the user's own claim.
    """
    if request.method == "POST":
        return _answer(request, get_object_or_404(claims_to_answer(request.user), pk=pk))
    row = get_object_or_404(waiting_claims(), pk=pk)
    query = request.GET.get("q", "").strip()
    context = {"claim": row, "records": evidence(row, query), "q": query, "is_own": row.account_id == request.user.pk}
    return render(request, "web/account/claim_answer.html", context)


@redirect_on_rule_error(lambda row: ("claim_answer", row.pk))
def _answer(request: SignedInRequest, row: PersonClaim) -> HttpResponse:
    answer = request.POST.get("answer")
    if answer == "refuse":
        claim_refuse(claim=row, reason=request.POST.get("reason", ""), by=request.user)
        messages.success(request, _("The request is refused: they read your reason."))
        return redirect("referent")
    record = whole_number(request.POST.get("record", ""))
    if not record:
        raise Refused("NO_SUCH_RECORD")
    if answer == "tell":
        claim_tell(claim=row, person_id=record, by=request.user)
        messages.success(request, _("The address of the record is told: without a no you can confirm in 14 days."))
        return redirect("claim_answer", row.pk)
    claim_confirm(claim=row, person_id=record, by=request.user)
    messages.success(request, _("The results are linked to the account."))
    return redirect("referent")
