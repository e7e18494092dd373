"""Read the register of referees."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from tournament.core.collation import person_key
from tournament.models import Designation, Event, EventRole, Referee, RefereeAbsence

#: States of events to which referees are designated.
OPEN_STATES = (Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN, Event.State.RUNNING)


def open_events() -> QuerySet[Event]:
    """Return the events that are not over, to which a referee can be designated, soonest first."""
    return Event.objects.filter(state__in=OPEN_STATES, is_practice=False).order_by("first_day", "pk")


def events_without_referee() -> QuerySet[Event]:
    """Return the open events that have neither a referee of their own nor a designation that stands. One query."""
    designated = Designation.objects.exclude(state=Designation.State.DECLINED).values("event")
    named = EventRole.objects.filter(role=EventRole.Role.REFEREE).values("event")
    return open_events().exclude(pk__in=designated).exclude(pk__in=named)


def _with_days() -> QuerySet[Referee]:
    """Return referees with their person, designations to open events and absences that are not over."""
    coming = Designation.objects.filter(event__in=open_events()).select_related("event").order_by("event__first_day")
    away = RefereeAbsence.objects.filter(last_day__gte=timezone.localdate()).order_by("first_day", "pk")
    return Referee.objects.select_related("person").prefetch_related(
        Prefetch("designations", coming, to_attr="coming"), Prefetch("absences", away, to_attr="away")
    )


def register() -> list[Referee]:
    """Return the referees of today in order of name, each with ``coming`` and ``away``. Three queries."""
    return sorted(_with_days().filter(ended_on=None), key=lambda referee: person_key(referee.person))


def referee_of(person: Any) -> Referee | None:
    """Return a person's record in the register, also one that ended, with ``coming`` and ``away``. Three queries.

    Arguments:
        person: the record or its key; None for an account without one.
    """
    return None if person is None else _with_days().filter(person=person).first()


def past_designations(referee: Referee) -> QuerySet[Designation]:
    """Return the designations to events that are over, the newest first. One query."""
    rows = Designation.objects.filter(referee=referee).exclude(event__state__in=OPEN_STATES).select_related("event")
    return rows.order_by("-event__first_day", "-pk")


def designations_of(event: Event) -> QuerySet[Designation]:
    """Return the designations to an event, in the order they were made. One query."""
    return Designation.objects.filter(event=event).select_related("referee__person").order_by("made_at", "pk")


def absence_on(referee: Referee, first_day: date, last_day: date) -> RefereeAbsence | None:
    """Return an absence of the referee that shares a day with these. One query."""
    return RefereeAbsence.objects.filter(referee=referee, first_day__lte=last_day, last_day__gte=first_day).first()


def designation_on(
    referee: Referee, first_day: date, last_day: date, *, but: Event | None = None
) -> Designation | None:
    """Return a designation, not declined, to an open event that shares a day with these. One query."""
    rows = Designation.objects.filter(
        ~Q(state=Designation.State.DECLINED),
        referee=referee,
        event__state__in=OPEN_STATES,
        event__first_day__lte=last_day,
        event__last_day__gte=first_day,
    )
    return rows.exclude(event=but).select_related("event").first()
