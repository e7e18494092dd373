"""A table's sheet through its private link, without an account: enter, submit, confirm, photograph, call for help.

The link is the permission: it gives access to its own table while the round is open, and to nothing else. What needs a
referee with an account (closing despite an error, correcting a confirmed sheet) is a rule error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.errors import LinkRefused, LinkUnknown
from tournament.access.links import link_resolve, link_words
from tournament.core.audit import acting_as
from tournament.core.messages import sentence
from tournament.models import PrivateLink, Table
from tournament.web.referee import sheet as referee
from tournament.web.referee import sheet_actions as sheet_acts
from tournament.web.referee import table_actions as table_acts
from tournament.web.referee.sheet_access import through_link

#: User name under which django-axes counts unknown tokens.
AXES_NAME = {"username": "private link"}
View = Callable[..., HttpResponse]


def refused(request: HttpRequest, refusal: LinkRefused) -> HttpResponse:
    """Render why a link gives no access, and what to do: 404 unknown, 410 revoked or expired, 429 too many guesses."""
    is_unknown = isinstance(refusal, LinkUnknown)
    status = 404 if is_unknown else 410
    if is_unknown and not _guess_allowed(request):
        status = 429
    return render(request, "web/phone/refused.html", {"words": sentence(refusal), "status": status}, status=status)


def _guess_allowed(request: HttpRequest) -> bool:
    """Count an unknown token and return whether the address may go on trying.

    Valid links are never throttled: all phones of a venue share one address.
    """
    allowed = AxesProxyHandler.is_allowed(request, AXES_NAME)
    if allowed:
        user_login_failed.send(sender=__name__, credentials=dict(AXES_NAME), request=request)
    # Else the middleware of django-axes would show the lockout page of the sign-in.
    request.axes_locked_out = False
    return allowed


def by_link(kind: str) -> Callable[[View], View]:
    """Decorate a view to receive the link of the URL's token as first argument after the request."""

    def decorate(view: View) -> View:
        @login_not_required
        @never_cache
        @wraps(view)
        def opened(request: HttpRequest, token: str) -> HttpResponse:
            try:
                link = link_resolve(token, kind)
            except LinkRefused as refusal:
                return refused(request, refusal)
            with acting_as(link_words(link)):
                return view(request, link, token)

        return opened

    return decorate


def _table(request: HttpRequest, link: PrivateLink, token: str) -> Table:
    """Return the link's table with its seats, prepared for the referee's views."""
    through_link(request, link, token)
    table = Table.objects.prefetch_related("seats__entry__person").get(pk=link.table_id)
    game_round = link.table.round
    game_round.event = link.event
    table.round = game_round
    return table


@by_link(PrivateLink.Kind.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def table_link(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Show or process the sheet of the link's table."""
    return referee.sheet_of(request, _table(request, link, token))


@by_link(PrivateLink.Kind.TABLE)
@require_POST
def preview(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Render the live part of the sheet."""
    return referee.preview_of(request, _table(request, link, token))


@by_link(PrivateLink.Kind.TABLE)
@require_POST
def confirm(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Confirm a version without errors."""
    return sheet_acts.confirm_of(request, _table(request, link, token))


@by_link(PrivateLink.Kind.TABLE)
@require_POST
def lots(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Draw the lot with the word that somebody at the table calls out (art. 1.5 e)."""
    return sheet_acts.lots_of(request, _table(request, link, token))


@by_link(PrivateLink.Kind.TABLE)
@require_POST
def photo(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Store the photo of the paper form."""
    return table_acts.photo_of(request, _table(request, link, token))


@by_link(PrivateLink.Kind.TABLE)
@require_POST
def help_wanted(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Call the desk for help at the table."""
    return table_acts.help_of(request, _table(request, link, token))
