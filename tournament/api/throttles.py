"""How often the API is asked: numbers from ``FOSSATO_API_RATES``, counted in the cache.

Windows of a fixed length, counted with the cache's own increment: no two requests overwrite each other's count, in one
process or in many, and nothing is kept on the throttle itself, which all threads share.
"""

from __future__ import annotations

import time
from typing import ClassVar, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from ninja.errors import Throttled
from ninja.throttling import BaseThrottle

SECONDS: Final = {"s": 1, "m": 60, "h": 3600}


class ConfiguredThrottle(BaseThrottle):
    """A throttle whose number is looked up when it is asked; without a number it lets everything through."""

    scope: ClassVar[str] = ""

    def rate(self) -> tuple[int, int] | None:
        """How many requests in how many seconds; None where they are not counted."""
        written = settings.FOSSATO_API_RATES.get(self.scope)
        if not written:
            return None
        count, _sep, per = written.partition("/")
        return int(count), SECONDS[per]

    def ident(self, request: HttpRequest) -> str:
        """Who is counted: the address that the server saw, or was told by a proxy that it trusts.

        ``X-Forwarded-For`` is not read here: whoever writes it would get a fresh allowance each time.
        """
        return str(request.META.get("REMOTE_ADDR", ""))

    def allow_request(self, request: HttpRequest) -> bool:
        """Counts a request. Returns: whether it is one of those allowed."""
        rate = self.rate()
        if rate is None:
            return True
        most, seconds = rate
        key = f"api:{self.scope}:{self.ident(request)}:{int(time.time()) // seconds}"
        cache.add(key, 0, seconds + 1)
        try:
            return cache.incr(key) <= most
        except ValueError:  # its window ended between the two
            return True

    def wait(self) -> float:
        """Seconds until the next window."""
        rate = self.rate()
        seconds = rate[1] if rate else 1
        return seconds - time.time() % seconds


class AddressThrottle(ConfiguredThrottle):
    """Requests without a token, by address."""

    scope = "anonymous"


class TokenThrottle(ConfiguredThrottle):
    """Requests with a token, by token."""

    scope = "token"

    def ident(self, request: HttpRequest) -> str:
        return str(request.auth.pk)


class WrongTokens(ConfiguredThrottle):
    """Tokens that open nothing, by address. One that opens something is never refused for those of others."""

    scope = "wrong"

    def count(self, request: HttpRequest) -> None:
        """Counts a token that opened nothing. Errors: Throttled after too many."""
        if not self.allow_request(request):
            raise Throttled(wait=int(self.wait()) + 1)
