"""Tell those who may agree that somebody asks to give the laptop of an event up."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.urls import reverse

from tournament.models import Event, LaptopStay, NoticeKind
from tournament.models.event import OF_THE_TABLES
from tournament.notifications.decisions import accounts_notice, organisers_of, referents_of


def give_up_notice(event: Event, stay: LaptopStay) -> None:
    """Tell the organisers and referees of an event and its Referents that a laptop's loss waits for their agreement."""
    working = User.objects.filter(event_roles__event=event, event_roles__role__in=OF_THE_TABLES, is_active=True)
    readers = {user.pk: user for user in (*organisers_of(event), *working.distinct(), *referents_of(event.city))}
    moment = "" if stay.asked_at is None else stay.asked_at.isoformat()
    accounts_notice(
        readers.values(),
        kind=NoticeKind.WORK,
        code="give_up_asked",
        key=f"stay-{stay.pk}-{moment}",
        path=reverse("laptop", args=[event.slug]),
        params={"event": event.name},
        event=event,
        but=stay.asked_by,
    )
