"""Lead a Referent who has shown no second factor in this session to the page where it is set up or entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import urlencode

from tournament.access.second_factor import second_factor_due

#: Session key: the account that has shown a second factor in this session.
KEY = "second_factor"
#: Addresses that stay open besides those of the account: what every page of the browser fetches by itself.
OPEN = frozenset({"set_language", "service_worker", "manifest", "offline", "health_live", "health_ready", "metrics"})
#: Addresses of the account where the factor is shown, and where one leaves.
SHOWING = frozenset({"mfa_reauthenticate", "mfa_reauthenticate_webauthn", "account_logout"})
#: Factors that are typed.
CODES = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


class SecondFactorMiddleware(MiddlewareMixin):
    """Let the accounts that need a second factor open nothing but the pages of their sign-in until it is shown.

    This holds for every way in, also for the sign-in page of Django's administration, which asks for none. No account
    that has a factor changes its sign-in in a session that has not shown it: the password alone switches nothing off.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return the way to the second factor, or None to go on."""
        # Without a session cookie there is no account. Not touching the session keeps these pages cacheable.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        user = request.user
        if not user.is_authenticated or request.session.get(KEY) == user.pk:
            return None
        match = request.resolver_match
        name, is_due = match.url_name if match is not None else None, second_factor_due(user)
        is_account = view.__module__.startswith("allauth.")
        if name in OPEN | SHOWING or not (is_due or is_account):
            return None
        if not is_mfa_enabled(user):
            return None if is_account else HttpResponseRedirect(f"{reverse('mfa_index')}?due=1")
        # A browser shows a passkey over TLS only; an account without codes has nothing else to show.
        codes = [Authenticator.Type.TOTP] if request.is_secure() else [*CODES]
        asking = "mfa_reauthenticate" if is_mfa_enabled(user, types=codes) else "mfa_reauthenticate_webauthn"
        back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("own_place")
        return HttpResponseRedirect(f"{reverse(asking)}?{urlencode({'next': back})}")


def _shown(*, request: HttpRequest, user: Any, authenticator: Authenticator, **_signal: Any) -> None:
    """Note that a factor was set up or used in this session; recovery codes alone are none until one is used."""
    request.session[KEY] = user.pk


def _added(*, request: HttpRequest, user: Any, authenticator: Authenticator, **_signal: Any) -> None:
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        _shown(request=request, user=user, authenticator=authenticator)


def _removed(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    """Forget the factor of this session with the last one that the account had."""
    if not is_mfa_enabled(user):
        request.session.pop(KEY, None)


def connect() -> None:
    """Connect the signals that tell when a second factor is set up, used and removed."""
    signals.authenticator_added.connect(_added, dispatch_uid="fossato-factor-added")
    signals.authenticator_used.connect(_shown, dispatch_uid="fossato-factor-used")
    signals.authenticator_removed.connect(_removed, dispatch_uid="fossato-factor-removed")
