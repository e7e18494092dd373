"""The middleware of a request runs in one thread, whatever is added to the settings."""

from __future__ import annotations

from django.utils.module_loading import import_string

from config.settings.base import MIDDLEWARE


def test_no_middleware_runs_in_the_event_loop() -> None:
    """Django lets each run as the one below it does, if it can (``BaseHandler.load_middleware``)."""
    is_async, in_event_loop = True, []
    for name in reversed(MIDDLEWARE):
        middleware = import_string(name)
        can_async, can_sync = (getattr(middleware, f"{kind}_capable", kind == "sync") for kind in ("async", "sync"))
        is_async = can_async and (is_async or not can_sync)
        in_event_loop += [name] * is_async
    assert in_event_loop == []
