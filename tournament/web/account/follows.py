"""The clubs and cities that the signed-in user follows."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.numbers import whole_number
from tournament.delivery.following import follow, follows_of, unfollow
from tournament.models import Organiser
from tournament.web.common import redirect_on_rule_error
from tournament.web.requests import SignedInRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@redirect_on_rule_error(lambda: ("follows",))
def follows(request: SignedInRequest) -> HttpResponse:
    """List what the user follows; the forms add a city, or take something away."""
    if request.method == "POST":
        removed = whole_number(request.POST.get("remove", ""))
        if removed:
            unfollow(user=request.user, pk=removed)
        else:
            follow(user=request.user, city=request.POST.get("city", ""))
        return redirect("follows")
    return render(request, "web/account/follows.html", {"follows": follows_of(request.user)})


@require_POST
@redirect_on_rule_error(lambda pk: ("follows",))
def follow_club(request: SignedInRequest, pk: int) -> HttpResponse:
    """Follow a club."""
    club = get_object_or_404(Organiser, pk=pk)
    follow(user=request.user, club=club)
    messages.success(request, _("You will be notified of the next events of %(club)s.") % {"club": club.name})
    return redirect("follows")
