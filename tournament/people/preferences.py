"""Store and delete an account's preferences."""

from __future__ import annotations

from typing import Any

from tournament.models import UserPreference


def language_choose(*, user: Any, language: str) -> UserPreference:
    """Store the account's language, for its pages on any browser and the mails and papers sent to it.

    Errors:
        ValueError: not one of the site's languages.
    """
    if language not in UserPreference.Language.values:
        raise ValueError(language)
    return UserPreference.objects.update_or_create(user=user, defaults={"language": language})[0]


def language_forget(*, user: Any) -> None:
    """Delete the account's language, so that the browser decides again."""
    UserPreference.objects.filter(user=user).delete()
