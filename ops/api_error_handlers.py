"""Errors outside the operations of the API, for programs as JSON: an address that does not exist, a failure of ours."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from ops import error_handlers as trouble
from tournament.api.problems import plain

_CODES = {HTTPStatus.SERVICE_UNAVAILABLE: "SERVER_AWAY", HTTPStatus.INSUFFICIENT_STORAGE: "SERVER_FULL"}


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of 404."""
    return plain("NOT_FOUND", 404) if _is_api(request) else defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of 400."""
    return plain("BAD_REQUEST", 400) if _is_api(request) else defaults.bad_request(request, exception)


def server_error(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
    """Django's handler of what nobody caught, told as ``ops.error_handlers`` tells it."""
    page = trouble.server_error(request, *args, **more)
    if not _is_api(request):
        return page
    answer = plain(_CODES.get(HTTPStatus(page.status_code), "SERVER_ERROR"), page.status_code)
    for name in ("Retry-After", "Cache-Control"):
        if name in page:
            answer[name] = page[name]
    return answer
