"""Whom wrong passwords are counted for."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

#: No account has a longer name, and the counter's column ends soon after.
LONGEST = 150


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str | None:
    """The name that was tried, as far as an account's can reach; for ``AXES_USERNAME_CALLABLE``."""
    name = (credentials or {}).get("username") or request.POST.get("username")
    return str(name)[:LONGEST] if name is not None else None
