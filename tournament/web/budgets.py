"""Budgets of requests that cost or tell much, by account or address, with the rates of ``ACCOUNT_RATE_LIMITS``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def spend(request: HttpRequest, action: str, times: int = 1) -> bool:
    """Count an action of this request and return whether the budget held it; a request that reads costs nothing."""
    return all(ratelimit.consume(request, action=action) for _time in range(times))


def refused_read(request: HttpRequest, action: str, times: int = 1) -> HttpResponse | None:
    """Count a request that reads, and return the answer that refuses it beyond the budget of an action; else None.

    Arguments:
        times: how often it counts, for a page that costs more than others.
    """
    for _time in range(times):
        throttled: HttpResponse | None = ratelimit.consume_or_429(request, action=action, limit_get=True)
        if throttled is not None:
            return throttled
    return None


def is_spent(request: HttpRequest, action: str) -> bool:
    """Return whether the budget holds no more, without counting."""
    return not ratelimit.consume(request, action=action, dry_run=True)


def within_budget(action: str) -> Callable[[View], View]:
    """Answer with 429 what a view is sent beyond the budget of an action; reading its page stays free."""

    def decorate(view: View) -> View:
        @wraps(view)
        def bounded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            throttled: HttpResponse | None = ratelimit.consume_or_429(request, action=action)
            return throttled if throttled is not None else view(request, *args, **kwargs)

        return bounded

    return decorate
