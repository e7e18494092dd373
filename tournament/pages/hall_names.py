"""Who is named in the hall: everybody who plays but minors, whose names obey their consent there too."""

from __future__ import annotations

from django.core import signing
from django.utils.crypto import constant_time_compare

from tournament.models import EntryRequest, Event
from tournament.regulation.ages import is_minor

_SALT = "board-with-names"
#: States in which the board with names opens: it ends with the event.
OPEN = (Event.State.CHECK_IN, Event.State.RUNNING)


def hall_entries(event: Event) -> frozenset[int]:
    """Return the keys of the entries that the hall reads by name. Two queries."""
    minors = set(EntryRequest.objects.filter(entry__event=event).exclude(age="adult").values_list("entry", flat=True))
    people = event.entries.values_list("pk", "person__birth_date")
    return frozenset(pk for pk, born in people if pk not in minors and not is_minor(born, event.first_day))


def hall_key(event: Event) -> str:
    """Return the key of the board with names: who has it needs no account."""
    return signing.Signer(salt=_SALT).signature(str(event.pk))


def opens_hall(event: Event, key: str) -> bool:
    """Return whether a key opens the board with names of an event, which has to be going on."""
    return event.state in OPEN and constant_time_compare(key, hall_key(event))
