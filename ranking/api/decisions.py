"""Token operations of the Referent: authorisation and homologation, with the rights that the user has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Field, Router

from ranking.homologation import services
from tournament.api.auth import TokenAuth, TokenRequest
from tournament.api.body import Body
from tournament.api.desk import EVENT, EventStateOut, done_once, event_state
from tournament.api.events import Slug
from tournament.api.results import WRITES
from tournament.api.throttles import TokenThrottle
from tournament.models import ApiToken, Event

router = Router(tags=["decisions"], auth=TokenAuth(ApiToken.Scope.DECISIONS), throttle=TokenThrottle())

#: By decision: what carries it out, and the permission for it.
_ACTS: dict[str, tuple[Callable[..., object], str]] = {
    "authorise": (services.event_authorise, "tournament.authorise_event"),
    "refuse_authorisation": (services.event_refuse_authorisation, "tournament.authorise_event"),
    "homologate": (services.event_homologate, "ranking.homologate"),
    "refuse": (services.event_refuse, "ranking.homologate"),
}


class DecisionIn(Body):
    """A decision on an event."""

    decision: Literal["authorise", "refuse_authorisation", "homologate", "refuse"]
    reason: str = Field("", max_length=500, description="needed for a refusal")


@router.post(f"{EVENT}/decision", response={200: EventStateOut, **WRITES}, url_name="api_decision")
def decide(request: TokenRequest, slug: Slug, content: DecisionIn) -> Any:
    """Authorises an announced event or homologates a reported one, or refuses to (art. 1.2, 1.4).

    The homologation recomputes the report first, and is refused with the findings if it differs.
    """
    event = get_object_or_404(Event.objects.exclude(state=Event.State.DRAFT), slug=slug)
    act, permission = _ACTS[content.decision]
    if not request.user.has_perm(permission, event):
        raise Http404
    request.api_event = event
    done_once(lambda: act(event=event, by=request.user, reason=content.reason))
    return event_state(event)
