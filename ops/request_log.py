"""Access log: one line per response, with an id that links it to the other lines of the same request."""

from __future__ import annotations

import logging
import re
import time
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse

from ops.logging import request_id
from ops.middleware import OneThreadMiddleware

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
#: Accept a proxy's request id only if it is safe in a log line.
_SAFE_REQUEST_ID = re.compile(r"^[A-Za-z0-9-]{8,64}$")


def _get_request_id(request: HttpRequest) -> str:
    header = request.headers.get(HEADER, "")
    return header if _SAFE_REQUEST_ID.match(header) else uuid.uuid4().hex


def _role(request: HttpRequest, arguments: dict[str, Any]) -> str:
    """Return the role of the user, without identity. An account that no view has loaded is not loaded for the log."""
    if "token" in arguments:
        return "link"
    user = getattr(request, "user", None)
    cached_user = getattr(request, "_cached_user", None) or getattr(request, "_acached_user", None)
    if user is None or cached_user is None or not cached_user.is_authenticated:
        return "nobody"
    return "staff" if cached_user.is_staff else "account"


class RequestLogMiddleware(OneThreadMiddleware):
    """Write one line per response: view (its name, never its URL), method, status, milliseconds, role of the user."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun, token = time.perf_counter(), request_id.set(_get_request_id(request))
        try:
            return self._log_response(request, self.get_response(request), begun)
        finally:
            request_id.reset(token)

    @staticmethod
    def _log_response(request: HttpRequest, response: HttpResponse, begun: float) -> HttpResponse:
        match = request.resolver_match
        facts = {
            "view": match.view_name if match else "",
            "method": request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS") else "other",
            "status": response.status_code,
            "ms": round((time.perf_counter() - begun) * 1000, 1),
            "role": _role(request, match.kwargs if match else {}),
        }
        logger.info("answered", extra={"facts": facts})
        response.headers[HEADER] = request_id.get()
        return response
