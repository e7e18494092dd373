"""People and entries, as others need to see them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from tournament.models import Entry, Event, Person


def player_id(entry: Entry) -> str:
    """The name of an entry in draws and files: ``file_id`` where it was imported, else ``p`` and its number.

    It says nothing about the person, so that draws can be published whole.
    """
    return entry.file_id or f"p{entry.number:02d}"


def by_player_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The entries under their :func:`player_id`."""
    return {player_id(entry): entry for entry in entries}


def possible_duplicates(first_name: str, last_name: str, *, but: Person | None = None) -> QuerySet[Person]:
    """Records with the same name and surname, whatever the capitals (AMB-25): shown as a warning, never refused."""
    found = Person.objects.filter(
        first_name__iexact=" ".join(first_name.split()),
        last_name__iexact=" ".join(last_name.split()),
        merged_into__isnull=True,
    )
    return found.exclude(pk=but.pk) if but is not None else found


def event_entries(event: Event) -> QuerySet[Entry]:
    """The entries of an event with their people, by number: one query."""
    return Entry.objects.filter(event=event).select_related("person").order_by("number")


def people_search(text: str, *, limit: int = 20) -> QuerySet[Person]:
    """People of the national list whose name, surname, city or card number holds every word of the text."""
    found = Person.objects.filter(merged_into__isnull=True)
    for word in text.split():
        found = found.filter(
            Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
            | Q(city__icontains=word)
            | Q(card_number__iexact=word)
        )
    return found.order_by("last_name", "first_name", "pk")[:limit]
