"""Recognise a browser that an account has signed in with before, by a signed cookie; the server stores nothing.

A recognised browser is not locked out by guesses that others make, and a sign-in from another one is told by mail. The
cookie opens nothing. It ends with the password of its account, and after a year.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin

COOKIE = "fossato_device"
_SALT = "fossato.known-device"
_AGE = timedelta(days=365)
#: Accounts of one browser: of those who share a laptop at the desk.
_MOST = 8
#: Attribute of a request: the account that has signed in with it.
_SIGNED_IN = "fossato_signed_in"


def _mark(user: User) -> str:
    """Return a mark of an account and its present password that reveals neither."""
    return str(salted_hmac(_SALT, f"{user.pk}/{user.password}", algorithm="sha256").hexdigest()[:24])


def _marks(request: HttpRequest) -> list[str]:
    try:
        stored = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_AGE)
    except signing.BadSignature:
        return []
    return [str(mark) for mark in stored] if isinstance(stored, list) else []


def is_known_device(request: HttpRequest, user: User) -> bool:
    """Return whether the account signed in with this browser since its password was chosen."""
    return COOKIE in request.COOKIES and _mark(user) in _marks(request)


def remember_device(request: HttpRequest, user: User) -> None:
    """Have the response to this request make the browser known."""
    setattr(request, _SIGNED_IN, user)


class KnownDeviceMiddleware(MiddlewareMixin):
    """Set the cookie in the response to a sign-in; every other response is left alone."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponse:
        """Return the response, with the cookie if somebody signed in."""
        user = getattr(request, _SIGNED_IN, None)
        if user is not None:
            marks = [_mark(user), *(mark for mark in _marks(request) if mark != _mark(user))][:_MOST]
            response.set_cookie(
                COOKIE,
                signing.dumps(marks, salt=_SALT),
                max_age=_AGE,
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        answer: HttpResponse = response
        return answer
