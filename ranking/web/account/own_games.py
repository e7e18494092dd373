"""A player's own games, and their answer to a call to the final."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ranking.call_up.services import call_answer
from ranking.models import CallUp
from ranking.national.own_games import own_calls, own_games
from ranking.national.selectors import canonical_person_ids
from tournament.delivery.inbox import notices_of
from tournament.models import Person
from tournament.records.settling import settles_on
from tournament.web.common import redirect_on_rule_error
from tournament.web.requests import SignedInRequest

#: Notices on the page; all others are on their own page.
NOTICES = 4
ANSWERS = {"yes": CallUp.State.ACCEPTED, "no": CallUp.State.DECLINED}


def _own_record(request: SignedInRequest) -> Person | None:
    """Return the user's record of the national list; None if the account has none."""
    person: Person | None = getattr(request.user, "person", None)
    return person


@never_cache
@require_safe
def my_games(request: SignedInRequest) -> HttpResponse:
    """Show the user's table, entries, results, calls and notices; without any, how to take part."""
    person = _own_record(request)
    games = own_games(person, request.user)
    context = {
        "person": person,
        "settles_on": settles_on(person),
        "games": games,
        "notices": notices_of(request.user)[:NOTICES],
    }
    return render(request, "web/account/my_games.html", context)


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
