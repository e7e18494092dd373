"""Response headers that Django's own middleware does not set."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse

#: Scripts of these pages need none of these; a photo comes through a file field, which needs no permission.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
)
Answer = HttpResponse | Awaitable[HttpResponse]


class BothWays:
    """Base middleware for WSGI and ASGI: it is a coroutine function where ``get_response`` is one."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)


class PermissionsPolicyMiddleware(BothWays):
    """Set the Permissions-Policy header, which denies scripts the browser features they do not need."""

    def __call__(self, request: HttpRequest) -> Answer:
        if iscoroutinefunction(self):
            return self._later(request)
        return self._said(self.get_response(request))

    async def _later(self, request: HttpRequest) -> HttpResponse:
        return self._said(await self.get_response(request))

    @staticmethod
    def _said(response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
