"""Choose the language of a page: the account's setting, else the browser's cookie, else ``Accept-Language``.

The account's setting is read from the database at sign-in and stored in the session, so that no page needs a query for
it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from tournament.models import UserPreference
from tournament.people.languages import chosen_language

#: Session key of the account's language.
KEY = "language"


class AccountLocaleMiddleware(LocaleMiddleware):
    """Django's middleware, but the account's setting comes first. It must stand after the session middleware."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        # Without a session cookie there is no account. Not touching the session keeps these pages cacheable.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        language = request.session.get(KEY)
        if language in UserPreference.Language.values:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()


def remember(request: HttpRequest, language: str | None) -> None:
    """Store the account's language in the session; None removes it."""
    if language is None:
        request.session.pop(KEY, None)
    else:
        request.session[KEY] = language


def _signed_in(*, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    remember(request, chosen_language(user))


def connect() -> None:
    """Connect the signal that loads the account's language into the session at every sign-in."""
    user_logged_in.connect(_signed_in, dispatch_uid="fossato-language")
