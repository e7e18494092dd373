"""No text of a request holds a NUL: PostgreSQL keeps none, and nobody types one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError

from ops.middleware import Answer, BothWays

NUL = "\x00"
API = "/api/"


class PlainTextMiddleware(BothWays):
    """Refuses with 400, before any view, a request whose address, cookies or form hold a NUL.

    What a program sends is read by the API, which refuses by the name of the field (``tournament.api.body``).
    """

    def __call__(self, request: HttpRequest) -> Answer:
        if iscoroutinefunction(self):
            return self._later(request)
        _look_at_address(request)
        return self.get_response(request)

    async def _later(self, request: HttpRequest) -> HttpResponse:
        _look_at_address(request)
        answer: HttpResponse = await self.get_response(request)  # type: ignore[misc]
        return answer

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> None:
        """Looks at what was sent."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        try:
            fields, files = list(request.POST.lists()), list(request.FILES.lists())
        except UnreadablePostError:
            # Whoever sent it is gone.
            return
        for name, values in fields:
            _refuse((name, *values))
        for name, sent in files:
            _refuse((name, *(one.name or "" for one in sent)))


def _look_at_address(request: HttpRequest) -> None:
    _refuse((request.path, *request.COOKIES, *request.COOKIES.values()))
    if request.path.startswith(API):
        return
    for name, values in request.GET.lists():
        _refuse((name, *values))


def _refuse(texts: Iterable[Any]) -> None:
    if any(NUL in str(text) for text in texts):
        raise BadRequest("NUL")
