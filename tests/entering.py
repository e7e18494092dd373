"""Players who enter an event by themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from tests import factories as make
from tournament.entries import requests
from tournament.entries.requests import EntryFacts
from tournament.models import EntryRequest, Event

ADA = EntryFacts("Ada", "Riva", "ada@example.org", "adult", "", True, False, "it")


def open_event(**facts: Any) -> Event:
    """Return an authorised event in ten days, open to all unless the facts say otherwise."""
    day = timezone.localdate() + timedelta(days=10)
    season = make.make_season(first_day=date(day.year, 1, 1), last_day=date(day.year + 1, 12, 31))
    return make.authorised_event(season=season, **{"first_day": day, "last_day": day, "entry_mode": "open", **facts})


def ask_to_enter(event: Event, number: int, **says: Any) -> EntryRequest:
    """Return the unconfirmed request of another player."""
    facts = replace(
        ADA, **{"first_name": "Zoe", "last_name": f"Conti {number}", "email": f"z{number}@example.org", **says}
    )
    requests.entry_ask_by_mail(event=event, facts=facts)
    return EntryRequest.objects.get(event=event, email=facts.email, last_name=facts.last_name)


def enter(event: Event, number: int, **says: Any) -> EntryRequest:
    """Return the confirmed request of another player."""
    return requests.request_confirm(request=ask_to_enter(event, number, **says))


def enter_with_account(event: Event, number: int) -> EntryRequest:
    """Return the request of another player, made with an account whose mail is confirmed."""
    user = make.make_user(first_name="Zoe", last_name=f"Conti {number}", email=f"z{number}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    facts = replace(ADA, first_name=user.first_name, last_name=user.last_name, email=user.email)
    return requests.entry_ask_by_account(event=event, user=user, facts=facts)
