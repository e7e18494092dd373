"""Read who may enter a national final (art. 1.7): the people who accepted the call of its season."""

from __future__ import annotations

from tournament.models import Entry, Event, Person, Season


def accepted_people(season: Season) -> list[Person]:
    """Return the people who accepted the call, in its order; a merged record as the surviving one.

    One query, and one for every merged record among them.
    """
    people = []
    for person in Person.objects.filter(call_ups__season=season, call_ups__state="accepted").order_by(
        "call_ups__order"
    ):
        survivor = person
        while survivor.merged_into is not None:
            survivor = survivor.merged_into
        people.append(survivor)
    return people


def people_to_enter(final: Event) -> list[Person]:
    """Return those who accepted the call and are not entered in the final yet, in the order of the call."""
    entered = set(Entry.objects.filter(event=final).values_list("person_id", flat=True))
    return [person for person in accepted_people(final.season) if person.pk not in entered]
