"""Read suspensions and disqualifications, and require that there is none. Events of other versions run no query."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.preconditions import regulation_of
from tournament.models import Entry, Event, Infraction, Person, Suspension
from tournament.regulation.parameters import Regulation, Sanctions
from tournament.sanctions.errors import PersonSuspended, PlayerDisqualified


def has_sanctions(event: Event) -> bool:
    """Return whether the event's version of the regulation has a register of infractions (AMB-44)."""
    return regulation_of(event).readings.sanctions == Sanctions.REGISTER


def suspensions_in_force() -> QuerySet[Suspension]:
    """Return the suspensions that are neither lifted nor over, the longest first. One query."""
    today = timezone.localdate()
    return Suspension.objects.filter(lifted_at=None, until__gte=today).select_related("person", "made_by")


def suspended_until(people: Iterable[Person], day: date, *, regulation: Regulation) -> dict[int, date]:
    """Return until when each of these people is suspended, as far as they are on a day. At most one query.

    A suspension of a record merged into theirs, or of the one they are said to be, counts as theirs.

    Arguments:
        regulation: of the event or season; one without sanctions suspends nobody.
    """
    if regulation.readings.sanctions != Sanctions.REGISTER:
        return {}
    owners = {person.pk: {person.pk, person.said_to_be_id} - {None} for person in people}
    records = set[int | None]().union(*owners.values())
    in_force = Suspension.objects.filter(
        Q(person__in=records) | Q(person__merged_into__in=records), lifted_at=None, until__gte=day
    )
    rows = in_force.order_by("until").values_list("person_id", "person__merged_into", "until")
    return {
        owner: until
        for person, merged_into, until in rows
        for owner, own in owners.items()
        if own & {person, merged_into}
    }


def require_not_suspended(event: Event, person: Person) -> None:
    """Require that a player is not suspended on the event's first day: every way into an event passes here.

    Errors: PersonSuspended.
    """
    until = suspended_until([person], event.first_day, regulation=regulation_of(event)).get(person.pk)
    if until is not None:
        raise PersonSuspended(player=str(person), until=until)


def require_not_disqualified(entry: Entry) -> None:
    """Require that no disqualification of the player from the event stands. Errors: PlayerDisqualified."""
    if not has_sanctions(entry.event):
        return
    standing = Infraction.objects.filter(entry=entry, kind=Infraction.Kind.DISQUALIFIED)
    if standing.exclude(appeal=Infraction.Appeal.GRANTED).exists():
        raise PlayerDisqualified(player=str(entry))
