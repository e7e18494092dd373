"""Throttle API requests: rates from ``FOSSATO_API_RATES``, counted in the cache.

Windows of a fixed length, counted with the cache's own increment: no two requests overwrite each other's count, in one
process or in many, and no state is stored on the throttle object, which all threads share.
"""

from __future__ import annotations

import math
import time
from typing import ClassVar, Final, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from ninja.errors import Throttled
from ninja.throttling import BaseThrottle

from tournament.models import ApiToken

#: The attribute of a request that holds how many more it may send.
COUNTED: Final = "api_rate"
SECONDS: Final = {"s": 1, "m": 60, "h": 3600}


class ConfiguredThrottle(BaseThrottle):
    """Throttle whose rate is read from the settings at each request; without a rate it allows every request."""

    scope: ClassVar[str] = ""

    def rate(self) -> tuple[int, int] | None:
        """Return the allowed number of requests and the window in seconds; None if requests are not counted."""
        configured = settings.FOSSATO_API_RATES.get(self.scope)
        if not configured:
            return None
        count, _sep, per = configured.partition("/")
        return int(count), SECONDS[per]

    def ident(self, request: HttpRequest) -> str:
        """Return the client's address: as the server saw it, or as reported by a trusted proxy.

        ``X-Forwarded-For`` is not read here: a client that sets it would get a fresh allowance each time.
        """
        return str(request.META.get("REMOTE_ADDR", ""))

    def allow_request(self, request: HttpRequest) -> bool:
        """Count a request. Returns: whether it is allowed."""
        rate = self.rate()
        if rate is None:
            return True
        most, seconds = rate
        key = f"api:{self.scope}:{self.ident(request)}:{int(time.time()) // seconds}"
        cache.add(key, 0, seconds + 1)
        try:
            used = cache.incr(key)
        except ValueError:  # the window ended between the two calls
            used = 1
        request.__dict__[COUNTED] = (self.scope, most, seconds, max(0, most - used), math.ceil(self.wait()))
        return used <= most

    def wait(self) -> float:
        """Return the seconds until the next window."""
        rate = self.rate()
        seconds = rate[1] if rate else 1
        return seconds - time.time() % seconds


class AddressThrottle(ConfiguredThrottle):
    """Throttle requests without a token, by address."""

    scope = "anonymous"


class TokenThrottle(ConfiguredThrottle):
    """Throttle requests with a token, by token."""

    scope = "token"

    def ident(self, request: HttpRequest) -> str:
        # The token's row, which TokenAuth found.
        return str(cast(ApiToken, request.__dict__["auth"]).pk)


class WrongTokens(ConfiguredThrottle):
    """Throttle invalid tokens by address. Valid tokens are never throttled by it."""

    scope = "wrong"

    def count(self, request: HttpRequest) -> None:
        """Count an invalid token. Errors: Throttled after too many."""
        if not self.allow_request(request):
            raise Throttled(wait=int(self.wait()) + 1)


def rate_headers(request: HttpRequest) -> dict[str, str]:
    """Return the limit for the answer (draft-ietf-httpapi-ratelimit-headers): how many more, and until when."""
    counted = request.__dict__.get(COUNTED)
    if counted is None:
        return {}
    scope, most, seconds, remaining, reset = counted
    return {"RateLimit-Policy": f'"{scope}";q={most};w={seconds}', "RateLimit": f'"{scope}";r={remaining};t={reset}'}
