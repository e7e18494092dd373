"""The sessions of an account, and the end of each."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournament.core.numbers import whole_number
from tournament.web.account.addresses import settings_url
from tournament.web.account.changes import change_mail_enqueue
from tournament.web.account.known_device import is_known_device, remember_device
from tournament.web.requests import SignedInRequest

#: After so long a sign-in from an unknown browser is announced by mail; before, the owner is making the account.
_NEW = timedelta(hours=1)
#: Parts of the name by which a browser introduces itself, and what people call them; the first that fits.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
_UNKNOWN = gettext_lazy("Another program")


def browser_name(agent: str) -> str:
    """Return what people call a browser and its system: "Firefox, Windows"."""
    names = [next((name for part, name in table if part in agent), "") for table in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, names)) or str(_UNKNOWN)


def own_sessions(request: SignedInRequest) -> list[dict[str, Any]]:
    """Return the sessions of the account with the name of each browser; this one first, then the newest."""
    rows = [
        {"row": row, "browser": browser_name(row.user_agent), "here": row.session_key == request.session.session_key}
        for row in UserSession.objects.purge_and_list(request.user)
    ]
    return sorted(rows, key=lambda row: (not row["here"], -row["row"].created_at.timestamp()))


@require_POST
def sessions_end(request: SignedInRequest) -> HttpResponse:
    """End one other session of the account, or without ``session`` all others. Raises Http404 for another's session."""
    others = UserSession.objects.filter(user=request.user).exclude(session_key=request.session.session_key)
    if "session" in request.POST:
        ended = [get_object_or_404(others, pk=whole_number(request.POST["session"]))]
    else:
        ended = list(others)
    for row in ended:
        row.end()
    if ended:
        change_mail_enqueue(request, request.user, _("sessions on other devices were ended"))
    words = ngettext("%(n)s session is ended.", "%(n)s sessions are ended.", len(ended)) % {"n": len(ended)}
    messages.success(request, words)
    return redirect(settings_url("accesso"))


def _is_proof(request: HttpRequest, user: User) -> bool:
    """Return whether a sign-in proves who it is, so that the next minutes do not ask again: with the factor if any."""
    methods = {record["method"] for record in get_authentication_records(request, user)}
    return "mfa" in methods or not is_mfa_enabled(user)


def _signed_in(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    """List the new session, and tell its owner by mail if the browser is new to the account."""
    if isinstance(user, User) and request is not None and _is_proof(request, user):
        record_authentication(request, user, method="sign_in", reauthenticated=True)
    # Tests and commands sign in without a visitor.
    if request is None or "REMOTE_ADDR" not in request.META or not isinstance(user, User):
        return
    UserSession.objects.purge_and_list(user)
    UserSession.objects.create_from_request(request)
    if not is_known_device(request, user) and timezone.now() - user.date_joined > _NEW:
        change_mail_enqueue(request, user, _("somebody signed in from a new device"))
    remember_device(request, user)


def connect() -> None:
    """Watch every sign-in, also that of the administration."""
    user_logged_in.connect(_signed_in, dispatch_uid="fossato-sessions")
