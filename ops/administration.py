"""Django's administration with a limit of its own on the attempts to sign in."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib.admin import AdminSite
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator


class Administration(AdminSite):
    """The site of the administration, at ``/admin/`` where ``FOSSATO_ADMIN`` is on."""

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show and read the form of the sign-in; of one address at most ten attempts a minute."""
        if request.method == "POST":
            throttled: HttpResponse | None = ratelimit.consume_or_429(request, action="admin_login")
            if throttled is not None:
                return throttled
        return super().login(request, extra_context)
