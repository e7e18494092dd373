"""The page after signing in: the user's work, or a choice of several places."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.pages.own_places import OwnPlace, Place, own_places
from tournament.web.requests import SignedInRequest

_PAGES = {
    Place.REFERENT: "referent",
    Place.REFEREE: "referee_home",
    Place.PLAYER: "my_games",
}


def place_url(own: OwnPlace) -> str:
    """Return the address of a place."""
    if own.place == Place.ORGANISER:
        return reverse("desk", args=[own.event.slug]) if own.event else reverse("my_events")
    if own.place == Place.PHOTO and own.event is not None:
        return reverse("event_photos", args=[own.event.slug])
    return reverse(_PAGES[own.place])


@never_cache
@require_safe
def own_place(request: SignedInRequest) -> HttpResponse:
    """Redirect to the user's only place, or show all of them."""
    places = own_places(request.user)
    if len(places) == 1:
        return redirect(place_url(places[0]))
    rows = [{"place": own.place.value, "event": own.event, "url": place_url(own)} for own in places]
    return render(request, "web/account/own_place.html", {"places": rows})
