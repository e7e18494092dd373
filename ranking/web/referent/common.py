"""What the Referent's views share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ranking.homologation import services as homologation_services
from ranking.web.forms import DisqualifyForm
from tournament.core.errors import FieldWrong
from tournament.models import Organiser
from tournament.regulation.errors import RuleError
from tournament.web.common import refusal_words

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


def refused(form: forms.Form, refusal: RuleError) -> None:
    """Puts a refusal on the form: beside the field it speaks of, else above all fields."""
    field = None
    if isinstance(refusal, FieldWrong):
        wrong = str(refusal.params["field"]).casefold()
        field = next((name for name, one in form.fields.items() if str(one.label).casefold() == wrong), None)
    form.add_error(field, refusal_words(refusal))


def disqualified(
    request: HttpRequest, organiser: Organiser, form: DisqualifyForm, *, back_url: str
) -> HttpResponse | None:
    """Art. 1.4: disqualifies an organiser, once that is confirmed; None where the form has to be shown again."""
    if not form.is_valid():
        return None
    if "confirmed" not in request.POST:
        return ask(
            request,
            question=_("Disqualify %(name)s for good?") % {"name": organiser.name},
            detail=_("Its reported events are refused and it cannot announce any more; ratified events stand."),
            label=_("Disqualify"),
            back_url=back_url,
        )
    try:
        homologation_services.disqualify(organiser=organiser, by=request.user, reason=form.cleaned_data["reason"])
    except RuleError as refusal:
        refused(form, refusal)
        return None
    messages.success(request, _("%(name)s is disqualified.") % {"name": organiser.name})
    return redirect(back_url)
