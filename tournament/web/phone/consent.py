"""Page behind a mailed link on which a person decides where their name is shown (art. 1.6)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.models import Consent, Entry, PrivateLink
from tournament.records.consents import address_is_desks, consent_only_here, consent_set, needs_guardian
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
    choice = request.POST.get("consent")
    if request.method == "POST":
        try:
            _decide(request, entry, choice)
        except Refused as refusal:
            show_rule_error(request, refusal)
        return redirect("own_consent", token)
    context = {
        "entry": entry,
        "event": entry.event,
        "person": entry.person,
        "token": token,
        "needs_guardian": needs_guardian(entry.person, entry.event.first_day),
        "desks": address_is_desks(entry.person),
    }
    return render(request, "web/phone/consent.html", context)


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
