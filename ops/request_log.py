"""Every answer's line in the log, and the number that joins it to what was written meanwhile."""

from __future__ import annotations

import logging
import re
import time
import uuid
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse

from ops.logging import request_id
from ops.middleware import Answer, BothWays

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
#: A number that a proxy gave is taken where it is harmless in a line of a log.
_HARMLESS = re.compile(r"^[A-Za-z0-9-]{8,64}$")


def _number(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "")
    return given if _HARMLESS.match(given) else uuid.uuid4().hex


def _role(request: HttpRequest, arguments: dict[str, Any]) -> str:
    """What kind of visitor: never who. An account that no view has asked for is not looked up for the log's sake."""
    if "token" in arguments:
        return "link"
    user = getattr(request, "user", None)
    known = getattr(request, "_cached_user", None) or getattr(request, "_acached_user", None)
    if user is None or known is None or not known.is_authenticated:
        return "nobody"
    return "staff" if known.is_staff else "account"


class RequestLogMiddleware(BothWays):
    """Writes one line per answer: view (its name, never its address), method, status, milliseconds, kind of visitor."""

    def __call__(self, request: HttpRequest) -> Answer:
        if iscoroutinefunction(self):
            return self._later(request)
        begun, token = time.perf_counter(), request_id.set(_number(request))
        try:
            return self._told(request, self.get_response(request), begun)
        finally:
            request_id.reset(token)

    async def _later(self, request: HttpRequest) -> HttpResponse:
        begun, token = time.perf_counter(), request_id.set(_number(request))
        try:
            return self._told(request, await self.get_response(request), begun)
        finally:
            request_id.reset(token)

    @staticmethod
    def _told(request: HttpRequest, response: HttpResponse, begun: float) -> HttpResponse:
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
