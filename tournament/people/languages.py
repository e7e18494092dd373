"""Which language somebody reads: what the account has chosen, where there is an account that chose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournament.models import Person, UserPreference


def language_of(user: Any) -> str | None:
    """The language that an account has chosen; None where it has not, or where nobody is signed in."""
    found = UserPreference.objects.filter(user=user.pk).values_list("language", flat=True).first() if user else None
    return str(found) if found else None


def language_of_person(person: Person, default: str) -> str:
    """The language of what is sent to a player: the account's, else the default (as a rule the event's)."""
    return language_of(person.user) or default


def languages_of(people: Iterable[Person]) -> dict[int, str]:
    """The languages chosen by several players' accounts, by key of the person; who has not chosen is left out."""
    chosen = UserPreference.objects.filter(user__person__in=[person.pk for person in people])
    return {int(person): str(language) for person, language in chosen.values_list("user__person", "language")}
