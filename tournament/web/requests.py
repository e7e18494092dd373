"""Types of the requests that a view receives: what middleware adds to Django's own."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request to a page of the site; true as ``request.htmx`` if htmx sent it."""

    htmx: HtmxDetails


class SignedInRequest(PageRequest):
    """A request to a page that ``LoginRequiredMiddleware`` keeps from visitors who are not signed in."""

    user: User
