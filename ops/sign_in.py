"""User names for the count of failed sign-ins."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

#: No account has a longer name, and the counter's column is only slightly longer.
MAX_NAME_LENGTH = 150


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str | None:
    """Return the user name or mail address tried, cut to a name's maximum length; for ``AXES_USERNAME_CALLABLE``."""
    typed = credentials or {}
    name = typed.get("username") or typed.get("email") or request.POST.get("username") or request.POST.get("login")
    return str(name)[:MAX_NAME_LENGTH] if name is not None else None
