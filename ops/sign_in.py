"""User names for the count of failed sign-ins."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

#: No account has a longer name, and the counter's column is only slightly longer.
MAX_NAME_LENGTH = 150


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str | None:
    """Return the user name tried, cut to an account's maximum length; for ``AXES_USERNAME_CALLABLE``."""
    name = (credentials or {}).get("username") or request.POST.get("username")
    return str(name)[:MAX_NAME_LENGTH] if name is not None else None
