"""Helpers shared by the Referent's views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ranking.homologation import services as homologation_services
from ranking.web.forms import DisqualifyForm
from tournament.models import Organiser
from tournament.regulation.errors import RuleError
from tournament.web.common import show_refusal

View = Callable[..., HttpResponse]


def permission_required(permission: str) -> Callable[[View], View]:
    """Decorate a view to require a global permission.

    Raises PermissionDenied for other users, who get an explanatory page (403).
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def allowed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return allowed

    return decorate


def render_confirmation(request: HttpRequest, *, question: str, detail: str, label: str, back_url: str) -> HttpResponse:
    """Render the confirmation page of an irreversible step, for browsers without scripts."""
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


def disqualify_organiser(
    request: HttpRequest, organiser: Organiser, form: DisqualifyForm, *, back_url: str
) -> HttpResponse | None:
    """Disqualify an organiser after a confirmation; None if the form has to be shown again (art. 1.4)."""
    if not form.is_valid():
        return None
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Disqualify %(name)s for good?") % {"name": organiser.name},
            detail=_("Its reported events are refused and it cannot announce any more; ratified events stand."),
            label=_("Disqualify"),
            back_url=back_url,
        )
    try:
        homologation_services.organiser_disqualify(
            organiser=organiser, by=request.user, reason=form.cleaned_data["reason"]
        )
    except RuleError as refusal:
        show_refusal(form, refusal)
        return None
    messages.success(request, _("%(name)s is disqualified.") % {"name": organiser.name})
    return redirect(back_url)
