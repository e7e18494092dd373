"""Response headers that Django's own middleware does not set or sets too often, and how all middleware runs."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournament.web.shared import MARK

#: Scripts of these pages need none of these; a photo comes through a file field, which needs no permission.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
)


class OneThreadMiddleware:
    """Let everything above it run in the request's own thread, because it cannot run in the event loop itself.

    Django would otherwise run each method of each middleware by a change to that thread and back, some thirty for a
    page: with many requests at once each of them waits for the others. It stands last in the settings; a view in the
    event loop still runs there.
    """

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class PermissionsPolicyMiddleware(OneThreadMiddleware):
    """Set the Permissions-Policy header, which denies scripts the browser features they do not need."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class SharedAnswerMiddleware(OneThreadMiddleware):
    """Keep the mark of an answer for everybody only where it sets no cookie, and let it not depend on cookies.

    Whoever asks whether a visitor is signed in makes the answer depend on its cookies; the mark is given to requests
    without any. It stands before what reads and sets cookies. What a signed-in visitor gets is stored nowhere, unless
    its view says otherwise.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.get("Cache-Control") == MARK:
            if response.cookies:
                response["Cache-Control"] = "private"
            else:
                names = [name.strip() for name in response.get("Vary", "").split(",")]
                response["Vary"] = ", ".join(name for name in names if name not in ("", "Cookie"))
        elif settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
