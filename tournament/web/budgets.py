"""Budgets of requests that cost or tell much, by account or address, with the rates of ``ACCOUNT_RATE_LIMITS``."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from allauth.core.internal.ratelimit import get_cache_key, get_rates
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime

View = Callable[..., HttpResponse]

_APP = "allauth.account"


def spend(request: HttpRequest, action: str, times: int = 1) -> bool:
    """Count an action of this request and return whether the budget held it; a request that reads costs nothing."""
    return all(ratelimit.consume(request, action=action) for _time in range(times))


def is_spent(request: HttpRequest, action: str) -> bool:
    """Return whether the budget holds no more, without counting."""
    return not ratelimit.consume(request, action=action, dry_run=True)


def ends_at(request: HttpRequest, action: str, *, key: str | None = None) -> datetime:
    """Return when a spent budget holds one more, in the championship's time; now if it is not spent.

    Arguments:
        key: as the action was counted, by a key.
    """
    ends = [time.time()]
    for rate in get_rates(app=_APP, action=action):
        history = cache.get(get_cache_key(request, app=_APP, action=action, rate=rate, key=key), [])
        if len(history) >= rate.amount:
            ends.append(history[-1] + rate.duration)
    return localtime(datetime.fromtimestamp(max(ends), UTC))


def seconds_left(request: HttpRequest, action: str, *, key: str | None = None) -> int:
    """Return the seconds until a spent budget holds one more, at least one."""
    return max(1, round(ends_at(request, action, key=key).timestamp() - time.time()))


def throttled(
    request: HttpRequest, action: str, *, key: str | None = None, times: int = 1, reads: bool = False
) -> HttpResponse | None:
    """Count a request, and return the answer that refuses it beyond the budget, with the moment of its end; else None.

    Arguments:
        key: by which it is counted, beside the account or address.
        times: how often it counts, for a page that costs more than others.
        reads: whether a request that reads counts.
    """
    for _time in range(times):
        if ratelimit.consume_or_429(request, action=action, key=key, limit_get=reads) is not None:
            seconds = seconds_left(request, action, key=key)
            context = {"ends": ends_at(request, action, key=key) if seconds > 60 else None}
            refusal = render(request, "429.html", context, status=429)
            refusal["Retry-After"] = str(seconds)
            return refusal
    return None


def refused_read(request: HttpRequest, action: str, times: int = 1) -> HttpResponse | None:
    """Count a request that reads; arguments and answer as for :func:`throttled`."""
    return throttled(request, action, times=times, reads=True)


def within_budget(action: str) -> Callable[[View], View]:
    """Answer with 429 what a view is sent beyond the budget of an action; reading its page stays free."""

    def decorate(view: View) -> View:
        @wraps(view)
        def bounded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            refusal = throttled(request, action)
            return refusal if refusal is not None else view(request, *args, **kwargs)

        return bounded

    return decorate
