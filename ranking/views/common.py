"""What the Referent's views share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

View = Callable[..., HttpResponse]


def needs(permission: str) -> Callable[[View], View]:
    """A view for who has a global permission; others get a page that says so (403), never a form."""

    def decorate(view: View) -> View:
        @wraps(view)
        def allowed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return allowed

    return decorate


def ask(request: HttpRequest, *, question: str, detail: str, label: str, back_url: str) -> HttpResponse:
    """The question before a step that cannot be taken back, for browsers without scripts."""
    fields = {name: value for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "confirmed")}
    context = {
        "question": question,
        "detail": detail,
        "label": label,
        "danger": True,
        "back_url": back_url,
        "fields": fields,
    }
    return render(request, "components/confirm_page.html", context)
