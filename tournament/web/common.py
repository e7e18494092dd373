"""Helpers shared by the views: look up an event, check a permission, show a rule error as a message."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django import forms
from django.contrib import messages
from django.contrib.auth.signals import user_login_failed
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournament.core.messages import sentence
from tournament.core.permissions import account_facts
from tournament.core.refusals import AlreadyDone
from tournament.models import Event, Photo
from tournament.regulation import parameters as regulation
from tournament.regulation.parameters import Regulation
from tournament.regulation.refusals import UnknownRegulation
from tournament.regulation.refused import Refused
from tournament.web.ways_out import way_out

View = Callable[..., HttpResponse]

#: User name under which django-axes counts unknown tokens of links.
AXES_NAME = {"username": "private link"}
#: Attribute of a request that django-axes sets and reads.
_LOCKED_OUT = "axes_locked_out"


def public_event(request: HttpRequest, slug: str) -> Event:
    """Return the event with this slug.

    Raises Http404 for a draft unless the user runs the event.
    """
    event = get_object_or_404(Event.objects.select_related("season", "organiser"), slug=slug)
    if event.state == Event.State.DRAFT and not request.user.has_perm("tournament.run_event", event):
        raise Http404
    return event


def get_event_or_404(request: HttpRequest, slug: str, permission: str = "tournament.run_event") -> Event:
    """Return the event with this slug.

    Raises Http404 (not 403) if the user lacks ``permission`` on it.
    """
    event = get_object_or_404(Event.objects.select_related("season", "organiser"), slug=slug)
    if not request.user.has_perm(permission, event):
        raise Http404
    return event


def get_regulation_or_404(number: str) -> Regulation:
    """Return a published version of the regulation. Raises Http404 if there is none of this number."""
    try:
        return regulation.get(number)
    except UnknownRegulation as unknown:
        raise Http404 from unknown


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a paper as a page of the browser, with the name it is saved under."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def photo_response(photo: Photo) -> FileResponse:
    """Return the file of a photo. Raises Http404 if the file is missing."""
    try:
        return FileResponse(photo.file.open("rb"), content_type="image/jpeg")
    except FileNotFoundError as missing_file:
        raise Http404 from missing_file


def my_person_id(request: HttpRequest) -> int | None:
    """Return the primary key of the user's own record in the national list, None if the account has no record."""
    return account_facts(request.user).person


def sees_names(request: HttpRequest, event: Event) -> bool:
    """Return whether the user has a role in the event that needs to see every name."""
    return bool(request.user.is_authenticated and request.user.has_perm("tournament.enter_sheet", event))


def rule_error_message(refusal: Refused) -> str:
    """Return the message of a rule error, followed by its article unless the message already names it."""
    message = sentence(refusal)
    if not refusal.article or f"art. {refusal.article}" in message:
        return message
    stop = "." if message.endswith(".") else ""
    parts = {"sentence": message.removesuffix("."), "article": refusal.article}
    return _("%(sentence)s (art. %(article)s)") % parts + stop


def rule_error_with_way_out(refusal: Refused, event: Event | None) -> str:
    """Return the message of a rule error with a link to the page that leads on, if there is one, as safe HTML.

    Arguments:
        event: which the reader runs; None for anybody else.
    """
    words = rule_error_message(refusal)
    way = way_out(refusal, event) if event is not None else None
    return words if way is None else format_html('{} <a href="{}">{}</a>', words, way[1], way[0])


def own_event(request: HttpRequest) -> Event | None:
    """Return the event that the address names, if the visitor runs it."""
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match is not None else None
    event = Event.objects.filter(slug=slug).first() if slug else None
    return event if event is not None and request.user.has_perm("tournament.run_event", event) else None


def show_rule_error(request: HttpRequest, refusal: Refused) -> None:
    """Show a rule error, with its article, as a message on the next page; what was done already as information.

    Who runs the event is led to the page that helps.
    """
    if isinstance(refusal, AlreadyDone):
        messages.info(request, sentence(refusal))
    else:
        messages.error(request, rule_error_with_way_out(refusal, own_event(request)))


def add_rule_error(
    form: forms.BaseForm, refusal: Refused, field: str | None = None, *, event: Event | None = None
) -> None:
    """Add a rule error, with its article, to a form.

    Arguments:
        event: which the reader runs: the error leads to the page that helps.
        field: the form's field that the error concerns; by default the one that a FIELD_WRONG names by its label, else
            the form as a whole.
    """
    if field is None and refusal.code == "FIELD_WRONG":
        field_label = str(refusal.params["field"]).casefold()
        field = next(
            (name for name, form_field in form.fields.items() if str(form_field.label).casefold() == field_label), None
        )
    form.add_error(field, rule_error_with_way_out(refusal, event))


def render_confirmation(
    request: HttpRequest, *, question: str, detail: str, label: str, back_url: str, is_danger: bool = True
) -> HttpResponse:
    """Render a question with one button: before a step that cannot be undone, or where a mail leads.

    Its form posts the same fields again, and ``confirmed``.
    """
    fields = {name: value for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "confirmed")}
    context = {"question": question, "detail": detail, "label": label, "back_url": back_url}
    return render(request, "components/confirm_page.html", {**context, "danger": is_danger, "fields": fields})


def render_withdrawal(request: HttpRequest, event: Event, back_url: str) -> HttpResponse:
    """Render the question before a player withdraws from an event, by account or by link."""
    return render_confirmation(
        request,
        question=_("Withdraw from %(event)s?") % {"event": event.name},
        detail=_("Your place goes to the next player at once. To come back you would have to enter again."),
        label=_("Withdraw from the event"),
        back_url=back_url,
    )


def guess_allowed(request: HttpRequest) -> bool:
    """Count an unknown token of a link and return whether the visitor's address may go on trying.

    Valid links are never throttled: all phones of a venue share one address.
    """
    allowed = AxesProxyHandler.is_allowed(request, AXES_NAME)
    if allowed:
        user_login_failed.send(sender=__name__, credentials=dict(AXES_NAME), request=request)
    # Else the middleware of django-axes would show the lockout page of the sign-in.
    setattr(request, _LOCKED_OUT, False)
    return allowed


def redirect_back(request: HttpRequest, *target: Any) -> HttpResponse:
    """Redirect to the form's ``next`` if it is a path on this site, else to ``target``."""
    next_path = request.POST.get("next", "")
    is_own_site = url_has_allowed_host_and_scheme(next_path, {request.get_host()}, require_https=request.is_secure())
    if next_path.startswith("/") and is_own_site:
        return HttpResponseRedirect(next_path)
    return redirect(*target)


def redirect_on_rule_error(where: Callable[..., tuple[Any, ...]]) -> Callable[[View], View]:
    """Decorate a view so that rule errors become messages on the page it redirects to.

    Arguments:
        where: maps the view's arguments to those of ``redirect``.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Refused as refusal:
                show_rule_error(request, refusal)
                return redirect_back(request, *where(*args, **kwargs))

        return shown

    return decorate
