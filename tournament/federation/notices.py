"""Tell of requests to organise and their answers, of a disqualification and its end."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q
from django.urls import reverse

from tournament.core.audit import By
from tournament.delivery.decisions import accounts_notice
from tournament.delivery.waiting_mails import waiting_tell
from tournament.models import Organiser, OrganiserRequest

#: Code of the sentence by the state that the Referent's answer gives to a request.
_ANSWERS = {
    OrganiserRequest.State.APPROVED: "organiser_approved",
    OrganiserRequest.State.ASKED_BACK: "organiser_asked",
    OrganiserRequest.State.REFUSED: "organiser_refused",
}


def request_notice(request: OrganiserRequest) -> None:
    """Tell the National Referents that a request to organise waits for them."""
    waiting_tell(
        "organiser_request",
        key=str(request.pk),
        occasion=request.changed_at.isoformat(),
        by=request.user,
        params={"club": request.name, "city": request.city},
    )


def request_answer_notice(request: OrganiserRequest) -> None:
    """Tell the requester what the Referent answered, with the question or the reason."""
    accounts_notice(
        [request.user],
        code=_ANSWERS[OrganiserRequest.State(request.state)],
        key=f"request-{request.pk}-{request.changed_at.isoformat()}",
        path=reverse("organiser_request", args=[request.pk]),
        params={"club": request.name, **({"text": request.answer} if request.answer else {})},
    )


def standing_notice(organiser: Organiser, *, reason: str, at: datetime, by: By) -> None:
    """Art. 1.4: tell those who act for an organiser that it is disqualified, or no longer so, and why."""
    acting = Q(organisations=organiser) | Q(organiser_memberships__organiser=organiser)
    accounts_notice(
        User.objects.filter(acting, is_active=True).distinct(),
        code="organiser_restored" if organiser.disqualified_at is None else "disqualified",
        key=f"standing-{organiser.pk}-{at.isoformat()}",
        path=reverse("my_events"),
        params={"club": organiser.name, "text": reason},
        but=by,
    )
