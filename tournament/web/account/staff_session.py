"""End the sessions of the National Referent a fixed time after the sign-in, however much they are used."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils import timezone

from tournament.core.permissions import is_national_referent


def limit_session(request: HttpRequest, user: User | AnonymousUser) -> None:
    """Let the session of a National Referent end ``FOSSATO_STAFF_SESSION_HOURS`` from now; 0 sets no limit.

    A moment, unlike a number of seconds, is not moved when the session is stored again.
    """
    hours = settings.FOSSATO_STAFF_SESSION_HOURS
    if hours and is_national_referent(user):
        request.session.set_expiry(timezone.now() + timedelta(hours=hours))


def _signed_in(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    limit_session(request, user)


def connect() -> None:
    """Limit the session at every sign-in, also in the administration."""
    user_logged_in.connect(_signed_in, dispatch_uid="fossato-staff-session")
