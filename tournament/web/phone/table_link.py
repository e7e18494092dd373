"""Views behind private links, and a table's sheet behind the link of its table, without an account.

The link is the permission: it gives access to its own table while the round is open, and to nothing else. What needs a
referee with an account (closing despite an error, correcting a confirmed sheet) is a rule error. The views of the sheet
are those of ``tournament.web.referee``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournament.access.links import link_actor, link_resolve
from tournament.access.refusals import LinkRefused
from tournament.core.audit import actor_context
from tournament.core.messages import sentence
from tournament.models import PrivateLink, Table
from tournament.web.common import guess_allowed
from tournament.web.referee.sheet_access import SheetAccess, SheetView

View = Callable[..., HttpResponse]


def render_link_error(request: HttpRequest, refusal: LinkRefused) -> HttpResponse:
    """Render why a link gives no access, and what to do: 404 unknown, 410 revoked or expired, 429 too many guesses."""
    is_unknown = refusal.code == "LINK_UNKNOWN"
    status = 404 if is_unknown else 410
    if is_unknown and not guess_allowed(request):
        status = 429
    return render(request, "web/phone/refused.html", {"words": sentence(refusal), "status": status}, status=status)


def private_link_required(kind: str) -> Callable[[View], View]:
    """Decorate a view to receive the link of the URL's token as first argument after the request."""

    def decorate(view: View) -> View:
        @login_not_required
        @never_cache
        @wraps(view)
        def opened(request: HttpRequest, token: str) -> HttpResponse:
            try:
                link = link_resolve(token, kind)
            except LinkRefused as refusal:
                return render_link_error(request, refusal)
            with actor_context(link_actor(link)):
                return view(request, link, token)

        return opened

    return decorate


def table_by_link(view: SheetView) -> Callable[..., HttpResponse]:
    """Mount a view of a sheet behind the private link of its table, at a URL with the link's token."""

    @private_link_required(PrivateLink.Kind.TABLE)
    @wraps(view)
    def mounted(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
        return view(request, SheetAccess(cast("Table", link.table), link=link, token=token))

    return mounted
