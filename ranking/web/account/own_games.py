"""A player's own games, and their answer to a call to the final."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ranking.call_up.services import call_answer
from ranking.models import CallUp
from ranking.national.own_games import own_calls, own_games
from ranking.national.selectors import canonical_person_ids
from tournament.entries.error_reports import error_report
from tournament.models import Entry, Person
from tournament.web.common import redirect_on_rule_error
from tournament.web.requests import SignedInRequest

ANSWERS = {"yes": CallUp.State.ACCEPTED, "no": CallUp.State.DECLINED}


def _own_record(request: SignedInRequest) -> Person | None:
    """Return the user's record of the national list; None if the account has none."""
    person: Person | None = getattr(request.user, "person", None)
    return person


@never_cache
@require_safe
def my_games(request: SignedInRequest) -> HttpResponse:
    """Show the user's table or next event, entries, results, calls; without any, how to take part."""
    person = _own_record(request)
    context = {"person": person, "games": own_games(person, request.user)}
    return render(request, "web/account/my_games.html", context)


@require_POST
@redirect_on_rule_error(lambda: ("my_games",))
def own_error(request: SignedInRequest) -> HttpResponse:
    """Tell whoever answers for an event what is wrong in the user's result. Raises Http404 for another's entry."""
    entry = get_object_or_404(
        Entry, person=_own_record(request), person__isnull=False, event__slug=request.POST.get("event", "")
    )
    error_report(entry=entry, words=request.POST.get("words", ""))
    messages.success(request, _("Your report has arrived: whoever answers for the event reads it."))
    return redirect("my_games")


@require_POST
@redirect_on_rule_error(lambda season: ("my_games",))
def call_reply(request: SignedInRequest, season: str) -> HttpResponse:
    """Record whether the user comes to the final to which they are called (art. 1.7).

    Raises Http404 for who is not called.
    """
    person = _own_record(request)
    call = own_calls(person, canonical_person_ids()).filter(season__slug=season).first() if person is not None else None
    if call is None:
        raise Http404
    answer = ANSWERS.get(request.POST.get("answer", ""))
    if answer is None:
        messages.error(request, _("Choose whether you are coming: nothing has been changed."))
        return redirect("my_games")
    call_answer(call=call, state=answer, by=request.user)
    if answer == CallUp.State.ACCEPTED:
        messages.success(request, _("You are coming to the final: the National Referent knows."))
    else:
        messages.success(request, _("You are not coming to the final: the National Referent knows."))
    return redirect("my_games")
