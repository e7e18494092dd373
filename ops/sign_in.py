"""Limits of failed sign-ins: by name and address together, by name, and by address.

========================= =============== ====================================================================
counted                   failures/hour   not for
name and address together 5               a device that the account has signed in with before; who organises or
                                          referees an event of these days
name                      20              the same
address                   100             the same
name of such staff        100             a known device
known device              20
========================= =============== ====================================================================

A hall shares one address: a few wrong passwords that a prankster in it types on a referee's name must not keep the
referee out. The bound of the name alone stays, higher: 100 tries an hour find no password that the site accepts.

A code by mail and a passkey open an account whose password is paused; the table's link needs neither.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import EventRole
from tournament.people.accounts import find_account
from tournament.web.account.known_device import COOKIE, is_known_device
from tournament.web.common import AXES_NAME

#: No account has a longer name, and the counter's column is only slightly longer.
MAX_NAME_LENGTH = 150
MOST_BY_NAME: Final = 20
#: Of who organises or referees an event of these days.
MOST_BY_STAFF_NAME: Final = 100
MOST_BY_ADDRESS: Final = 100
MOST_BY_DEVICE: Final = 20
_HOUR: Final = 3600
#: Days before an event and after it on which its staff signs in from the hall.
_AROUND = timedelta(days=1)


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str | None:
    """Return the user name or mail address tried, cut to a name's maximum length; for ``AXES_USERNAME_CALLABLE``.

    In lower case and without the spaces around it, because a mail address opens its account however it is typed.
    """
    typed = credentials or {}
    name = typed.get("username") or typed.get("email") or request.POST.get("username") or request.POST.get("login")
    return str(name).strip().lower()[:MAX_NAME_LENGTH] if name is not None else None


def _typed_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    typed = credentials or {}
    return str(
        typed.get("username") or typed.get("email") or request.POST.get("username") or request.POST.get("login") or ""
    )


def _failures(attempts: QuerySet[Any]) -> int:
    return int(attempts.aggregate(total=Sum("failures_since_start"))["total"] or 0)


def _has_event_now(user: User) -> bool:
    """Return whether the account organises or referees an event of these days."""
    today = timezone.localdate()
    roles = EventRole.objects.filter(user=user, event__first_day__lte=today + _AROUND)
    return roles.filter(event__last_day__gte=today - _AROUND).exists()


def _device_key(request: Any) -> str:
    return f"sign-in-device:{hashlib.sha256(request.COOKIES[COOKIE].encode()).hexdigest()}"


class SignInHandler(AxesDatabaseHandler):
    """The database handler of django-axes with the limits of this module; for ``AXES_HANDLER``.

    A request is Any: django-axes adds attributes to it.
    """

    def is_locked(self, request: Any, credentials: dict[str, Any] | None = None) -> bool:
        """Return whether this name may not be tried here and now. Tokens of private links are counted by address."""
        if (credentials or {}).get("username") == AXES_NAME["username"]:
            return bool(super().is_locked(request, credentials))
        together = bool(super().is_locked(request, credentials))
        counted = self._recent(request, credentials)
        of_name = _failures(counted.filter(username=counted_name(request, credentials)))
        by_address = _failures(counted.filter(ip_address=request.axes_ip_address)) >= MOST_BY_ADDRESS
        if not (together or of_name >= MOST_BY_NAME or by_address):
            return False
        user = find_account(_typed_name(request, credentials))
        if user is None:
            return True
        if is_known_device(request, user):
            return int(cache.get(_device_key(request)) or 0) >= MOST_BY_DEVICE
        return of_name >= MOST_BY_STAFF_NAME or not _has_event_now(user)

    def _recent(self, request: Any, credentials: dict[str, Any] | None) -> QuerySet[Any]:
        since = get_cool_off_threshold(request)
        name, address = counted_name(request, credentials), request.axes_ip_address
        attempts = AccessAttempt.objects.filter(Q(username=name) | Q(ip_address=address), attempt_time__gte=since)
        return attempts.exclude(username=AXES_NAME["username"])

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any) -> None:
        """Count a failure, for a browser with the cookie of a known device also by that.

        The address of a private link is its token: only the name of its page is stored.
        """
        if request is not None and credentials.get("username") == AXES_NAME["username"] and request.resolver_match:
            request.axes_path_info = str(request.resolver_match.url_name)
        super().user_login_failed(sender, credentials, request, **kwargs)
        if request is None:
            return
        if COOKIE in request.COOKIES and not cache.add(_device_key(request), 1, _HOUR):
            # The count may have expired since.
            with suppress(ValueError):
                cache.incr(_device_key(request))
        if request.axes_locked_out and not self.is_locked(request, credentials):
            # The handler of the library knows of one limit only.
            request.axes_locked_out = False

    def user_logged_in(self, sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
        """Forget the failures of the account from this address, also those counted by the mail address typed."""
        library: Any = super()
        library.user_logged_in(sender, request, user, **kwargs)
        attempts = AccessAttempt.objects.filter(ip_address=request.axes_ip_address)
        attempts.filter(username=counted_name(request)).delete()
