"""A person's own data: a copy, and erasure with a receipt."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.models import ErasureRequest, Person
from tournament.personal_data import erasure as privacy
from tournament.personal_data.data_export import export
from tournament.records.settling import settles_on
from tournament.regulation.refused import Refused
from tournament.web.account.addresses import settings_url
from tournament.web.common import redirect_on_rule_error, render_confirmation, show_rule_error
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import SignedInRequest

View = Callable[..., HttpResponse]

#: Labels of the counters on an erasure receipt.
DEEDS = {
    "records": gettext_lazy("Records emptied: name, city, mail address, date of birth, card number"),
    "history": gettext_lazy("Earlier versions of the record emptied"),
    "reports": gettext_lazy("Reports and versions of them that no longer bear the name"),
    "links": gettext_lazy("Private links revoked"),
    "mails": gettext_lazy("Mails removed"),
    "papers": gettext_lazy("Printed packs removed"),
    "forms": gettext_lazy("Photos of signed consent forms removed"),
    "words": gettext_lazy("Notes and reasons in which the name was replaced"),
    "notes": gettext_lazy("Notes emptied"),
}
ACCOUNTS = {
    "none": gettext_lazy("There was no account."),
    "closed": gettext_lazy("The account is closed: nobody can sign in with it, and it has no name and no address."),
    "kept": gettext_lazy("The account is kept, apart from the record: it organises, referees or administers."),
}


def _own(view: View) -> View:
    """Decorate a view to receive the user's record of the national list, None if the account has no record."""

    @wraps(view)
    def known(request: HttpRequest) -> HttpResponse:
        return view(request, getattr(request.user, "person", None))

    return known


def _file(facts: dict[str, Any], name: str) -> HttpResponse:
    answer = JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@never_cache
@require_safe
@redirect_on_rule_error(lambda: ("account",))
@_own
def own_data_file(request: SignedInRequest, person: Person | None) -> HttpResponse:
    """Return all data about the user as a JSON file; not in the days after a join."""
    require_reauthentication(request)
    day = settles_on(person)
    if day is not None:
        raise Refused("COPY_LATER", day=day)
    return _file(export(person=person, user=request.user), "dati.json")


@require_POST
@redirect_on_rule_error(lambda: ("account",))
@_own
def erasure_ask(request: HttpRequest, person: Person | None) -> HttpResponse:
    """Request the erasure of the user's data, after a confirmation."""
    if person is None:
        raise Http404
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Ask that your data be erased?"),
            detail=_(
                "Name, city, mail address, date of birth and card number are erased, your account closes, and your "
                "results stay without a name. Once the Referent has done it nothing brings them back."
            ),
            label=_("Ask for it"),
            back_url=settings_url("dati"),
        )
    privacy.erasure_request(person=person)
    messages.success(request, _("The Referent has your request. Until it is carried out you can take it back here."))
    return redirect(settings_url("dati"))


@require_POST
@redirect_on_rule_error(lambda: ("account",))
@_own
def erasure_withdraw(request: SignedInRequest, person: Person | None) -> HttpResponse:
    """Withdraw the user's erasure request."""
    if person is None:
        raise Http404
    privacy.erasure_withdraw(person=person, by=request.user)
    messages.success(request, _("Your request is withdrawn: nothing has been erased."))
    return redirect(settings_url("dati"))


@require_POST
def account_close(request: SignedInRequest) -> HttpResponse:
    """Close the user's account and sign out, after a confirmation; 404 where the Referent has to do it."""
    if not privacy.may_close_account(request.user):
        raise Http404
    require_reauthentication(request)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Close your account?"),
            detail=_("Names, mail address, password, passkeys and mails are erased. This cannot be undone."),
            label=_("Close the account"),
            back_url=settings_url("dati"),
        )
    if not privacy.account_close(user=request.user):
        raise Http404
    logout(request)
    messages.success(request, _("Your account is closed."))
    return redirect("home")


@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def receipt(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the receipt of an erasure: what was erased, when and by which account; it names nobody."""
    finished_request = get_object_or_404(ErasureRequest, pk=pk, state=ErasureRequest.State.DONE)
    context = {
        "receipt": finished_request,
        "deeds": [
            (label, finished_request.receipt[name]) for name, label in DEEDS.items() if name in finished_request.receipt
        ],
        "account": ACCOUNTS[finished_request.receipt["account"]],
    }
    return render(request, "web/account/privacy/receipt.html", context)


@never_cache
@permission_required("tournament.manage_people", raise_exception=True)
@require_safe
def person_data_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Return all data about a person as a JSON file, for a request made without an account."""
    require_reauthentication(request)
    person = get_object_or_404(Person, pk=pk, merged_into=None)
    return _file(export(person=person), f"dati-{person.pk}.json")


@permission_required("tournament.manage_people", raise_exception=True)
@require_POST
def person_erase(request: SignedInRequest, pk: int) -> HttpResponse:
    """Erase a person's data, after a confirmation."""
    person = get_object_or_404(Person, pk=pk, merged_into=None)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Erase the data of %(name)s?") % {"name": person},
            detail=_("Results stay without a name. This cannot be undone."),
            label=_("Erase"),
            back_url=reverse("person", args=[person.pk]),
        )
    require_reauthentication(request)
    try:
        finished_request = privacy.person_erase(person=person, by=request.user)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect("person", person.pk)
    messages.success(request, _("The data are erased. This is the receipt."))
    return redirect("erasure_receipt", finished_request.pk)
