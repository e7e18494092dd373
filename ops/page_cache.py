"""Keep the public pages that are requested most, for visitors without an account, until something in them changes.

Every request asks the database for the version of what the page shows (``ops.public_changes``): a page made at another
version is made again, so that nobody sees what is no longer true; a withdrawn consent shows with the next request. A
page is also made again after a few seconds, because some of it depends on the time of day.

Only production on PostgreSQL has it. Whoever has a session, another cookie than those two, or a request of HTMX gets
the page as before. A database without the table of versions has its pages made for every request.
"""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.urls import ResolverMatch
from django.utils.translation import get_language_from_request
from prometheus_client import Counter

from ops import public_changes
from ops.middleware import OneThreadMiddleware
from ops.versions import Versions
from tournament.core.server_faults import fault_is_noted
from tournament.models import Event

#: Names of the views whose pages are kept, and whether a page is that of one event.
KEPT_VIEWS = {"event": True, "ranking": False, "ranking_season": False}
MAX_AGE_SECONDS = 20.0
MOST_PAGES = 256
MOST_BYTES = 500_000
LONGEST_ADDRESS = 200
PRUNE_SECONDS = 60.0
#: Between two questions to the cache whether the server has a fault; each costs a quarter of a kept page.
FAULT_SECONDS = 1.0
#: Cookies that do not change a page, but for the language and the token of its forms.
HARMLESS_COOKIES = frozenset({settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME})
#: The token of the forms and of HTMX: of each visitor their own.
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}(")')
#: What looks like such a token; digests have no capitals.
LIKE_A_TOKEN = re.compile(rb"(?<![A-Za-z0-9])(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{64}(?![A-Za-z0-9])")
Key = tuple[str, ...]

answered = Counter("fossato_kept_pages", "Pages answered without being made", ["view"])


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was made.

    Arguments:
        event_id: of the event that it shows; None for the Ranking.
        pieces: its content, cut where the visitor's own token belongs.
    """

    version: public_changes.Version
    event_id: int | None
    made_at: float
    pieces: tuple[bytes, ...]
    headers: tuple[tuple[str, str], ...]
    match: ResolverMatch


class PageCacheMiddleware(OneThreadMiddleware):
    """Answer from the pages of this process that are still true. It stands before what makes a page."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._lock = threading.Lock()
        self._csrf = CsrfViewMiddleware(lambda _request: HttpResponse())
        self._versions = Versions()
        self._prune_at = time.monotonic() + PRUNE_SECONDS
        self._fault_asked_at, self._has_fault = -FAULT_SECONDS, False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = page_key(request)
        if key is None:
            return self.get_response(request)
        kept, version = self._find(key, request)
        return kept or self._keep(key, version, request, self.get_response(request))

    def _find(self, key: Key, request: HttpRequest) -> tuple[HttpResponse | None, public_changes.Version | None]:
        """Return the page if it is kept and true; and the version to keep a new one at, None to keep none."""
        # Pages say at their head what is wrong with the server: until then each is made anew, and none is kept.
        if self._fault_was_noted():
            return None, None
        with self._lock:
            page = self._pages.get(key)
        event_id = page.event_id if page else _event_id(request)
        version = self._versions.version(event_id)
        if page is None or page.version != version or time.monotonic() - page.made_at > MAX_AGE_SECONDS:
            return None, version
        return self._answer(request, page), version

    def _fault_was_noted(self) -> bool:
        """Return whether the server had a fault within the last second."""
        now = time.monotonic()
        if now - self._fault_asked_at >= FAULT_SECONDS:
            self._has_fault, self._fault_asked_at = fault_is_noted(), now
        return self._has_fault

    def _answer(self, request: HttpRequest, page: KeptPage) -> HttpResponse:
        request.resolver_match = page.match
        answered.labels(page.match.view_name).inc()
        content = page.pieces[0]
        if len(page.pieces) > 1:
            self._csrf.process_request(request)
            content = get_token(request).encode().join(page.pieces)
        response = HttpResponse(content, headers=dict(page.headers))
        self._csrf.process_response(request, response)
        return response

    def _keep(
        self, key: Key, version: public_changes.Version | None, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        match = request.resolver_match
        if version is None or match is None or match.view_name not in KEPT_VIEWS or not _can_be_kept(response):
            return response
        # Met while the page was made.
        if fault_is_noted():
            return response
        pieces = tuple(TOKEN.sub(rb"\1\0\2", response.content).split(b"\0"))
        # A token in a place that is not known here stays with its visitor.
        if any(LIKE_A_TOKEN.search(piece) for piece in pieces):
            return response
        headers = tuple((name, value) for name, value in response.items() if name not in ("X-Request-ID", "Date"))
        event_id = _event_id(request) if KEPT_VIEWS[match.view_name] else None
        with self._lock:
            self._pages[key] = KeptPage(version, event_id, time.monotonic(), pieces, headers, match)
            self._pages.move_to_end(key)
            while len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
            is_due, self._prune_at = _due(self._prune_at)
        if is_due:
            public_changes.prune()
        return response


def _due(at: float) -> tuple[bool, float]:
    now = time.monotonic()
    return (True, now + PRUNE_SECONDS) if now >= at else (False, at)


def page_key(request: HttpRequest) -> Key | None:
    """Return what a page depends on beside the data; None for a request whose page is not kept."""
    path = request.path_info
    if request.method != "GET" or not path.startswith(("/eventi/", "/ranking/")) or "HX-Request" in request.headers:
        return None
    if not HARMLESS_COOKIES.issuperset(request.COOKIES) or "Authorization" in request.headers:
        return None
    address = request.get_full_path()
    if len(address) > LONGEST_ADDRESS:
        return None
    scheme = "https" if request.is_secure() else "http"
    return scheme, request.headers.get("Host", ""), get_language_from_request(request), address


def _event_id(request: HttpRequest) -> int | None:
    """Return the event of an address below /eventi/; None for every other address."""
    _empty, first, slug, *_rest = f"{request.path_info}//".split("/")
    return Event.objects.filter(slug=slug).values_list("pk", flat=True).first() if first == "eventi" and slug else None


def _can_be_kept(response: HttpResponse) -> bool:
    is_page = not response.streaming and response.get("Content-Type", "").startswith("text/html")
    return (
        is_page
        and response.status_code == 200
        and set(response.cookies) <= {settings.CSRF_COOKIE_NAME}
        and len(response.content) <= MOST_BYTES
        and b"\0" not in response.content
    )
