"""The picture that a shared link shows."""

from __future__ import annotations

from dataclasses import astuple
from hashlib import sha256

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from tournament.pages.share_card import Card, event_card, render_card
from tournament.web.common import public_event

#: Seconds that a rendered picture stays in the cache; its key changes with its texts.
CACHE_SECONDS = 3600


@login_not_required
@require_safe
def event_card_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the picture of an event as PNG."""
    return card_response(request, event_card(public_event(request, slug)))


def card_response(request: HttpRequest, card: Card) -> HttpResponseBase:
    """Return a card as PNG, rendered once for each change of its texts; 304 if the ETag matches."""
    digest = sha256(repr(astuple(card)).encode()).hexdigest()[:32]
    etag = quote_etag(digest)
    answered = get_conditional_response(request, etag=etag)
    if answered is not None:
        return answered
    picture = cache.get_or_set(f"share-card:{digest}", lambda: render_card(card), CACHE_SECONDS)
    return HttpResponse(picture, content_type="image/png", headers={"ETag": etag})
