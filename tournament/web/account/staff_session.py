"""End the sessions of those who decide for all: a fixed time after the sign-in, and when they are not used."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.access.second_factor import is_staff_account

#: Session key: second of the last request of a staff account.
KEY = "staff_seen"
#: The second is stored at most this often: a request then writes nothing.
_STORED_EVERY = 60


def limit_session(request: HttpRequest, user: User | AnonymousUser) -> None:
    """Let the session of a staff account end ``FOSSATO_STAFF_SESSION_HOURS`` from now; 0 sets no limit.

    A moment, unlike a number of seconds, is not moved when the session is stored again.
    """
    hours = settings.FOSSATO_STAFF_SESSION_HOURS
    if not is_staff_account(user):
        return
    if hours:
        request.session.set_expiry(timezone.now() + timedelta(hours=hours))
    request.session[KEY] = int(time.time())


class StaffSessionMiddleware(MiddlewareMixin):
    """Sign a staff account out that was not used for ``FOSSATO_STAFF_IDLE_MINUTES``; 0 sets no limit.

    An account that became one during its session gets both limits with the next request.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return the way to the sign-in, or None to go on."""
        hours, limit = settings.FOSSATO_STAFF_SESSION_HOURS, settings.FOSSATO_STAFF_IDLE_MINUTES * 60
        # Without a session cookie there is no account. Not touching the session keeps these pages cacheable.
        if not (hours or limit) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        if KEY not in request.session:
            limit_session(request, request.user)
            return None
        if not limit:
            return None
        now = int(time.time())
        idle = now - request.session[KEY]
        # A clock set back gives a negative time: it counts from now.
        if 0 <= idle < _STORED_EVERY:
            return None
        if idle < limit:
            request.session[KEY] = now
            return None
        logout(request)
        messages.info(request, _("You were signed out because this page was not used for a while: sign in again."))
        back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("own_place")
        return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': back})}")


def _signed_in(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    limit_session(request, user)


def connect() -> None:
    """Limit the session at every sign-in, also in the administration."""
    user_logged_in.connect(_signed_in, dispatch_uid="fossato-staff-session")
