"""What the views share: finding an event, asking for a permission, showing a refusal as a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournament.core.errors import AlreadyDone
from tournament.core.messages import sentence
from tournament.models import Event
from tournament.regulation.errors import RuleError

View = Callable[..., HttpResponse]


def public_event(request: HttpRequest, slug: str) -> Event:
    """The event for everybody; a draft exists only for those who run it."""
    event = get_object_or_404(Event.objects.select_related("season", "organiser"), slug=slug)
    if event.state == Event.State.DRAFT and not request.user.has_perm("tournament.run_event", event):
        raise Http404
    return event


def own_event(request: HttpRequest, slug: str, permission: str = "tournament.run_event") -> Event:
    """The event, if the visitor may do this in it; somebody else's does not exist for them (404)."""
    event = get_object_or_404(Event.objects.select_related("season", "organiser"), slug=slug)
    if not request.user.has_perm(permission, event):
        raise Http404
    return event


def my_person_id(request: HttpRequest) -> int | None:
    """The visitor's own record in the national list, if the account is joined to one."""
    if not request.user.is_authenticated:
        return None
    person = getattr(request.user, "person", None)
    return person.pk if person else None


def sees_names(request: HttpRequest, event: Event) -> bool:
    """Whether the visitor has a part in the event that needs everybody's name."""
    return bool(request.user.is_authenticated and request.user.has_perm("tournament.enter_sheet", event))


def refusal_words(refusal: RuleError) -> str:
    """A refusal as the pages tell it: its sentence, and the article that decides where one does."""
    words = sentence(refusal)
    if not refusal.article or f"art. {refusal.article}" in words:
        return words
    stop = "." if words.endswith(".") else ""
    facts = {"sentence": words.removesuffix("."), "article": refusal.article}
    return _("%(sentence)s (art. %(article)s)") % facts + stop


def asked(request: HttpRequest, *, question: str, detail: str, label: str, back_url: str) -> HttpResponse:
    """The question before a step that cannot be taken back; the form comes back with ``confirmed``."""
    context = {"question": question, "detail": detail, "label": label, "back_url": back_url}
    return render(request, "components/confirm_page.html", {**context, "danger": True, "fields": {}})


def back(request: HttpRequest, *target: Any) -> HttpResponse:
    """To where the visitor came from if the form says so and it is on this site, else to ``target``."""
    wanted = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    if wanted.startswith("/") and here:
        return HttpResponseRedirect(wanted)
    return redirect(*target)


def refusals_shown(where: Callable[..., tuple[Any, ...]]) -> Callable[[View], View]:
    """A write view whose refusals become a sentence with the article on the page it goes back to.

    Arguments:
        where: from the view's arguments to those of ``redirect``.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except AlreadyDone as news:
                messages.info(request, sentence(news))
                return back(request, *where(*args, **kwargs))
            except RuleError as refusal:
                messages.error(request, refusal_words(refusal))
                return back(request, *where(*args, **kwargs))

        return shown

    return decorate
