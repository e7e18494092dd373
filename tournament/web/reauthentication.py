"""Ask once more for the password, the passkey or the app before a step that one open session must not suffice for."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest


def _confirmed(request: HttpRequest) -> None:
    """Go on: the account was confirmed in the last minutes."""


_check: Final[Any] = reauthentication_required(_confirmed, app="allauth.account")


def require_reauthentication(request: HttpRequest) -> None:
    """Lead to the question for the password unless it was answered lately, be it to sign in.

    Lately: in the last ``ACCOUNT_REAUTHENTICATION_TIMEOUT`` seconds.

    django-allauth's middleware stores a POST in the session and runs its view again after the answer, so that nothing
    typed is lost: call this after the form and its confirmation, just before the service. The forms of such a page name
    their address, because the view then answers at the address of the question.

    Errors:
        ReauthenticationRequired: which that middleware turns into the redirect.
    """
    _check(request)
