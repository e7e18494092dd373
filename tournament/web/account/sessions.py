"""Sessions, devices and tokens of an account, and the end of each."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.numbers import whole_number
from tournament.models import ApiToken
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


@never_cache
@require_safe
def sessions(request: SignedInRequest) -> HttpResponse:
    """List the sessions of the account, its tokens and the devices that get its notices."""
    rows = [
        {"row": row, "browser": browser_name(row.user_agent), "here": row.session_key == request.session.session_key}
        for row in UserSession.objects.purge_and_list(request.user)
    ]
    now = timezone.now()
    context = {
        "sessions": sorted(rows, key=lambda row: (not row["here"], -row["row"].created_at.timestamp())),
        "others": sum(not row["here"] for row in rows),
        "tokens": ApiToken.objects.filter(user=request.user, revoked_at=None, expires_at__gt=now),
        "devices": request.user.push_subscriptions.count(),
    }
    return render(request, "web/account/sessions.html", context)


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
    return redirect("sessions")


def _signed_in(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    """List the new session, and tell its owner by mail if the browser is new to the account."""
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
