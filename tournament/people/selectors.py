"""People and entries, as others need to see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.models import Entry, EntryRequest, Event, Person


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


def known_people(event: Event) -> QuerySet[Person]:
    """Art. 1.6: whom the event's organiser may look up and enter by name: who played at one of theirs, who asked."""
    played = Entry.objects.filter(person=OuterRef("pk"), event__organiser=event.organiser_id)
    asked = EntryRequest.objects.filter(person=OuterRef("pk"), event=event)
    return Person.objects.filter(Exists(played) | Exists(asked), merged_into__isnull=True)


def is_known(event: Event, person: Person) -> bool:
    """Whether a person is among :func:`known_people`: one query."""
    return known_people(event).filter(pk=person.pk).exists()


def person_by_card(card_number: str, first_name: str, last_name: str) -> Person | None:
    """The record that has this card number and this very name, whatever the capitals."""
    card = card_number.strip()
    return possible_duplicates(first_name, last_name).filter(card_number__iexact=card).first() if card else None


def people_search(text: str, *, among: QuerySet[Person] | None = None, limit: int = 20) -> QuerySet[Person]:
    """People whose name, surname, city or card number holds every word of the text.

    Arguments:
        among: whom the visitor may look up; the whole national list by default.
    """
    found = Person.objects.filter(merged_into__isnull=True) if among is None else among
    for word in text.split():
        found = found.filter(
            Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
            | Q(city__icontains=word)
            | Q(card_number__iexact=word)
        )
    return found.order_by("last_name", "first_name", "pk")[:limit]


def entry_asked(event: Event, person: Person | None) -> str:
    """Whether a player may ask to be entered: "open", "asked", or "" where there is nothing to ask.

    Two queries, for who has a record and could enter; none for the others.
    """
    if person is None or event.state not in (Event.State.AUTHORISED, Event.State.CHECK_IN) or event.is_national_final:
        return ""
    if Entry.objects.filter(event=event, person=person).exists():
        return ""
    return "asked" if EntryRequest.objects.filter(event=event, person=person).exists() else "open"


@dataclass(frozen=True, slots=True)
class Namesake:
    """Somebody of the national list who has the name that was typed, as far as a desk may know them.

    Arguments:
        known: whether this organiser may enter them by name; of others nothing but the name is told.
        last: the event they entered last, of those of this organiser; None where not known.
        entry: their entry in this event.
    """

    person: Person
    known: bool
    last: Event | None
    entry: Entry | None

    @property
    def has_card(self) -> bool:
        """Whether the card number can prove who it is."""
        return bool(self.person.card_number)


def namesakes_for_desk(event: Event, people: Sequence[Person], *, knows_all: bool) -> list[Namesake]:
    """The people as the question at the door offers them: two queries.

    Arguments:
        knows_all: whether the visitor may see the whole national list.
    """
    pks = [person.pk for person in people]
    known = set(pks) if knows_all else set(known_people(event).filter(pk__in=pks).values_list("pk", flat=True))
    entries = Entry.objects.filter(person__in=pks, event__organiser=event.organiser_id).select_related("event")
    last: dict[int, Event] = {}
    here: dict[int, Entry] = {}
    for entry in entries.order_by("event__first_day", "pk"):
        if entry.event_id == event.pk:
            here[entry.person_id] = entry
        else:
            last[entry.person_id] = entry.event
    return [Namesake(person, person.pk in known, last.get(person.pk), here.get(person.pk)) for person in people]
