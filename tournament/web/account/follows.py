"""Follow clubs and cities, and no longer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.numbers import whole_number
from tournament.delivery.following import follow, unfollow
from tournament.models import Organiser
from tournament.web.account.addresses import settings_url
from tournament.web.common import redirect_on_rule_error
from tournament.web.requests import SignedInRequest


@require_POST
@redirect_on_rule_error(lambda: ("account",))
def follows(request: SignedInRequest) -> HttpResponse:
    """Follow a city, or take something away."""
    removed = whole_number(request.POST.get("remove", ""))
    if removed:
        unfollow(user=request.user, pk=removed)
    else:
        follow(user=request.user, city=request.POST.get("city", ""))
    return redirect(settings_url("avvisi"))


@require_POST
@redirect_on_rule_error(lambda pk: ("account",))
def follow_club(request: SignedInRequest, pk: int) -> HttpResponse:
    """Follow a club."""
    club = get_object_or_404(Organiser, pk=pk)
    follow(user=request.user, club=club)
    messages.success(request, _("You will be notified of the next events of %(club)s.") % {"club": club.name})
    return redirect(settings_url("avvisi"))
