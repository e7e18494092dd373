"""The page on which players enter an event, with or without an account, and see how they stand."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.selectors import own_page_paths
from tournament.core.dates import date_words
from tournament.entries import requests as services
from tournament.entries.selectors import OwnEntry, is_open_to_players, own_entry, queue_numbers
from tournament.models import EntryRequest, Event, Person
from tournament.pages.upcoming import upcoming
from tournament.records.settling import settles_on
from tournament.regulation.refused import Refused
from tournament.web.budgets import throttled
from tournament.web.common import add_rule_error, public_event, redirect_on_rule_error, render_withdrawal
from tournament.web.public.entry_forms import AddressForm, EntryForm
from tournament.web.requests import SignedInRequest


def _form(request: HttpRequest) -> EntryForm:
    """Return the form, with the names and the confirmed address of the signed-in user."""
    user, own_name, own_email = request.user, ("", ""), ""
    if isinstance(user, User):
        person = getattr(user, "person", None)
        own_name = (person.first_name, person.last_name) if person is not None else ("", "")
        own_email = EmailAddress.objects.filter(user=user, primary=True, verified=True).values_list("email", flat=True)
        own_email = own_email.first() or ""
    named = {"first_name": user.first_name, "last_name": user.last_name} if isinstance(user, User) else {}
    return EntryForm(
        request.POST or None,
        initial={} if any(own_name) else named,
        own_name=own_name,
        own_email=own_email,
        is_account=isinstance(user, User),
    )


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of the entry, or how the owner of the account stands; store what the form says.

    Without an account a mail asks for the confirmation, and the answer is the same for every address.
    """
    event = public_event(request, slug)
    own = own_entry(event, request.user)
    is_open = is_open_to_players(event)
    form = _form(request)
    if request.method == "POST" and is_open and form.is_valid():
        answer = _ask(request, event, form)
        if answer is not None:
            return answer
    numbers = queue_numbers(event)
    entry = own.entry if own is not None else None
    context = {
        "event": event,
        "own": own,
        "own_page": own_page_paths([entry]).get(entry.pk, "") if entry is not None else "",
        "form": form,
        "is_open": is_open,
        "shows_form": is_open
        and (own is None or own.may_enter_again or "child" in request.GET or request.method == "POST"),
        "sent_to": request.session.pop("entry_mail", ""),
        "upcoming": upcoming(event, event.entries.count(), numbers),
        "ages": EntryRequest.Age.choices,
    }
    return render(request, "web/public/enter.html", context, status=422 if form.errors else 200)


def _ask(request: HttpRequest, event: Event, form: EntryForm) -> HttpResponse | None:
    """Store a valid form and redirect; None if a rule refused it, which the form then says."""
    facts = form.facts()
    limited = throttled(request, "entry_ask", key=facts.email.lower() or f"user-{request.user.pk}")
    if limited is not None:
        return limited
    try:
        if form.is_for_account and isinstance(request.user, User):
            asked = services.entry_ask_by_account(event=event, user=request.user, facts=facts)
            _tell_hidden(request, asked.person, wants_name=facts.show_name)
        else:
            services.entry_ask_by_mail(event=event, facts=facts)
            request.session["entry_mail"] = facts.email
    except Refused as refusal:
        add_rule_error(form, refusal)
        return None
    return redirect("entry_page", event.slug)


def _tell_hidden(request: HttpRequest, person: Person | None, *, wants_name: bool) -> None:
    """Say that a name which is to be shown stays hidden, where the results were linked to the account just now."""
    day = settles_on(person)
    if wants_name and person is not None and day is not None and not person.consent:
        text = _("Your results were linked to your account now: you can show your name from %(day)s.")
        messages.info(request, text % {"day": date_words(day, "j F Y")})


def _own(request: SignedInRequest, event: Event) -> OwnEntry:
    own = own_entry(event, request.user)
    return own if own is not None else OwnEntry(None, None)


@require_POST
@redirect_on_rule_error(lambda slug: ("entry_page", slug))
def accept(request: SignedInRequest, slug: str) -> HttpResponse:
    """Take the place that became free, by the account."""
    own = _own(request, public_event(request, slug))
    if own.request is not None:
        services.promotion_accept(request=own.request)
        messages.success(request, _("You have the place: you are registered."))
    return redirect("entry_page", slug)


@require_POST
@redirect_on_rule_error(lambda slug: ("entry_page", slug))
def withdraw(request: SignedInRequest, slug: str) -> HttpResponse:
    """Withdraw the entry or the request of the account's owner, after a confirmation."""
    event = public_event(request, slug)
    own = _own(request, event)
    if "confirmed" not in request.POST:
        return render_withdrawal(request, event, reverse("entry_page", args=[slug]))
    if own.entry is not None:
        services.entry_withdraw(entry=own.entry, by=request.user)
    elif own.request is not None:
        services.request_withdraw(request=own.request)
    messages.success(request, _("You are off the list of this event."))
    return redirect("event", slug)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def link_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Mail the private link again to an address; the answer is the same for every address."""
    event = public_event(request, slug)
    form = AddressForm(request.POST or None)
    is_sent = request.method == "POST" and form.is_valid()
    if is_sent:
        address = form.cleaned_data["email"]
        refusal = throttled(request, "entry_ask", key=address.lower())
        if refusal is not None:
            return refusal
        services.links_mail_again(event=event, address=address)
    context = {"event": event, "form": form, "is_sent": is_sent}
    return render(request, "web/public/entry_link_again.html", context, status=422 if form.errors else 200)
