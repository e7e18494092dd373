"""Mark the answers that are the same for everybody: the proxy keeps them for two seconds (``deploy/nginx.conf``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

#: The proxy keeps an answer with exactly this header, and no other.
MARK: Final = "public, s-maxage=2"


def is_of_everybody(request: HttpRequest) -> bool:
    """Return whether a request says nothing of who makes it but the language; the proxy applies the same rule."""
    return (
        request.method in ("GET", "HEAD")
        and {settings.LANGUAGE_COOKIE_NAME}.issuperset(request.COOKIES)
        and "Authorization" not in request.headers
        and "HX-Request" not in request.headers
    )


def shared(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark the page of a public view for visitors without an account.

    A page with a form that is sent by POST sets the cookie of its token, and loses the mark again in
    ``ops.middleware.SharedAnswerMiddleware``.
    """

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code == 200 and not response.streaming and is_of_everybody(request):
            response["Cache-Control"] = MARK
        return response

    return marked
