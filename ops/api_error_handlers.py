"""JSON errors outside the API's operations: unknown URLs and internal errors."""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from ops import error_handlers
from tournament.api.problems import plain
from tournament.live.server_faults import DATABASE_AWAY, DISK_FULL, PRINTER_BUSY, READ_ONLY

_CODES = {
    DISK_FULL: "SERVER_FULL",
    READ_ONLY: "SERVER_READ_ONLY",
    DATABASE_AWAY: "SERVER_AWAY",
    PRINTER_BUSY: "SERVER_AWAY",
}


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 404 (Django's ``handler404``)."""
    return plain("NOT_FOUND", 404) if _is_api(request) else defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 400 (Django's ``handler400``)."""
    return plain("BAD_REQUEST", 400) if _is_api(request) else defaults.bad_request(request, exception)


def server_error(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
    """Handle uncaught exceptions (Django's ``handler500``), with the statuses of ``ops.error_handlers``."""
    page = error_handlers.server_error(request, *args, **more)
    if not _is_api(request):
        return page
    fault = error_handlers.fault_of(sys.exc_info()[1])
    response = plain(_CODES[fault] if fault else "SERVER_ERROR", page.status_code)
    for name in ("Retry-After", "Cache-Control"):
        if name in page:
            response[name] = page[name]
    return response
