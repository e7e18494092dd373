"""Determine a reader's language: the one their account chose, if any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournament.models import Person, UserPreference


def chosen_language(user: Any) -> str | None:
    """Return the language that an account chose; None if it chose none, or if nobody is signed in."""
    language = UserPreference.objects.filter(user=user.pk).values_list("language", flat=True).first() if user else None
    return str(language) if language else None


def language_of_person(person: Person, default: str) -> str:
    """Return the language for messages to a player: the account's, else the default (usually the event's)."""
    return chosen_language(person.user) or default


def chosen_languages(people: Iterable[Person]) -> dict[int, str]:
    """Return the languages chosen by several players' accounts, by person key.

    Accounts without a choice are left out.
    """
    chosen = UserPreference.objects.filter(user__person__in=[person.pk for person in people])
    return {int(person): str(language) for person, language in chosen.values_list("user__person", "language")}
