"""Read people and entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.collation import SortedRows, person_key
from tournament.models import Entry, EntryRequest, Event, Person
from tournament.regulation.names import NearNames, folded, name_key, name_words


def player_id(entry: Entry) -> str:
    """Return the id of an entry in draws and files: ``file_id`` if it was imported, else ``p`` and its number.

    It says nothing about the person, so that draws can be published completely.
    """
    return entry.file_id or id_of_number(entry.number)


def id_of_number(number: int) -> str:
    """Return the id in draws and files of the entry with a number."""
    return f"p{number:02d}"


def by_player_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return the entries by their :func:`player_id`."""
    return {player_id(entry): entry for entry in entries}


def possible_duplicates(first_name: str, last_name: str, *, but: Person | None = None) -> QuerySet[Person]:
    """Return records with the same name, in whatever spelling (AMB-25): a question to a person, never an answer.

    The name of a record that was joined to another stands for that other.
    """
    key = name_key(first_name, last_name)
    if not key:
        return Person.objects.none()
    joined = Person.objects.filter(merged_into=OuterRef("pk"), name_key=key)
    namesakes = Person.objects.filter(Q(name_key=key) | Exists(joined), merged_into__isnull=True)
    return namesakes.exclude(pk=but.pk) if but is not None else namesakes


def near_duplicates(first_name: str, last_name: str, *, among: QuerySet[Person], limit: int = 5) -> list[Person]:
    """Return people whose name differs by a letter or a second name (AMB-25), in the order of names. Two queries.

    Arguments:
        among: the people whose names the visitor may learn.
    """
    near = NearNames(among.values_list("pk", "name_key"))[name_key(first_name, last_name)]
    return sorted(Person.objects.filter(pk__in=near[:limit]), key=person_key) if near else []


def event_entries(event: Event) -> QuerySet[Entry]:
    """Return the entries of an event with their people, by number. One query."""
    return event.entries.select_related("person").order_by("number")


def known_people(event: Event) -> QuerySet[Person]:
    """Art. 1.6: return the people the organiser may search and enter by name.

    Those who played at one of the organiser's events, and those who requested the entry.
    """
    played = Entry.objects.filter(person=OuterRef("pk"), event__organiser=event.organiser_id)
    asked = (EntryRequest.State.PENDING, EntryRequest.State.WAITING, EntryRequest.State.PROMOTED)
    requests = EntryRequest.objects.filter(person=OuterRef("pk"), event=event, state__in=asked)
    return Person.objects.filter(Exists(played) | Exists(requests), merged_into__isnull=True)


def is_known(event: Event, person: Person) -> bool:
    """Return whether a person is among :func:`known_people`. One query."""
    return known_people(event).filter(pk=person.pk).exists()


def person_by_card(card_number: str, first_name: str, last_name: str) -> Person | None:
    """Return the record with this card number and exactly this name, in whatever spelling."""
    card = card_number.strip()
    return possible_duplicates(first_name, last_name).filter(card_number__iexact=card).first() if card else None


def person_with_address(email: str, first_name: str, last_name: str) -> Person | None:
    """Return the record with this mail address and this name, in whatever spelling.

    A name alone proves nothing, and parents and children share an address.
    """
    address = email.strip()
    return possible_duplicates(first_name, last_name).filter(email__iexact=address).first() if address else None


def national_list() -> QuerySet[Person]:
    """Return the people of the national list, without those who are entered in practice events alone."""
    entries = Entry.objects.filter(person=OuterRef("pk"))
    in_practice_alone = Exists(entries.filter(event__is_practice=True)) & ~Exists(
        entries.filter(event__is_practice=False)
    )
    return Person.objects.filter(merged_into__isnull=True).exclude(in_practice_alone, user=None)


def people_matching(text: str, *, among: QuerySet[Person] | None = None) -> QuerySet[Person]:
    """Return people whose name, city or card number holds every word of the text, in no order, whatever the accents.

    Arguments:
        among: the people the visitor may search; the complete national list by default.
    """
    people = national_list() if among is None else among
    if not text.split():
        return people
    cities = list(Person.objects.exclude(city="").order_by().values_list("city", flat=True).distinct())
    each = Q()
    for word in text.split():
        near = [city for city in cities if folded(word) in folded(city)]
        each &= _named(name_words(word)) | Q(city__in=near) | Q(card_number__iexact=word)
    # An apostrophe with spaces round it joins two words of a name.
    return people.filter(_named(name_words(text)) | each)


def _named(words: Sequence[str]) -> Q:
    """Return the condition that a record's name, or that of one joined to it, holds every word; none without words."""
    if not words:
        return Q(pk__in=())
    own, joined = Q(), Person.objects.filter(merged_into=OuterRef("pk"))
    for word in words:
        own, joined = own & Q(name_key__contains=word), joined.filter(name_key__contains=word)
    return own | Q(Exists(joined))


def people_search(text: str, *, among: QuerySet[Person] | None = None, limit: int = 20) -> list[Person]:
    """Return the first people, in the order of their names, that :func:`people_matching` gives. Three queries."""
    return SortedRows(people_matching(text, among=among), "last_name", "first_name")[:limit]


@dataclass(frozen=True, slots=True)
class Namesake:
    """A person of the national list with the typed name, with the data that a desk may know.

    Arguments:
        known: whether this organiser may enter them by name; of others only the name is shown.
        last: the event they entered last, of those of this organiser; None if not known.
        entry: their entry in this event.
    """

    person: Person
    known: bool
    last: Event | None
    entry: Entry | None

    @property
    def has_card(self) -> bool:
        """Return whether the card number can prove the person's identity."""
        return bool(self.person.card_number)


def namesakes_for_desk(event: Event, people: Sequence[Person], *, knows_all: bool) -> list[Namesake]:
    """Return the people with the typed name for the question to the desk. Two queries.

    Arguments:
        knows_all: whether the visitor may see the complete national list.
    """
    pks = [person.pk for person in people]
    known = set(pks) if knows_all else set(known_people(event).filter(pk__in=pks).values_list("pk", flat=True))
    entries = Entry.objects.filter(person__in=pks, event__organiser=event.organiser_id).select_related("event")
    last: dict[int, Event] = {}
    entries_here: dict[int, Entry] = {}
    for entry in entries.order_by("event__first_day", "pk"):
        if entry.event_id == event.pk:
            entries_here[entry.person_id] = entry
        else:
            last[entry.person_id] = entry.event
    return [Namesake(person, person.pk in known, last.get(person.pk), entries_here.get(person.pk)) for person in people]
