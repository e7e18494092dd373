"""Import a list of players into an event: what happens to each row is shown first, then all rows are entered or none.

The preview writes nothing. The import makes the same plan again under the event's lock and carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record
from tournament.core.lists.reading import Layout, ReadList, read_list
from tournament.core.locks import locked
from tournament.core.messages import sentence
from tournament.core.permissions import is_national_referent
from tournament.delivery import entry_mails
from tournament.entries.player_lists import PLAYERS, PlayerFacts, player_facts
from tournament.entries.refusals import CardOfAnother, EntriesChanged
from tournament.entries.services import NewPerson, entries_store, open_at_desk, people_create
from tournament.events.finalists import accepted_people
from tournament.events.waiting_list import free_places, position_in_list
from tournament.models import Consent, Entry, EntryRequest, Event, Person
from tournament.people.selectors import known_people
from tournament.records.consents import consents_for_event, minor_hide, needs_guardian
from tournament.regulation.ages import is_minor
from tournament.regulation.names import NearNames
from tournament.regulation.refused import Refused

State = Literal["new", "known", "repeat", "wrong"]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One row of the list, as it would be imported.

    Arguments:
        state: ``known`` by the card number, or by the name where somebody said that equal names are one person;
            ``repeat`` of an earlier row: the same name and the same card number, mail address or answer.
        person: the record of a known row.
        problems: sentences of a wrong row.
        same_name, near: records with an equal name, and those with one that differs by little (AMB-25).
        repeats: the number of the earlier row with the same name, also where the two are two people.
        entered: whether the person is in the event already; waits: whether the event is full.
        minor: whether the name stays hidden until a parent or guardian agrees, whatever the list says.
    """

    facts: PlayerFacts
    state: State
    person: Person | None = None
    problems: tuple[str, ...] = ()
    same_name: tuple[Person, ...] = ()
    near: tuple[Person, ...] = ()
    repeats: int | None = None
    entered: bool = False
    waits: bool = False
    minor: bool = False

    @property
    def number(self) -> int:
        """Return the number of the row, as a spreadsheet counts it."""
        return self.facts.number

    @property
    def consent(self) -> bool:
        """Return whether the list says that the event may show the name, and may say it."""
        return bool(self.facts.consent) and not self.minor

    @property
    def is_entered_now(self) -> bool:
        """Return whether the row enters or queues somebody."""
        return self.state in ("new", "known") and not self.entered


@dataclass(frozen=True, slots=True)
class PlayersPreview:
    """What importing a list does, row by row; ``read`` says how the file was read."""

    rows: list[PlayerRow]
    read: ReadList

    @property
    def wrong(self) -> list[PlayerRow]:
        """Return the rows that must be put right before anything is imported."""
        return [row for row in self.rows if row.state == "wrong"]

    @property
    def asks_consent(self) -> bool:
        """Return whether no row says if the event may show the name: it is asked once, for all."""
        return all(row.facts.consent is None for row in self.rows)

    def count(self, state: str) -> int:
        """Return the number of rows in a state."""
        return sum(row.state == state for row in self.rows)


def players_preview(
    *, content: bytes, event: Event, by: By, layout: Layout | None = None, match_names: bool = False
) -> PlayersPreview:
    """Return what importing a list would do. Writes nothing.

    Arguments:
        content: of the whole file, CSV or XLSX.
        by: the user who would import it: a person of another club needs the card number (art. 1.6).
        layout: what somebody said of the file.
        match_names: whether an equal name is the same person: within the list, and of the national list where it holds
            the name once (AMB-25).

    Errors: ListFileWrong; ListUnclear if somebody has to say something of the file; those of ``open_at_desk``.
    """
    read = read_list(content, PLAYERS, layout)
    open_at_desk(event)
    facts = [player_facts(row) for row in read.rows]
    return PlayersPreview(_Plan(event, by, facts, match_names=match_names).rows(), read)


@transaction.atomic
def players_import(
    *,
    content: bytes,
    event: Event,
    by: By,
    layout: Layout | None = None,
    match_names: bool = False,
    consent: bool = False,
    entries_seen: int,
) -> PlayersPreview:
    """Import a list of players atomically: who finds no place waits in the list of the event.

    Arguments: as players_preview.
        consent: what somebody said for all of a list that says nothing of the name; minors stay hidden.
        entries_seen: number of entries when the list was previewed: a list sent twice is imported once.

    Errors: those of players_preview; EntriesChanged; PLAYERS_ROWS_WRONG with the rows.
    """
    fresh = locked(event)
    count = fresh.entries.count()
    if count != entries_seen:
        raise EntriesChanged(count=count)
    preview = players_preview(content=content, event=fresh, by=by, layout=layout, match_names=match_names)
    wrong = preview.wrong or _carry_out(fresh, preview.rows, by, consent=consent and preview.asks_consent)
    if wrong:
        numbers = [str(row.number) for row in wrong]
        raise Refused(
            "PLAYERS_ROWS_WRONG", count=len(wrong), rows=", ".join(numbers[:20]) + ("…" if len(wrong) > 20 else "")
        )
    return preview


def _carry_out(event: Event, rows: Iterable[PlayerRow], by: By, *, consent: bool) -> list[PlayerRow]:
    """Enter or queue the people of the rows; return those that were refused."""
    rows = list(rows)
    for row in rows:
        _learn_birth_date(row, by)
    entered = [row for row in rows if row.is_entered_now]
    if not _is_refused(event, entered, by, consent=consent):
        return []
    # Somebody is: each row alone, to say which.
    return [row for row in entered if _is_refused(event, [row], by, consent=consent)]


def _is_refused(event: Event, rows: Sequence[PlayerRow], by: By, *, consent: bool) -> bool:
    """Enter or queue the people of some rows, all of them or none; return whether it was refused."""
    try:
        with transaction.atomic():
            _enter(event, rows, by, consent=consent)
    except Refused:
        return True
    return False


def _learn_birth_date(row: PlayerRow, by: By) -> None:
    """Store the date of birth of a known record that has none: the name of a minor is hidden at once."""
    person, birth_date = row.person, row.facts.birth_date
    if row.state == "known" and person is not None and person.birth_date is None and birth_date is not None:
        record(person, verb="players_import", by=by, birth_date=birth_date)
        minor_hide(person=person, by=by)


def _enter(event: Event, rows: Sequence[PlayerRow], by: By, *, consent: bool) -> None:
    unknown = [row for row in rows if row.person is None]
    created = people_create([_new_person(row.facts) for row in unknown], by=by, verb="players_import")
    new = {row.number: person for row, person in zip(unknown, created, strict=True)}
    people = [row.person or new[row.number] for row in rows]
    for row, person in zip(rows, people, strict=True):
        if row.waits:
            _queue(event, person, by)
    placed = [(row, person) for row, person in zip(rows, people, strict=True) if not row.waits]
    entries = entries_store(event, [person for _, person in placed], by)
    shown = [
        entry for entry, (row, _) in zip(entries, placed, strict=True) if row.consent or (consent and not row.minor)
    ]
    if shown:
        consents_for_event(entries=shown, consent=True, source=Consent.Source.DESK, by=by)


def _new_person(facts: PlayerFacts) -> NewPerson:
    return NewPerson(
        first_name=facts.first_name,
        last_name=facts.last_name,
        city=facts.city,
        email=facts.email,
        birth_date=facts.birth_date,
        card_number=facts.card_number,
    )


def _queue(event: Event, person: Person, by: By) -> None:
    """Append a person to the waiting list of a full event; who asked before keeps the request."""
    request = EntryRequest.objects.filter(event=event, person=person).first()
    if request is not None and request.state in (EntryRequest.State.WAITING, EntryRequest.State.PROMOTED):
        return
    request = request or EntryRequest(event=event, person=person, language=event.language)
    request.state, request.queued_at, request.decided_by = EntryRequest.State.WAITING, timezone.now(), by
    request.save()
    entry_mails.waiting_notice(request, position=position_in_list(request))


@dataclass
class _Plan:
    """The plan for the rows of a list, made with a number of queries that does not depend on the rows."""

    event: Event
    by: By
    facts: Sequence[PlayerFacts]
    match_names: bool = field(kw_only=True)

    def __post_init__(self) -> None:
        keys = {facts.key for facts in self.facts}
        cards = {facts.card_number for facts in self.facts if facts.card_number}
        self.by_card = {person.card_number: person for person in Person.objects.filter(card_number__in=cards)}
        self.by_key = self._people_by_key(keys)
        self.entered = dict(
            Entry.objects.filter(event=self.event).values_list("person_id", "person__name_key").order_by()
        )
        self.knows_all = self.by is None or is_national_referent(self.by)
        known = known_people(self.event)
        self.known = dict(known.values_list("pk", "name_key").order_by())
        self.near = NearNames(self.known.items())
        self.near_people = Person.objects.in_bulk({pk for key in keys for pk in self.near[key]})
        self.called = (
            {person.pk for person in accepted_people(self.event.season)} if self.event.is_national_final else None
        )
        self.free = free_places(self.event)
        self.seen: dict[str, list[PlayerRow]] = {}

    def _people_by_key(self, keys: set[str]) -> dict[str, list[Person]]:
        """Return the records of the national list by the keys of the rows; a joined record's stands for the other."""
        people: dict[str, list[Person]] = {}
        found = Person.objects.filter(name_key__in=keys - {""}).select_related("merged_into").order_by("pk")
        for person in found:
            record = person.merged_into or person
            if record not in people.setdefault(person.name_key, []):
                people[person.name_key].append(record)
        return people

    def rows(self) -> list[PlayerRow]:
        """Return the rows in the order of the list."""
        rows = []
        for facts in self.facts:
            row = self._row(facts)
            self.seen.setdefault(facts.key, []).append(row)
            rows.append(row)
        return rows

    def _row(self, facts: PlayerFacts) -> PlayerRow:
        row = PlayerRow(facts, "new", minor=is_minor(facts.birth_date, self.event.first_day))
        if facts.problems:
            return replace(row, state="wrong", problems=facts.problems)
        earlier = [each for each in self.seen.get(facts.key, ()) if each.state != "wrong"]
        if earlier:
            row = replace(row, repeats=earlier[0].number)
        same = next((each for each in earlier if self._is_same(each.facts, facts)), None)
        if same is not None:
            return replace(row, state="repeat", repeats=same.number)
        try:
            row = self._known(row)
        except Refused as refused:
            return replace(row, state="wrong", problems=(sentence(refused),))
        return self._with_place(row)

    def _is_same(self, one: PlayerFacts, other: PlayerFacts) -> bool:
        """Return whether two rows with one name are one person: the same card or address, or somebody said so."""
        if one.birth_date and other.birth_date and one.birth_date != other.birth_date:
            return False
        if one.card_number or other.card_number:
            return one.card_number == other.card_number
        return self.match_names or bool(one.email and one.email.casefold() == other.email.casefold())

    def _known(self, row: PlayerRow) -> PlayerRow:
        """Return the row with its record, if it has one. Errors: CardOfAnother, PERSON_OF_ANOTHER_CLUB, NOT_CALLED."""
        facts = row.facts
        same = self.by_key.get(facts.key, [])
        holder = self.by_card.get(facts.card_number)
        if holder is not None:
            if holder not in same:
                raise CardOfAnother(card_number=facts.card_number)
            row = replace(row, state="known", person=holder)
        elif len(same) == 1 and (self.match_names or self._is_entered_with(same[0], facts)):
            if not (self.knows_all or same[0].pk in self.known or same[0].pk in self.entered):
                raise Refused("PERSON_OF_ANOTHER_CLUB")
            row = replace(row, state="known", person=same[0], same_name=tuple(same))
        else:
            near = tuple(self.near_people[pk] for pk in self.near[facts.key][:5])
            row = replace(row, same_name=tuple(same[:5]), near=near)
        if self.called is not None and (row.person is None or row.person.pk not in self.called):
            raise Refused("NOT_CALLED", player=f"{facts.first_name} {facts.last_name}")
        return row

    def _is_entered_with(self, person: Person, facts: PlayerFacts) -> bool:
        """Return whether the record is entered here with the row's address: the same mail and name are one entry."""
        return person.pk in self.entered and bool(facts.email) and person.email.casefold() == facts.email.casefold()

    def _with_place(self, row: PlayerRow) -> PlayerRow:
        """Return the row with what becomes of it: already entered, entered, or queued; the record's own age counts."""
        if row.person is not None and (row.person.birth_date is not None or not row.minor):
            row = replace(row, minor=needs_guardian(row.person, self.event.first_day))
        if row.person is not None and row.person.pk in self.entered:
            return replace(row, entered=True)
        if self.free is None:
            return row
        self.free -= 1
        return replace(row, waits=self.free < 0)
