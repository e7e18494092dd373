"""Requests to enter an event: made by a mail address or an account, confirmed, accepted, queued, refused, withdrawn.

Only a confirmed address or an account takes a place or a turn in the waiting list. The event is locked first, so that
the last place is given once, whatever happens at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.access.links import participant_link_mail, request_link_make
from tournament.core.audit import By, erase, record, require_reason
from tournament.core.locks import locked, locked_entry
from tournament.core.refusals import AlreadyDone
from tournament.delivery import entry_mails
from tournament.delivery.waiting_mails import waiting_tell
from tournament.entries.services import entry_store, open_for_entries, person_create, typed_name
from tournament.events.lifecycle import event_update
from tournament.events.waiting_list import free_places, position_in_list, promote
from tournament.models import Consent, Entry, EntryRequest, Event, Person
from tournament.models.entering import OPEN_STATES
from tournament.people.languages import language_of_person
from tournament.people.selectors import person_with_address
from tournament.records.claims import record_join
from tournament.records.consents import consent_set
from tournament.records.refusals import AddressOfDesk, GuardianNeeded, JoinedLately
from tournament.records.selectors import record_of_mailbox
from tournament.regulation.ages import is_child, is_minor
from tournament.regulation.names import clean_name, name_key
from tournament.regulation.refused import Refused

State, Age = EntryRequest.State, EntryRequest.Age


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """Answers of a player on the page of the entry.

    Arguments:
        email: of the player, or of the parent or guardian who answers for a minor.
        show_name: whether the name is shown with the results, in the Ranking too.
        photo_consent: whether the player may be photographed.
        language: of the page.
    """

    first_name: str
    last_name: str
    email: str
    age: str
    guardian_name: str
    show_name: bool
    photo_consent: bool
    language: str


def _open_event(event: Event) -> Event:
    """Return the event, locked, if players may enter themselves now.

    Errors: ENTRIES_NOT_OPEN, ENTRIES_CLOSED, EVENT_STATE_WRONG, ENTRY_REQUESTS_CLOSED.
    """
    fresh = locked(event)
    open_for_entries(fresh)
    if fresh.is_national_final or not fresh.accepts_requests(timezone.now()):
        raise Refused("ENTRY_REQUESTS_CLOSED")
    return fresh


def _clean(facts: EntryFacts) -> dict[str, Any]:
    """Return the columns of a request. Errors: FIELD_WRONG."""
    return {
        "first_name": typed_name("first_name", facts.first_name),
        "last_name": typed_name("last_name", facts.last_name),
        "email": facts.email.strip().lower(),
        "age": facts.age,
        "guardian_name": "" if facts.age == Age.ADULT else clean_name(facts.guardian_name),
        "show_name": facts.show_name,
        "photo_consent": facts.photo_consent,
        "language": facts.language,
    }


@transaction.atomic
def entry_ask_by_mail(*, event: Event, facts: EntryFacts) -> None:
    """Store what a visitor says and mail the link by which the address is confirmed.

    An address that is entered already, or whose request is open, gets the link to that instead: the visitor sees the
    same answer and learns nothing about anybody.

    Errors: those of :func:`_open_event`; FIELD_WRONG.
    """
    fresh, columns = _open_event(event), _clean(facts)
    person = person_with_address(columns["email"], columns["first_name"], columns["last_name"])
    entry = Entry.objects.filter(event=fresh, person=person).first() if person is not None else None
    if entry is not None:
        participant_link_mail(entry=entry)
        return
    request = _open_request(fresh, columns, person)
    if request is not None and request.state != State.UNCONFIRMED:
        entry_mails.known_notice(request, link=request_link_make(request=request))
        return
    request = request or EntryRequest(event=fresh)
    for name, value in (columns | {"state": State.UNCONFIRMED, "asked_at": timezone.now()}).items():
        setattr(request, name, value)
    request.save()
    entry_mails.confirm_notice(request, link=request_link_make(request=request))


def _open_request(event: Event, columns: dict[str, Any], person: Person | None) -> EntryRequest | None:
    """Return the request that this address made for this name, if it is open or was refused."""
    requests = EntryRequest.objects.filter(event=event, state__in=(*OPEN_STATES, State.REFUSED))
    key = name_key(columns["first_name"], columns["last_name"])
    same_address = requests.filter(email=columns["email"])
    own = next((row for row in same_address if name_key(row.first_name, row.last_name) == key), None)
    return own or (requests.filter(person=person).first() if person is not None else None)


@transaction.atomic
def entry_ask_by_account(*, event: Event, user: User, facts: EntryFacts) -> EntryRequest:
    """Enter the owner of an account, or queue them, at once: the account is the confirmation. Idempotent.

    Arguments:
        facts: the names count only for an account without a record; its address is the account's, if confirmed.
    Errors: those of :func:`_open_event`; FIELD_WRONG, PERSON_MERGED, SAME_PERSON_TWICE; ENTRY_REQUEST_OVER after a
    refusal.
    """
    fresh, columns = _open_event(event), _clean(facts)
    person = _own_record(user, columns)
    request = EntryRequest.objects.filter(event=fresh, user=user).first()
    if request is None and person is not None:
        request = EntryRequest.objects.filter(event=fresh, person=person).first()
    if request is not None and request.state == State.REFUSED:
        raise Refused("ENTRY_REQUEST_OVER", state=State.REFUSED.label)
    if request is not None and (request.entry is not None or request.is_open) and request.state != State.UNCONFIRMED:
        return request
    entry = Entry.objects.filter(event=fresh, person=person).first() if person is not None else None
    if entry is not None:
        raise Refused("SAME_PERSON_TWICE", person=str(person), number=entry.number)
    request = request or EntryRequest(event=fresh)
    if person is not None:
        _delete_others(request, person)
    request.entry = None
    for name, value in (columns | {"guardian_name": "", "person": person, "user": user}).items():
        setattr(request, name, value)
    request.state = State.UNCONFIRMED
    request.save()
    request_link_make(request=request)
    return _place(fresh, request)


def _own_record(user: User, columns: dict[str, Any]) -> Person | None:
    """Return the account's record, or one without an account that has the account's confirmed address and name."""
    own: Person | None = getattr(user, "person", None)
    return own if own is not None else record_of_mailbox(user, columns["first_name"], columns["last_name"])


@transaction.atomic
def request_confirm(*, request: EntryRequest) -> EntryRequest:
    """Confirm the address of a request by the link that was mailed to it; it is entered or queued. Idempotent.

    Errors: ENTRY_REQUEST_OVER once the time to confirm is over; those of :func:`_open_event`.
    """
    event = locked(request.event_id)
    fresh = _fresh(request, event)
    if fresh.state != State.UNCONFIRMED:
        return fresh
    if not fresh.is_confirmable(timezone.now()):
        raise Refused("ENTRY_REQUEST_OVER", state=State.UNCONFIRMED.label)
    _open_event(event)
    return _place(event, fresh)


def _fresh(request: EntryRequest, event: Event) -> EntryRequest:
    """Return the request as it is now, with the locked event. Errors: AlreadyDone if it was deleted."""
    fresh = EntryRequest.objects.select_related("person", "user").filter(pk=request.pk).first()
    if fresh is None:
        raise AlreadyDone(what=State.WITHDRAWN.label)
    fresh.event = event
    return fresh


def _place(event: Event, request: EntryRequest) -> EntryRequest:
    """Let the organiser decide on a confirmed request, or enter or queue it at once. Errors: GUARDIAN_ENTERS."""
    _correct_age(event, request)
    request.queued_at = timezone.now()
    if event.entry_mode == Event.EntryMode.APPROVAL:
        request.state = State.PENDING
        request.save()
        entry_mails.pending_notice(request)
        waiting_tell("entry", event=event, by=request.user)
        return request
    return _enter_or_queue(event, request, by=None)


def _correct_age(event: Event, request: EntryRequest) -> None:
    """Have the date of birth of the record, where it is known, decide over what the request says.

    Errors: GUARDIAN_ENTERS for a child under 14 for whom nobody answers.
    """
    person = _known_record(request)
    if person is None or person.birth_date is None:
        return
    is_under_14 = is_child(person.birth_date, event.first_day)
    if is_under_14 and not (request.guardian_name or person.guardian_name):
        raise Refused("GUARDIAN_ENTERS")
    minor = is_minor(person.birth_date, event.first_day)
    request.age = Age.CHILD if is_under_14 else Age.TEEN if minor else Age.ADULT
    request.guardian_name = (request.guardian_name or person.guardian_name) if minor else ""


def _enter_or_queue(event: Event, request: EntryRequest, *, by: By) -> EntryRequest:
    """Enter a request if a place is free and nobody waits for it, else append it to the waiting list."""
    promote(event)
    free = free_places(event)
    if free is None or (free > 0 and not EntryRequest.objects.filter(event=event, state=State.WAITING).exists()):
        return _enter(event, request, by=by)
    request.state = State.WAITING
    request.save()
    entry_mails.waiting_notice(request, position=position_in_list(request))
    return request


def _enter(event: Event, request: EntryRequest, *, by: By) -> EntryRequest:
    """Make the entry of a confirmed request, with a new record unless the address has one of this name.

    Errors: EVENT_FULL; PERSON_MERGED; ENTRIES_NOT_OPEN, ENTRIES_CLOSED, EVENT_STATE_WRONG.
    """
    open_for_entries(event)
    person = _record_of(request)
    entry = Entry.objects.filter(event=event, person=person).first()
    # No longer promoted: the place that was held for this request is the entry's.
    request.state, request.answer_by = State.ENTERED, None
    request.save()
    if entry is None:
        entry = entry_store(event, person, by if by is not None else request.user, photo_consent=request.photo_consent)
    _delete_others(request, person)
    if request.guardian_name and request.guardian_name != person.guardian_name:
        record(person, verb="guardian_set", by=by, guardian_name=request.guardian_name)
    request.entry, request.person = entry, person
    request.first_name = request.last_name = request.email = ""
    request.save()
    _store_consent(request, person)
    return request


def _delete_others(request: EntryRequest, person: Person) -> None:
    """Delete the other requests of a person for the event, e.g. by mail beside the account's: they say nothing more."""
    EntryRequest.objects.filter(event=request.event, person=person).exclude(pk=request.pk).delete()


def _record_of(request: EntryRequest) -> Person:
    """Return the record of a request: of the same address and name, or a new one; an account's is joined to it.

    The account may have got its record after the request, by another event or a claim: that one counts.
    """
    user, person = request.user, _known_record(request)
    if person is None:
        return person_create(
            first_name=request.first_name,
            last_name=request.last_name,
            email=request.email,
            guardian_name=request.guardian_name,
            user=user,
            by=user,
        )
    if user is not None and person.user_id is None:
        record_join(person, user, by=user, verb="claim_by_mail")
        person.refresh_from_db()
    return person


def _known_record(request: EntryRequest) -> Person | None:
    """Return the record that a request will be entered with, None if it will be a new one."""
    user, first_name, last_name = request.user, request.first_name, request.last_name
    person: Person | None = getattr(user, "person", None) or request.person
    if person is None and user is not None:
        return record_of_mailbox(user, first_name, last_name)
    return person or person_with_address(request.email, first_name, last_name)


def _store_consent(request: EntryRequest, person: Person) -> None:
    """Store the decision about the name, unless a minor made it alone; the mail of the entry is its receipt."""
    if request.show_name is None or not request.may_show_name:
        return
    source = Consent.Source.ACCOUNT if request.user is not None else Consent.Source.MAIL
    try:
        consent_set(person=person, consent=request.show_name, source=source, by=request.user, is_told=False)
    except (AddressOfDesk, GuardianNeeded, JoinedLately):
        # The address belongs to somebody who runs events, so it proves nothing; or the account was joined to the
        # record just now: the name stays hidden.
        return


@transaction.atomic
def request_approve(*, request: EntryRequest, by: By) -> EntryRequest:
    """Accept a request for the desk: entered if a place is free, else queued; from the waiting list only entered.

    Errors: ENTRY_REQUEST_STATE_WRONG; EVENT_FULL; those of the entry.
    """
    event = locked(request.event_id)
    fresh = _fresh(request, event)
    if fresh.state == State.ENTERED:
        raise AlreadyDone(what=State.ENTERED.label)
    if fresh.state == State.PENDING:
        fresh.queued_at, fresh.decided_by = timezone.now(), by
        return _enter_or_queue(event, fresh, by=by)
    if fresh.state not in (State.WAITING, State.PROMOTED, State.LAPSED):
        raise Refused("ENTRY_REQUEST_STATE_WRONG", player=str(fresh), state=fresh.get_state_display())
    return _enter(event, fresh, by=by)


@transaction.atomic
def requests_open_to_all(*, event: Event, by: By) -> list[EntryRequest]:
    """Accept every request that waits for the desk, in their order, and let the next ones in without it.

    Errors: those of ``event_update``.
    """
    fresh = event_update(event=event, by=by, entry_mode=Event.EntryMode.OPEN)
    waiting = EntryRequest.objects.filter(event=fresh, state=State.PENDING).order_by("pk")
    return [request_approve(request=request, by=by) for request in waiting]


@transaction.atomic
def request_refuse(*, request: EntryRequest, reason: str, by: By) -> EntryRequest:
    """Refuse a request for the desk, with a reason that is mailed.

    Errors: DECISION_REASON_MISSING, ENTRY_REQUEST_STATE_WRONG.
    """
    why = require_reason(reason)
    event = locked(request.event_id)
    fresh = _fresh(request, event)
    if fresh.state not in (State.PENDING, State.WAITING, State.PROMOTED, State.LAPSED):
        raise Refused("ENTRY_REQUEST_STATE_WRONG", player=str(fresh), state=fresh.get_state_display())
    fresh.state, fresh.reason, fresh.decided_by, fresh.answer_by = State.REFUSED, why, by, None
    fresh.save()
    entry_mails.refused_notice(fresh)
    promote(event)
    return fresh


@transaction.atomic
def promotion_accept(*, request: EntryRequest) -> EntryRequest:
    """Take the place that became free. Idempotent.

    Errors: ENTRY_REQUEST_OVER after the deadline; those of the entry.
    """
    event = locked(request.event_id)
    fresh = _fresh(request, event)
    if fresh.state == State.ENTERED:
        return fresh
    is_in_time = fresh.answer_by is not None and timezone.now() < fresh.answer_by
    if fresh.state != State.PROMOTED or not is_in_time or event.state != Event.State.AUTHORISED:
        raise Refused("ENTRY_REQUEST_OVER", state=fresh.get_state_display())
    return _enter(event, fresh, by=None)


@transaction.atomic
def request_withdraw(*, request: EntryRequest) -> EntryRequest:
    """Withdraw a request that is not entered yet; a place held for it goes to the next. Idempotent."""
    event = locked(request.event_id)
    fresh = _fresh(request, event)
    if fresh.entry is not None:
        entry_withdraw(entry=fresh.entry, by=None)
        return _fresh(request, event)
    if fresh.is_open or fresh.state == State.LAPSED:
        is_confirmed = fresh.state != State.UNCONFIRMED
        if is_confirmed:
            entry_mails.request_withdrawn_notice(fresh)
        _close(fresh)
        promote(event)
    return fresh


def _close(request: EntryRequest) -> None:
    """Mark a request as withdrawn and forget who made it, unless that is the record's."""
    request.state, request.answer_by, request.entry = State.WITHDRAWN, None, None
    request.first_name = request.last_name = request.email = request.guardian_name = ""
    request.save()


@transaction.atomic
def entry_withdraw(*, entry: Entry, by: By) -> None:
    """Withdraw an entry for its player, until the check-in opens; the place goes to the next of the waiting list.

    Errors: WITHDRAW_AT_DESK once the check-in is open; ENTRY_GONE if it is withdrawn already.
    """
    fresh = locked_entry(entry)
    event = fresh.event
    if event.state not in (Event.State.ANNOUNCED, Event.State.AUTHORISED):
        raise Refused("WITHDRAW_AT_DESK")
    request = EntryRequest.objects.filter(entry=fresh).first()
    if request is not None:
        request.event = event
        _close(request)
    language = language_of_person(fresh.person, request.language if request is not None else event.language)
    entry_mails.entry_withdrawn_notice(event=event, person=fresh.person, language=language)
    erase(fresh, verb="entry_withdraw", by=by)
    promote(event)
    waiting_tell("cancelled", event=event, by=by)


@transaction.atomic
def links_mail_again(*, event: Event, address: str) -> None:
    """Mail the links of an address in an event again: the pages of its entries, and of its open requests.

    At most once in ten minutes for each. Whoever asked sees the same for every address.
    """
    typed = address.strip().lower()
    fresh = locked(event)
    if fresh.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
        return
    for entry in Entry.objects.filter(event=fresh, person__email__iexact=typed).select_related("person"):
        participant_link_mail(entry=entry)
    for request in EntryRequest.objects.filter(event=fresh, email=typed, state__in=OPEN_STATES):
        request.event = fresh
        entry_mails.known_notice(request, link=request_link_make(request=request))


@transaction.atomic
def entry_still_comes(*, entry: Entry, by: By) -> None:
    """Store that a player comes, asked after the start moved or the day before. Idempotent. Errors: ENTRY_GONE."""
    fresh = locked_entry(entry)
    if fresh.still_comes is not True:
        record(fresh, verb="entry_still_comes", by=by, still_comes=True)
