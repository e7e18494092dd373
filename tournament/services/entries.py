"""People and their entries in an event: registration, check-in, those who leave and come back."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Entry, Event, Person, Round, Seat
from tournament.rules.errors import EntriesClosed
from tournament.selectors.finalists import accepted_people
from tournament.selectors.rounds import last_round
from tournament.services.errors import (
    AlreadyDone,
    CardNumberTaken,
    EntrySeated,
    EntryStateWrong,
    EventFull,
    FieldWrong,
    FinalFull,
    FinalPlayed,
    NotCalled,
    PersonMerged,
    PersonsMeet,
    SamePersonTwice,
)
from tournament.services.guards import need_state
from tournament.services.history import By, erase, reason_given, record
from tournament.services.locks import locked, locked_entry
from tournament.services.notices import registration_notice

_BEFORE_ROUND_1 = (Event.State.DRAFT, Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN)


def _before_round_1(event: Event) -> None:
    """Art. 1.5: after the draw of round 1 nobody enters (AMB-41)."""
    if event.state == Event.State.RUNNING:
        raise EntriesClosed
    need_state(event, *_BEFORE_ROUND_1)


def _is(entry: Entry, *states: str) -> None:
    if entry.state not in states:
        raise EntryStateWrong(
            player=str(entry),
            state=entry.get_state_display(),
            needed=tuple(str(Entry.State(state).label) for state in states),
        )


def _clean_name(field: str, text: str) -> str:
    clean = " ".join(text.split())
    if not clean or len(clean) > 80 or not clean.isprintable():
        raise FieldWrong(field=field, value=text[:80], right=_("from 1 to 80 characters on one line"))
    return clean


@transaction.atomic
def person_create(
    *,
    first_name: str,
    last_name: str,
    city: str = "",
    email: str = "",
    birth_date: date | None = None,
    card_number: str = "",
    consent: bool = False,
    by: By,
) -> Person:
    """Adds a person to the national list (art. 1.6).

    Equal names are no error (see ``selectors.people.possible_duplicates``), an equal card number is (AMB-25).
    Errors: FieldWrong, CardNumberTaken.
    """
    card = card_number.strip()
    same = Person.objects.filter(card_number=card).first() if card else None
    if same is not None:
        raise CardNumberTaken(card_number=card, person=str(same))
    person = Person(
        first_name=_clean_name(_("first name"), first_name),
        last_name=_clean_name(_("last name"), last_name),
        city=" ".join(city.split()),
        email=email.strip(),
        birth_date=birth_date,
        card_number=card,
        consent=consent,
        consent_changed_at=timezone.now() if consent else None,
    )
    try:
        with transaction.atomic():
            record(person, verb="person_create", by=by)
    except IntegrityError as taken:
        raise CardNumberTaken(card_number=card, person=str(Person.objects.get(card_number=card))) from taken
    return person


@transaction.atomic
def consent_set(*, person: Person, consent: bool, by: By) -> Person:
    """Gives or withdraws the consent to show name and points; it takes effect at once (art. 1.6, AMB-19)."""
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    if fresh.consent != consent:
        record(fresh, verb="consent_set", by=by, consent=consent, consent_changed_at=timezone.now())
    return fresh


@transaction.atomic
def person_merge(*, keep: Person, merge: Person, by: By, reason: str) -> Person:
    """Joins two records of one person: entries move to the kept one, the other stays and points to it (AMB-25).

    Errors: ReasonMissing; PersonMerged; PersonsMeet where both played in one event; FieldWrong for a record and itself.
    """
    why = reason_given(reason)
    if keep.pk == merge.pk:
        raise FieldWrong(field=_("player"), value=str(keep), right=_("two different records"))
    # Nobody is entered anywhere meanwhile: an entry of the merged record would be left behind.
    list(Event.objects.select_for_update().filter(state__in=_BEFORE_ROUND_1).order_by("pk").values_list("pk"))
    both = Person.objects.select_for_update().filter(pk__in=[keep.pk, merge.pk]).order_by("pk")
    people = {person.pk: person for person in both}
    kept, merged = people[keep.pk], people[merge.pk]
    for person in (kept, merged):
        if person.merged_into_id:
            raise PersonMerged(person=str(person))
    met = Event.objects.filter(entries__person=kept).filter(entries__person=merged).first()
    if met is not None:
        raise PersonsMeet(person=str(kept), event=str(met))
    for entry in Entry.objects.filter(person=merged):
        record(entry, verb="person_merge", by=by, reason=why, person=kept)
    for field in ("city", "email", "birth_date"):
        if not getattr(kept, field):
            setattr(kept, field, getattr(merged, field))
    # A consent given for one record does not speak for a record on which it was withdrawn.
    kept.consent = kept.consent and merged.consent
    card = kept.card_number or merged.card_number
    account = kept.user or merged.user
    record(merged, verb="person_merge", by=by, reason=why, merged_into=kept, card_number="", user=None)
    record(kept, verb="person_merge", by=by, reason=why, card_number=card, user=account)
    return kept


@transaction.atomic
def entry_add(*, event: Event, person: Person, by: By) -> Entry:
    """Enters a person in an event (art. 1.5), before the draw of round 1.

    Errors: EntriesClosed, EventStateWrong, EventFull, SamePersonTwice, PersonMerged; NotCalled, FinalFull.
    """
    fresh = locked(event)
    entry = _added(fresh, person, by, Entry.State.REGISTERED, "entry_add")
    registration_notice(entry)
    return entry


@transaction.atomic
def entry_add_new(*, event: Event, by: By, **facts: Any) -> Entry:
    """Enters somebody who is not on the national list yet: the record and the entry, or neither.

    Arguments:
        facts: those of ``person_create``.
    Errors: those of person_create and entry_add.
    """
    fresh = locked(event)
    return entry_add(event=fresh, person=person_create(by=by, **facts), by=by)


def _check_called(event: Event, person: Person) -> None:
    """Art. 1.7: who enters the national final and sits down there accepted the call. Errors: NotCalled."""
    if person.pk not in {one.pk for one in accepted_people(event.season)}:
        raise NotCalled(player=str(person))


def _added(event: Event, person: Person, by: By, state: str, verb: str) -> Entry:
    _before_round_1(event)
    person = Person.objects.get(pk=person.pk)
    if person.merged_into_id:
        raise PersonMerged(person=str(person))
    entries = Entry.objects.filter(event=event)
    same = entries.filter(person=person).first()
    if same is not None:
        raise SamePersonTwice(person=str(person), number=same.number)
    if event.is_national_final:
        _check_called(event, person)
        if entries.count() >= event.season.finalists:
            raise FinalFull(number=event.season.finalists)
    if event.capacity is not None and entries.count() >= event.capacity:
        raise EventFull(capacity=event.capacity)
    number = (entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entry = Entry(event=event, person=person, number=number, state=state)
    record(entry, verb=verb, by=by)
    return entry


@transaction.atomic
def walk_in(*, event: Event, first_name: str, last_name: str, consent: bool, by: By) -> Entry:
    """Adds somebody at the door: a new person, entered and present. Errors: those of person_create and entry_add."""
    fresh = locked(event)
    _need_check_in(fresh)
    person = person_create(first_name=first_name, last_name=last_name, consent=consent, by=by)
    return _added(fresh, person, by, Entry.State.CHECKED_IN, "walk_in")


def _need_check_in(event: Event) -> None:
    if event.state == Event.State.RUNNING:
        raise EntriesClosed
    need_state(event, Event.State.CHECK_IN)


@transaction.atomic
def entry_check_in(*, entry: Entry, by: By) -> Entry:
    """Marks a player as present: only who is present enters the draw (art. 1.3, AMB-13).

    Pressed twice it is done once, and the second time says nothing.
    Errors: EventStateWrong, EntriesClosed; NotCalled.
    """
    fresh = locked_entry(entry)
    _need_check_in(fresh.event)
    if fresh.event.is_national_final:
        _check_called(fresh.event, fresh.person)
    if fresh.state != Entry.State.CHECKED_IN:
        record(fresh, verb="entry_check_in", by=by, state=Entry.State.CHECKED_IN)
    return fresh


@transaction.atomic
def entry_undo_check_in(*, entry: Entry, by: By) -> Entry:
    """Takes a presence back, before round 1. Errors: EventStateWrong, EntriesClosed."""
    fresh = locked_entry(entry)
    _need_check_in(fresh.event)
    if fresh.state != Entry.State.REGISTERED:
        record(fresh, verb="entry_undo_check_in", by=by, state=Entry.State.REGISTERED)
    return fresh


@transaction.atomic
def entry_remove(*, entry: Entry, by: By) -> None:
    """Takes an entry off the list, before round 1. Errors: EventStateWrong, EntriesClosed; AlreadyDone."""
    event = locked(entry.event_id)
    _before_round_1(event)
    fresh = Entry.objects.filter(pk=entry.pk).first()
    if fresh is None:
        raise AlreadyDone(what=_("the entry is off the list"))
    erase(fresh, verb="entry_remove", by=by)


@transaction.atomic
def entry_leave(*, entry: Entry, by: By, reason: str = "") -> Entry:
    """Marks a player as gone, between two rounds (AMB-12): the results stay, no seat any more.

    Before the final a finalist who leaves makes room for the next one and heads the non-finalists (AMB-32).
    Errors: EventStateWrong; EntryStateWrong; EntrySeated where a round with the player is open; FinalPlayed.
    """
    fresh = locked_entry(entry)
    need_state(fresh.event, Event.State.RUNNING)
    _is(fresh, Entry.State.PLAYING)
    last = last_round(fresh.event)
    if last is not None and last.state != Round.State.CLOSED:
        seat = Seat.objects.filter(round=last, entry=fresh).select_related("table").first()
        if seat is not None:
            raise EntrySeated(player=str(fresh), round=last.number, table=seat.table.number)
    if last is not None and last.is_final and last.state == Round.State.CLOSED:
        raise FinalPlayed
    played = Round.objects.filter(event=fresh.event, state=Round.State.CLOSED, is_final=False).count()
    record(fresh, verb="entry_leave", by=by, reason=reason, state=Entry.State.LEFT, left_after=played)
    return fresh


@transaction.atomic
def entry_return(*, entry: Entry, by: By) -> Entry:
    """Undoes a departure while the next round is not drawn. Errors: EventStateWrong, EntryStateWrong."""
    fresh = locked_entry(entry)
    need_state(fresh.event, Event.State.RUNNING)
    _is(fresh, Entry.State.LEFT)
    last = last_round(fresh.event)
    drawn = last.number if last is not None else 0
    if fresh.left_after != drawn:
        raise EntryStateWrong(
            player=str(fresh),
            state=_("has left after round %(round)s") % {"round": fresh.left_after},
            needed=(_("has left after the last round drawn"),),
        )
    record(fresh, verb="entry_return", by=by, state=Entry.State.PLAYING, left_after=None)
    return fresh
