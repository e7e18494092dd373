"""Read suspensions and disqualifications, and require that there is none. Events of other versions run no query."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.preconditions import regulation_of
from tournament.models import Entry, Event, Infraction, Person, Suspension
from tournament.regulation.parameters import Sanctions
from tournament.sanctions.errors import PersonSuspended, PlayerDisqualified


def has_sanctions(event: Event) -> bool:
    """Return whether the event's version of the regulation has a register of infractions (AMB-44)."""
    return regulation_of(event).readings.sanctions == Sanctions.REGISTER


def suspensions_in_force() -> QuerySet[Suspension]:
    """Return the suspensions that are neither lifted nor over, the longest first. One query."""
    today = timezone.localdate()
    return Suspension.objects.filter(lifted_at=None, until__gte=today).select_related("person", "made_by")


def require_not_suspended(event: Event, person: Person) -> None:
    """Require that neither the record nor the one it is said to be is suspended on the event's first day.

    Every way into an event passes here. Errors: PersonSuspended.
    """
    if not has_sanctions(event):
        return
    records = Q(person=person) | Q(person__merged_into=person)
    if person.said_to_be_id is not None:
        records |= Q(person=person.said_to_be_id)
    suspension = Suspension.objects.filter(records, lifted_at=None, until__gte=event.first_day).first()
    if suspension is not None:
        raise PersonSuspended(player=str(person), until=suspension.until)


def require_not_disqualified(entry: Entry) -> None:
    """Require that no disqualification of the player from the event stands. Errors: PlayerDisqualified."""
    if not has_sanctions(entry.event):
        return
    standing = Infraction.objects.filter(entry=entry, kind=Infraction.Kind.DISQUALIFIED)
    if standing.exclude(appeal=Infraction.Appeal.GRANTED).exists():
        raise PlayerDisqualified(player=str(entry))
