"""The language of a page: the account's choice, else the browser's cookie, else what the browser asks for.

The choice is read from the database at sign-in and kept in the session, so that a page costs no query for it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from tournament.models import UserPreference
from tournament.people.languages import language_of

#: Where the session keeps it.
KEY = "language"


class AccountLocaleMiddleware(LocaleMiddleware):
    """Django's, with the account's choice before the browser's. Stands after the session's middleware."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        # Who has no session has no account: their pages may be kept by a cache.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        language = request.session.get(KEY)
        if language in UserPreference.Language.values:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()


def remember(request: HttpRequest, language: str | None) -> None:
    """Keeps the account's choice in the session; None: it has none."""
    if language is None:
        request.session.pop(KEY, None)
    else:
        request.session[KEY] = language


def _signed_in(*, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    remember(request, language_of(user))


def connect() -> None:
    """Every way of signing in brings the account's language with it."""
    user_logged_in.connect(_signed_in, dispatch_uid="fossato-language")
