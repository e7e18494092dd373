"""Recognise a browser that an account has signed in with before, by a signed cookie; the server stores nothing.

A recognised browser is not locked out by guesses that others make, nor by the number of sign-ins that others send from
the address of its hall, and a sign-in from another one is told by mail. The cookie opens nothing. It ends with the
password of its account, and after a year.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin

from tournament.people.accounts import find_account

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


def _too_many(request: HttpRequest) -> HttpResponse | None:
    """Count a sign-in, of a known device by the account, else by the address; return the refusal beyond the budget."""
    typed = request.POST.get("login", "")
    # PostgreSQL refuses to compare a NUL; the form refuses it later.
    user = find_account(typed) if COOKIE in request.COOKIES and "\0" not in typed else None
    if user is not None and is_known_device(request, user):
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="sign_in_device", key=str(user.pk))
    else:
        refused = ratelimit.consume_or_429(request, action="sign_in")
    return refused


class KnownDeviceMiddleware(MiddlewareMixin):
    """Count sign-ins, and set the cookie in the response to one; every other request is left alone."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Refuse a sign-in beyond its budget, before the password is computed; None to go on."""
        match = request.resolver_match
        if request.method != "POST" or match is None or match.url_name != "account_login":
            return None
        return _too_many(request)

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
