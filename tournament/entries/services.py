"""Manage people and their entries in an event: registration, check-in, leaving and returning."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access.links import own_links_make, participant_links_give
from tournament.core.audit import By, erase, record, record_all
from tournament.core.locks import locked, locked_entry
from tournament.core.permissions import is_national_referent
from tournament.core.preconditions import BEFORE_ROUND_1, regulation_of, require_event_state
from tournament.core.refusals import AlreadyDone
from tournament.delivery.notices import registration_notices
from tournament.entries.departures import departure_record
from tournament.entries.refusals import CardNumberTaken, CardOfAnother, CardUnknown
from tournament.events.finalists import accepted_people
from tournament.events.waiting_list import held_places, promote
from tournament.models import (
    Consent,
    Entry,
    EntryRequest,
    Event,
    Person,
    Round,
    Seat,
)
from tournament.models.people import BIRTH_DATE_WRONG
from tournament.people.selectors import is_known, person_by_card
from tournament.records.consents import consent_for_event
from tournament.regulation.ages import can_be_born
from tournament.regulation.names import clean_name
from tournament.regulation.parameters import LateEntries
from tournament.regulation.refused import Refused
from tournament.regulation.validity import accepts_entry


def open_for_entries(event: Event) -> None:
    """Art. 1.2, 1.5: require the Referent's authorisation, and that round 1 is not drawn yet (AMB-41).

    The Referent manages the entries of the national final: a player who accepted the call is entered when it is
    created. A practice event is authorised by nobody (AMB-46).
    """
    needs_referent = not (event.is_national_final or event.is_practice)
    if needs_referent and event.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
        raise Refused("ENTRIES_NOT_OPEN")
    _before_round_1(event)


def open_at_desk(event: Event) -> None:
    """Require that the desk can enter players: as long as entries are open, or late, for who has arrived (AMB-41)."""
    if not accepts_late(event):
        open_for_entries(event)


def accepts_late(event: Event) -> bool:
    """Art. 1.5: return whether a player can enter a running event, to play from round 2 on (AMB-41).

    One query, none where the version never allows it. The national final has only those who were called.
    """
    rules = regulation_of(event)
    if event.state != Event.State.RUNNING or event.is_national_final:
        return False
    if rules.readings.late_entries is LateEntries.NEVER:
        return False
    last = Round.objects.last_round(event)
    drawn, is_over = (0, False) if last is None else (last.number, last.state == Round.State.CLOSED)
    return accepts_entry(drawn, is_round_over=is_over, regulation=rules)


def _need_arrival(event: Event) -> None:
    """Require that a player can be let in now: at the check-in, or late. Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED."""
    if not accepts_late(event):
        need_check_in(event)


def _before_round_1(event: Event) -> None:
    """Art. 1.5: require that round 1 is not drawn yet: later nobody can be entered (AMB-41)."""
    if event.state == Event.State.RUNNING:
        raise Refused("ENTRIES_CLOSED")
    require_event_state(event, *BEFORE_ROUND_1)


def _is(entry: Entry, *states: str) -> None:
    if entry.state not in states:
        raise Refused(
            "ENTRY_STATE_WRONG",
            player=str(entry),
            state=Entry.State(entry.state).label,
            needed=tuple(Entry.State(state).label for state in states),
        )


def typed_name(field: str, text: str) -> str:
    """Return a name as it is stored. Errors: FIELD_WRONG if nothing or too much is left of it."""
    clean = clean_name(text)
    if not clean or len(clean) > 80 or not clean.isprintable():
        raise Refused("FIELD_WRONG", field=field, value=text[:80], right=_("from 1 to 80 characters on one line"))
    return clean


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPerson:
    """A person to be added to the national list.

    Arguments:
        guardian_name: who answers for a minor, and whose the mail address is.
        said_to_be: the record that the desk took for the same person at check-in, without a proof.
        user: the person's own account.
    """

    first_name: str
    last_name: str
    city: str = ""
    email: str = ""
    birth_date: date | None = None
    guardian_name: str = ""
    card_number: str = ""
    said_to_be: Person | None = None
    user: User | None = None


def person_create(*, by: By, verb: str = "person_create", **facts: Any) -> Person:
    """Add a person to the national list (art. 1.6), without any consent; the facts are those of :class:`NewPerson`.

    Only the person gives a consent (``consents.services``). Equal names are no error (see
    ``people.selectors.possible_duplicates``), an equal card number is (AMB-25).

    Errors: FIELD_WRONG; CardNumberTaken, or CardOfAnother for a user who may not read the whole list.
    """
    return people_create([NewPerson(**facts)], by=by, verb=verb)[0]


@transaction.atomic
def people_create(people: Sequence[NewPerson], *, by: By, verb: str = "person_create") -> list[Person]:
    """Add several people, as ``person_create`` does one: all of them or none, in three queries."""
    cards = [new.card_number.strip() for new in people if new.card_number.strip()]
    _need_free_cards(cards, by)
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        raise CardOfAnother(card_number=twice)
    stored = [_new_record(new) for new in people]
    try:
        with transaction.atomic():
            record_all(stored, verb=verb, by=by)
    except IntegrityError:
        # Another constraint than that of the card is our own bug.
        _need_free_cards(cards, by)
        raise
    return stored


def _new_record(new: NewPerson) -> Person:
    """Return the row of a person, not yet stored. Errors: FIELD_WRONG."""
    if new.birth_date is not None and not can_be_born(new.birth_date, timezone.localdate()):
        raise Refused("FIELD_WRONG", field=_("date of birth"), value=new.birth_date, right=str(BIRTH_DATE_WRONG))
    return Person(
        first_name=typed_name(_("first name"), new.first_name),
        last_name=typed_name(_("last name"), new.last_name),
        city=" ".join(new.city.split()),
        email=new.email.strip(),
        birth_date=new.birth_date,
        guardian_name=clean_name(new.guardian_name),
        card_number=new.card_number.strip(),
        said_to_be=new.said_to_be,
        user=new.user,
    )


def _need_free_cards(cards: Collection[str], by: By) -> None:
    """Require card numbers that nobody has. Errors: as ``_taken``."""
    holder = Person.objects.filter(card_number__in=cards).first() if cards else None
    if holder is not None:
        raise _taken(holder.card_number, holder, by)


def _taken(card: str, holder: Person, by: By) -> Refused:
    """Return the error for a taken card number.

    Number and name together open a record, so a club must not learn whose number it is.
    """
    if by is None or is_national_referent(by):
        return CardNumberTaken(card_number=card, person=str(holder))
    return CardOfAnother(card_number=card)


@transaction.atomic
def entry_add(*, event: Event, person: Person, by: By, card_number: str = "") -> Entry:
    """Enter a person of the national list in an event (art. 1.5): authorised, and before the draw of round 1.

    Arguments:
        card_number: of a person who has not played at this organiser's before (art. 1.6); the Referent needs none.
    Errors: ENTRIES_NOT_OPEN, ENTRIES_CLOSED, EVENT_STATE_WRONG, EVENT_FULL, SAME_PERSON_TWICE, PERSON_MERGED,
        PERSON_OF_ANOTHER_CLUB, CardUnknown; NOT_CALLED, FINAL_FULL.
    """
    fresh = locked(event)
    open_at_desk(fresh)
    _need_known(fresh, person, by, card_number)
    return entry_store(fresh, person, by)


def _need_known(event: Event, person: Person, by: By, card_number: str) -> None:
    """Art. 1.6: require that the person played at the organiser's, requested the entry, or gave their card number."""
    if by is None or event.is_national_final or is_national_referent(by) or is_known(event, person):
        return
    if person.card_number and card_number.strip().casefold() == person.card_number.casefold():
        return
    if card_number.strip():
        raise CardUnknown(card_number=card_number.strip())
    raise Refused("PERSON_OF_ANOTHER_CLUB")


def entry_store(event: Event, person: Person, by: By, *, photo_consent: bool | None = None) -> Entry:
    """Make the entry of a person in a locked event and mail it to them; their request is answered by it.

    Errors: EVENT_FULL, SAME_PERSON_TWICE, PERSON_MERGED; NOT_CALLED, FINAL_FULL.
    """
    return entries_store(event, [person], by, photo_consent=photo_consent)[0]


def entries_store(event: Event, people: Sequence[Person], by: By, *, photo_consent: bool | None = None) -> list[Entry]:
    """Make the entries of several people, as ``entry_store`` does one, in a number of queries that does not grow."""
    entries = _add_entries(event, people, by, Entry.State.REGISTERED, "entry_add", photo_consent=photo_consent)
    by_person = {entry.person_id: entry for entry in entries}
    requests = list(EntryRequest.objects.filter(event=event, person__in=by_person))
    for request in requests:
        request.state, request.answer_by = EntryRequest.State.ENTERED, None
        request.entry = by_person[request.person_id or 0]
    EntryRequest.objects.bulk_update(requests, ["state", "entry", "answer_by"])
    pages = participant_links_give(entries=entries, by=None)
    own = own_links_make(people=[entry.person for entry in entries], by=None)
    registration_notices(event, entries, own=own, pages=pages)
    return entries


@transaction.atomic
def entry_add_new(*, event: Event, by: By, consent: bool = False, **facts: Any) -> Entry:
    """Enter a person who is not on the national list yet: creates record and entry. Atomic.

    Arguments:
        consent: whether the person told the desk that this event may show the name; it holds nowhere else.
        facts: those of ``person_create``.
    Errors: those of person_create and entry_add.
    """
    fresh = locked(event)
    open_at_desk(fresh)
    return entry_of_new(event=fresh, person=person_create(by=by, **facts), consent=consent, by=by)


@transaction.atomic
def entry_of_new(*, event: Event, person: Person, consent: bool, by: By) -> Entry:
    """Enter a person whose record the caller created in the same transaction.

    Arguments and errors: as entry_add_new.
    """
    fresh = locked(event)
    open_at_desk(fresh)
    return said_at_desk(entry_store(fresh, person, by), consent=consent, by=by)


def said_at_desk(entry: Entry, *, consent: bool, by: By) -> Entry:
    """Store a consent for this event given at the desk; without a tick no decision is stored."""
    if not consent:
        return entry
    return consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=by)


@transaction.atomic
def entry_add_by_card(*, event: Event, card_number: str, first_name: str, last_name: str, by: By) -> Entry:
    """Enter a person of another club, by what is printed on the card: number and name (art. 1.6).

    Errors: CardUnknown; those of entry_add.
    """
    person = person_by_card(card_number, first_name, last_name)
    if person is None:
        raise CardUnknown(card_number=card_number.strip())
    return entry_add(event=event, person=person, by=by, card_number=card_number)


def require_not_entered(event: Event, people: Sequence[Person]) -> None:
    """Require that people have no entry in the event. Errors: PERSON_MERGED, SAME_PERSON_TWICE."""
    merged = next((person for person in people if person.merged_into_id), None)
    if merged is not None:
        raise Refused("PERSON_MERGED", person=str(merged))
    same = Entry.objects.filter(event=event, person__in=people).select_related("person").first()
    if same is not None:
        raise Refused("SAME_PERSON_TWICE", person=str(same), number=same.number)


def _check_called(event: Event, people: Sequence[Person]) -> None:
    """Art. 1.7: require that players who enter or check in at the national final accepted the call.

    Errors: NOT_CALLED.
    """
    called = {accepted.pk for accepted in accepted_people(event.season)}
    missing = next((person for person in people if person.pk not in called), None)
    if missing is not None:
        raise Refused("NOT_CALLED", player=str(missing))


def need_places(event: Event, people: Sequence[Person]) -> None:
    """Require places that are neither taken nor held for others of the waiting list. Errors: EVENT_FULL."""
    if event.capacity is None:
        return
    if event.entries.count() + held_places(event, but=people) + len(people) > event.capacity:
        raise Refused("EVENT_FULL", capacity=event.capacity)


def _add_entries(event: Event, people: Sequence[Person], by: By, state: str, verb: str, **facts: Any) -> list[Entry]:
    stored = Person.objects.in_bulk([person.pk for person in people])
    fresh = [stored[person.pk] for person in people]
    require_not_entered(event, fresh)
    entries = Entry.objects.filter(event=event)
    if event.is_national_final:
        _check_called(event, fresh)
        if entries.count() + len(fresh) > event.season.finalists:
            raise Refused("FINAL_FULL", number=event.season.finalists)
    need_places(event, fresh)
    last = entries.aggregate(last=Max("number"))["last"] or 0
    is_late = event.state == Event.State.RUNNING
    added = [
        Entry(
            event=event,
            person=person,
            number=number,
            state=Entry.State.PLAYING if is_late else state,
            is_late=is_late,
            **facts,
        )
        for number, person in enumerate(fresh, start=last + 1)
    ]
    record_all(added, verb=verb, by=by)
    return added


@transaction.atomic
def walk_in(
    *, event: Event, first_name: str, last_name: str, consent: bool, by: By, said_to_be: Person | None = None
) -> Entry:
    """Register a walk-in: create a new person, entered and present.

    Arguments:
        consent: as for ``entry_add_new``; said_to_be: as for ``person_create``.
    Errors: those of person_create and entry_add.
    """
    fresh = locked(event)
    _need_arrival(fresh)
    person = person_create(first_name=first_name, last_name=last_name, said_to_be=said_to_be, by=by)
    entry = _add_entries(fresh, [person], by, Entry.State.CHECKED_IN, "walk_in")[0]
    return said_at_desk(entry, consent=consent, by=by)


@transaction.atomic
def walk_in_known(*, event: Event, person: Person, by: By, card_number: str = "") -> Entry:
    """Register a walk-in from the national list: entered, unless they already are, and present.

    Errors: those of entry_add and entry_check_in.
    """
    fresh = locked(event)
    _need_arrival(fresh)
    entry = Entry.objects.filter(event=fresh, person=person).first()
    if entry is None:
        entry = entry_add(event=fresh, person=person, by=by, card_number=card_number)
    return entry_check_in(entry=entry, by=by)


def need_check_in(event: Event) -> None:
    """Require that the check-in is open. Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED."""
    if event.state == Event.State.RUNNING:
        raise Refused("ENTRIES_CLOSED")
    require_event_state(event, Event.State.CHECK_IN)


@transaction.atomic
def entry_check_in(*, entry: Entry, by: By) -> Entry:
    """Mark a player as present: only players present enter the draw (art. 1.3, AMB-13).

    Idempotent; a repetition leaves no history row. Who arrives during round 1, where the version lets them in, plays
    from round 2 on (AMB-41).
    Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED; NOT_CALLED; ENTRY_STATE_WRONG for who left.
    """
    fresh = locked_entry(entry)
    _need_arrival(fresh.event)
    if fresh.event.is_national_final:
        _check_called(fresh.event, [fresh.person])
    if fresh.event.state == Event.State.RUNNING and fresh.state != Entry.State.PLAYING:
        _is(fresh, Entry.State.ABSENT, Entry.State.REGISTERED)
        record(fresh, verb="entry_check_in", by=by, state=Entry.State.PLAYING, is_late=True)
    elif fresh.event.state == Event.State.CHECK_IN and fresh.state != Entry.State.CHECKED_IN:
        record(fresh, verb="entry_check_in", by=by, state=Entry.State.CHECKED_IN)
    return fresh


@transaction.atomic
def entry_undo_check_in(*, entry: Entry, by: By) -> Entry:
    """Undo a check-in, before round 1, or a late one during it. Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED."""
    fresh = locked_entry(entry)
    if fresh.is_late and fresh.state == Entry.State.PLAYING and accepts_late(fresh.event):
        record(fresh, verb="entry_undo_check_in", by=by, state=Entry.State.ABSENT, is_late=False)
        return fresh
    need_check_in(fresh.event)
    if fresh.state != Entry.State.REGISTERED:
        record(fresh, verb="entry_undo_check_in", by=by, state=Entry.State.REGISTERED)
    return fresh


@transaction.atomic
def entry_remove(*, entry: Entry, by: By) -> None:
    """Delete an entry, before round 1, or later one of who did not come and never sat; its place goes to who waits.

    Errors: EVENT_STATE_WRONG, ENTRIES_CLOSED; AlreadyDone.
    """
    event = locked(entry.event_id)
    fresh = Entry.objects.filter(pk=entry.pk).first()
    if fresh is None:
        raise AlreadyDone(what=_("the entry is off the list"))
    has_played = fresh.seats.exists() or fresh.standing_rows.exists()
    never_came = fresh.state == Entry.State.ABSENT and not has_played
    if not (event.state == Event.State.RUNNING and never_came):
        _before_round_1(event)
    EntryRequest.objects.filter(entry=fresh).delete()
    erase(fresh, verb="entry_remove", by=by)
    promote(event)


@transaction.atomic
def entry_leave(*, entry: Entry, by: By, reason: str = "") -> Entry:
    """Mark a player as having left, between two rounds (AMB-12): the results stay, the player gets no more seats.

    Who arrived late and has not sat yet is absent again (AMB-41).
    Before the final a finalist who leaves is replaced by the next player and heads the non-finalists (AMB-32).
    Errors: EVENT_STATE_WRONG; ENTRY_STATE_WRONG; ENTRY_SEATED if a round with the player is open; FINAL_PLAYED.
    """
    fresh = locked_entry(entry)
    require_event_state(fresh.event, Event.State.RUNNING)
    _is(fresh, Entry.State.PLAYING)
    last = Round.objects.last_round(fresh.event)
    if last is not None and last.state != Round.State.CLOSED:
        seat = Seat.objects.filter(round=last, entry=fresh).select_related("table").first()
        if seat is not None:
            raise Refused("ENTRY_SEATED", player=str(fresh), round=last.number, table=seat.table.number)
    if last is not None and last.is_final and last.state == Round.State.CLOSED:
        raise Refused("FINAL_PLAYED")
    played = Round.objects.filter(event=fresh.event, state=Round.State.CLOSED, is_final=False).count()
    departure_record(fresh, verb="entry_leave", by=by, reason=reason, left_after=played)
    return fresh


@transaction.atomic
def entry_return(*, entry: Entry, by: By) -> Entry:
    """Undo a departure while the next round is not drawn.

    Errors: EVENT_STATE_WRONG, ENTRY_STATE_WRONG.
    """
    fresh = locked_entry(entry)
    require_event_state(fresh.event, Event.State.RUNNING)
    _is(fresh, Entry.State.LEFT)
    last = Round.objects.last_round(fresh.event)
    rounds_drawn = last.number if last is not None else 0
    if fresh.left_after != rounds_drawn:
        raise Refused(
            "ENTRY_STATE_WRONG",
            player=str(fresh),
            state=_("has left after round %(round)s") % {"round": fresh.left_after},
            needed=(_("has left after the last round drawn"),),
        )
    record(fresh, verb="entry_return", by=by, state=Entry.State.PLAYING, left_after=None)
    return fresh
