"""The settings of the signed-in user: name and consent, mails, sign-in, data."""

from __future__ import annotations

from functools import partial
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.permissions import account_facts
from tournament.delivery.choices import muted_kinds
from tournament.delivery.following import follows_of
from tournament.delivery.push import push_public_key
from tournament.models import ApiToken, Consent, NoticeKind
from tournament.people.languages import chosen_language
from tournament.personal_data.erasure import may_close_account, waiting_request
from tournament.records.claims import own_name_change
from tournament.records.consents import consent_set, needs_guardian
from tournament.records.settling import settles_on
from tournament.regulation.refused import Refused
from tournament.web.account.addresses import Group, settings_url
from tournament.web.account.forms import NameForm
from tournament.web.account.sessions import own_sessions
from tournament.web.common import add_rule_error, redirect_on_rule_error
from tournament.web.requests import SignedInRequest

#: Name and meaning of each kind of mails that can be stopped.
_MAILS = {
    NoticeKind.TABLES: (gettext_lazy("My table"), gettext_lazy("in each round, once it is drawn")),
    NoticeKind.REMINDER: (gettext_lazy("The day before"), gettext_lazy("a reminder: I am coming, or not")),
    NoticeKind.RESULT: (gettext_lazy("My results"), gettext_lazy("once they count for the Ranking")),
    NoticeKind.FOLLOWED: (gettext_lazy("New events"), gettext_lazy("of the clubs and cities below")),
    NoticeKind.WORK: (gettext_lazy("My work"), gettext_lazy("requests, reports and errors that wait for you")),
}


def _may_have_keys(request: SignedInRequest) -> bool:
    """Return whether the account runs events, so that a program may do it in its name."""
    facts = account_facts(request.user)
    return facts.is_organiser or facts.is_referent


def _mails(request: SignedInRequest) -> list[dict[str, Any]]:
    """Return the kinds of mails that the account gets, with what its owner chose."""
    muted = muted_kinds(request.user)
    return [
        {"kind": kind, "title": title, "detail": detail, "is_on": kind not in muted}
        for kind, (title, detail) in _MAILS.items()
        if kind != NoticeKind.WORK or _may_have_keys(request)
    ]


def _settings(request: SignedInRequest, form: NameForm) -> HttpResponse:
    user = request.user
    person = getattr(user, "person", None)
    sessions = own_sessions(request)
    context = {
        "form": form,
        "person": person,
        "settles_on": settles_on(person),
        "needs_guardian": partial(needs_guardian, person) if person is not None else False,
        "chosen_language": chosen_language(user),
        "mails": _mails(request),
        "follows": follows_of(user),
        "push_key": push_public_key(),
        "factors": frozenset(Authenticator.objects.filter(user=user).values_list("type", flat=True)),
        "sessions": sessions,
        "others": sum(not session["here"] for session in sessions),
        "keys": ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=timezone.now()).count(),
        "may_have_keys": _may_have_keys(request),
        "may_close": may_close_account(user),
        "erasure": waiting_request(person) if person is not None else None,
    }
    return render(request, "web/account/settings.html", context, status=422 if form.errors else 200)


def _name_form(request: SignedInRequest, typed: Any = None) -> NameForm:
    shown = getattr(request.user, "person", None) or request.user
    return NameForm(typed, initial={"first_name": shown.first_name, "last_name": shown.last_name})


@never_cache
@require_safe
def account(request: SignedInRequest) -> HttpResponse:
    """Show the user's settings."""
    return _settings(request, _name_form(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_name(request: SignedInRequest) -> HttpResponse:
    """Change the user's name: on the account, and in the record with its results."""
    if request.method != "POST":
        return redirect(settings_url("nome"))
    form = _name_form(request, request.POST)
    if form.is_valid():
        try:
            own_name_change(user=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("Your name is saved."))
            return redirect(settings_url("nome"))
    return _settings(request, form)


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
    return redirect(settings_url("nome"))


@require_safe
def earlier_page(request: SignedInRequest, group: Group) -> HttpResponse:
    """Lead from a page of the account that is now a group of the settings to it."""
    return redirect(settings_url(group))
