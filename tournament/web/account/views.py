"""The signed-in user's own page: roles, results, consent."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.collation import SortedRows
from tournament.models import Consent, Entry, EventRole, FinalPlace, Organiser
from tournament.pages.export_columns import OWN_PLACES, OWN_ROLES
from tournament.pages.exports import Export, render_or_export
from tournament.people.languages import chosen_language
from tournament.records.consents import consent_set, needs_guardian
from tournament.records.settling import settles_on
from tournament.web.common import redirect_on_rule_error
from tournament.web.requests import SignedInRequest


@require_safe
def account(request: SignedInRequest) -> HttpResponse:
    """Show the user's roles, results and entries, and the switch of the consent (art. 1.6)."""
    person = getattr(request.user, "person", None)
    roles = EventRole.objects.filter(user=request.user).select_related("event").order_by("-event__first_day", "role")
    places = (
        FinalPlace.objects.filter(entry__person=person, event__is_practice=False)
        .select_related("event")
        .order_by("-event__last_day")
    )
    entered = (
        Entry.objects.filter(person=person, final_place=None, event__is_practice=False)
        if person
        else Entry.objects.none()
    )
    own_places = places if person else places.none()
    context = {
        "chosen_language": chosen_language(request.user),
        "person": person,
        "roles": roles[:20],
        "organisations": SortedRows(Organiser.objects.run_by(request.user), "name")[:],
        "may_create": request.user.has_perm("tournament.create_event"),
        "places": own_places,
        "settles_on": settles_on(person),
        "needs_guardian": partial(needs_guardian, person) if person is not None else False,
        "entered": entered.select_related("event").order_by("-event__first_day"),
    }
    own_roles = Export("ruoli", OWN_ROLES, roles if context["roles"] else [], _("Your roles"))
    own_results = Export("risultati", OWN_PLACES, own_places, _("Your results"))
    return render_or_export(request, "web/public/ranking/account.html", context, own_roles, own_results)


@require_POST
@redirect_on_rule_error(lambda: ("account",))
def consent(request: SignedInRequest) -> HttpResponse:
    """Give or withdraw the consent to show name and points (art. 1.6, AMB-19); it takes effect at once, everywhere."""
    person = getattr(request.user, "person", None)
    if person is None:
        raise Http404
    choice = request.POST.get("consent")
    if choice not in ("yes", "no"):
        messages.error(request, _("Choose whether the name is shown: nothing has changed."))
        return redirect("account")
    consent_set(person=person, consent=choice == "yes", source=Consent.Source.ACCOUNT, by=request.user)
    if choice == "yes":
        messages.success(request, _("From now on your name is shown with your results."))
    else:
        messages.success(request, _("From now on your name is shown to nobody but organisers and the Referent."))
    return redirect("account")
