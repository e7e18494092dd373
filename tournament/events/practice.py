"""Delete a practice event with everything that was made for it (AMB-46)."""

from __future__ import annotations

from functools import partial

from django.db import models, transaction

from tournament.core.locks import locked
from tournament.models import (
    Draw,
    DrawPress,
    Entry,
    Event,
    EventRole,
    FinalPlace,
    Person,
    Photo,
    Round,
    Seat,
    Sheet,
    StandingRow,
    Table,
)
from tournament.regulation.refused import Refused

#: Rows whose history goes too, by the path to their event.
_WITH_HISTORY: tuple[tuple[type[models.Model], str], ...] = (
    (Event, "pk"),
    (Entry, "event"),
    (EventRole, "event"),
    (Round, "event"),
    (Table, "round__event"),
    (Sheet, "table__round__event"),
    (Draw, "event"),
    (DrawPress, "event"),
    (Photo, "event"),
)


@transaction.atomic
def practice_delete(*, event: Event) -> None:
    """Delete a practice event, its history, and the people who were entered for it alone.

    Errors: PRACTICE_ONLY.
    """
    fresh = locked(event)
    if not fresh.is_practice:
        raise Refused("PRACTICE_ONLY")
    keys = {
        model: list(model._default_manager.filter(**{path: fresh.pk}).values_list("pk", flat=True))
        for model, path in _WITH_HISTORY
    }
    people = list(Entry.objects.filter(event=fresh).values_list("person", flat=True))
    files = [(photo.file.storage, str(photo.file.name)) for photo in Photo.objects.filter(event=fresh)]
    # These protect the entries that they name.
    StandingRow.objects.filter(round__event=fresh).delete()
    FinalPlace.objects.filter(event=fresh).delete()
    Seat.objects.filter(round__event=fresh).delete()
    fresh.delete()
    invented = Person.objects.filter(
        pk__in=people, user=None, entries=None, consents=None, merged=None, merged_into=None
    )
    keys[Person] = list(invented.values_list("pk", flat=True))
    Person.objects.filter(pk__in=keys[Person]).delete()
    for model, pks in keys.items():
        history = getattr(model, "history")  # noqa: B009  # added by simple_history
        history.filter(**{f"{model._meta.pk.name}__in": pks}).delete()
    for storage, name in files:
        transaction.on_commit(partial(storage.delete, name))
