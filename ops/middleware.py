"""Response headers that Django's own middleware does not set."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse

#: Scripts of these pages need none of these; a photo comes through a file field, which needs no permission.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
)
ResponseOrAwaitable = HttpResponse | Awaitable[HttpResponse]


class SyncAndAsyncMiddleware:
    """Base middleware for WSGI and ASGI: it is a coroutine function where ``get_response`` is one."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], ResponseOrAwaitable]) -> None:
        self.get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> ResponseOrAwaitable:
        return self._call_async(request) if self._is_async else self._call_sync(request)

    @abstractmethod
    def _call_sync(self, request: HttpRequest) -> HttpResponse:
        """Respond to a request under WSGI."""

    @abstractmethod
    async def _call_async(self, request: HttpRequest) -> HttpResponse:
        """Respond to a request under ASGI."""

    def _response(self, request: HttpRequest) -> HttpResponse:
        """Return the response of the middleware and view below, under WSGI."""
        return cast("HttpResponse", self.get_response(request))

    async def _async_response(self, request: HttpRequest) -> HttpResponse:
        """Return the response of the middleware and view below, under ASGI."""
        return await cast("Awaitable[HttpResponse]", self.get_response(request))


class PermissionsPolicyMiddleware(SyncAndAsyncMiddleware):
    """Set the Permissions-Policy header, which denies scripts the browser features they do not need."""

    def _call_sync(self, request: HttpRequest) -> HttpResponse:
        return self._add_header(self._response(request))

    async def _call_async(self, request: HttpRequest) -> HttpResponse:
        return self._add_header(await self._async_response(request))

    @staticmethod
    def _add_header(response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response
