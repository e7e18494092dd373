"""Page behind a mailed link on which a person decides where their name is shown (art. 1.6)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.models import Consent, Entry, PrivateLink
from tournament.people.accounts import account_login
from tournament.records.claims import claim_answer_by_mail
from tournament.records.consents import address_is_desks, consent_only_here, consent_set, needs_guardian
from tournament.records.notices import masked
from tournament.records.selectors import claim_on
from tournament.records.settling import settles_on
from tournament.regulation.refused import Refused
from tournament.web.common import show_rule_error
from tournament.web.phone.table_link import private_link_required


@require_http_methods(["GET", "HEAD", "POST"])
@private_link_required(PrivateLink.Kind.OWN)
def own_consent(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Show and store where the name appears: everywhere, on one event's pages, nowhere.

    Opening the page alone changes nothing.
    """
    entry = get_object_or_404(Entry.objects.select_related("person", "event"), pk=link.entry_id)
    if request.method == "POST":
        try:
            if "claim" in request.POST:
                _answer_claim(request, entry)
            else:
                _decide(request, entry, request.POST.get("consent"))
        except Refused as refusal:
            show_rule_error(request, refusal)
        return redirect("own_consent", token)
    claim = claim_on(entry.person)
    context = {
        "entry": entry,
        "event": entry.event,
        "person": entry.person,
        "token": token,
        "needs_guardian": needs_guardian(entry.person, entry.event.first_day),
        "desks": address_is_desks(entry.person),
        "settles_on": settles_on(entry.person),
        "claim": claim,
        "claim_account": masked(account_login(claim.account)) if claim is not None else "",
    }
    return render(request, "web/phone/consent.html", context)


def _answer_claim(request: HttpRequest, entry: Entry) -> None:
    """Answer the account that claims these results: the link proves the address of the record."""
    is_own = request.POST["claim"] == "mine"
    claim_answer_by_mail(person=entry.person, is_own=is_own)
    if is_own:
        messages.success(request, _("Your results are linked to your account."))
    else:
        messages.success(request, _("Thank you: that account does not get your results."))


def _decide(request: HttpRequest, entry: Entry, wanted: str | None) -> None:
    arguments: dict[str, Any] = {"person": entry.person, "source": Consent.Source.MAIL, "by": None, "entry": entry}
    if wanted == "yes":
        consent_set(consent=True, **arguments)
        messages.success(request, _("From now on your name is shown with your results."))
    elif wanted == "event":
        consent_only_here(entry=entry, by=None)
        messages.success(request, _("From now on only this event’s pages show your name."))
    elif wanted == "no":
        consent_set(consent=False, **arguments)
        messages.success(request, _("From now on your name is shown to nobody but organisers and the Referent."))
    else:
        messages.error(request, _("Choose whether the name is shown: nothing has changed."))
