"""Reject NUL characters in request text: PostgreSQL cannot store them, and users never type them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError

from ops.middleware import OneThreadMiddleware

NUL = "\x00"
API = "/api/"


class PlainTextMiddleware(OneThreadMiddleware):
    """Reject with 400, before any view, a request with a NUL in its address, cookies or form.

    JSON bodies are checked by the API, which names the rejected field (``tournament.api.body``).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _check_address(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> None:
        """Check the request's parameters and files."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        try:
            fields, files = list(request.POST.lists()), list(request.FILES.lists())
        except UnreadablePostError:
            # The client has disconnected.
            return
        for name, values in fields:
            _reject_nul((name, *values))
        for name, uploads in files:
            _reject_nul((name, *(upload.name or "" for upload in uploads)))


def _check_address(request: HttpRequest) -> None:
    _reject_nul((request.path, *request.COOKIES, *request.COOKIES.values()))
    if request.path.startswith(API):
        return
    for name, values in request.GET.lists():
        _reject_nul((name, *values))


def _reject_nul(texts: Iterable[Any]) -> None:
    if any(NUL in str(text) for text in texts):
        raise BadRequest("NUL")
