"""Read claims to records, with what their reader may see of each, and signed consent forms (art. 1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from tournament.core.permissions import organisers_of
from tournament.core.tokens import code_token, hashed, link_token
from tournament.models import ConsentPaper, Entry, Event, Person, PersonClaim, PrivateLink, Seat
from tournament.people.selectors import people_search, possible_duplicates
from tournament.records.settling import day_after

State = Event.State
#: States of an event whose rounds are played.
_OVER = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)
_SIGNED = Prefetch("entries", Entry.objects.select_related("person").order_by("number"))


def verified_addresses(user: Any) -> list[str]:
    """Return the mail addresses that the owner of an account has confirmed. One query."""
    return list(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))


def free_records(first_name: str, last_name: str) -> QuerySet[Person]:
    """Return the records with this name that are joined to no account."""
    return possible_duplicates(first_name, last_name).filter(user=None).order_by("pk")


def record_of_mailbox(user: Any, first_name: str, last_name: str) -> Person | None:
    """Return the only record with this name whose address the account's owner has confirmed.

    The name counts too, because parent and child may share an address.
    """
    owned = Q(pk=None)
    for address in verified_addresses(user):
        owned |= Q(email__iexact=address)
    records = list(free_records(first_name, last_name).filter(owned)[:2])
    return records[0] if len(records) == 1 else None


def proves(user: Any, person: Person) -> bool:
    """Return whether an account's owner has confirmed the mail address of a record. One query."""
    return person.email.casefold() in {address.casefold() for address in verified_addresses(user)}


def latest_claim(user: Any) -> PersonClaim | None:
    """Return the last claim of an account. One query."""
    return PersonClaim.objects.filter(account=user).first()


def waiting_claims() -> QuerySet[PersonClaim]:
    """Return the claims that wait for the National Referent."""
    waiting = PersonClaim.objects.filter(state=PersonClaim.State.WAITING, account__person=None)
    return waiting.select_related("account", "person", "code_entry")


def claims_to_answer(user: Any) -> QuerySet[PersonClaim]:
    """Return the waiting claims that a National Referent may answer: all but their own."""
    return waiting_claims().exclude(account=user)


def entry_of_code(text: str, user: Any) -> Entry | None:
    """Return the entry of the private page whose code was typed, if its player has played there and the event is over.

    Who runs the event prints its codes, so for them one proves nothing.
    """
    token = code_token(text)
    links = PrivateLink.objects.filter(kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None)
    link = links.filter(token_sha256=hashed(token)).select_related("entry__person", "event").first() if token else None
    if link is None or link.entry is None or link_token(link) is None:
        return None
    event = link.event
    is_played = event.state in _OVER and not event.is_practice and Seat.objects.filter(entry=link.entry).exists()
    if not is_played or user.pk in {account.pk for account in organisers_of(event)}:
        return None
    return link.entry


@dataclass(frozen=True, slots=True)
class Evidence:
    """A record that a claim may be about, with what proves it.

    Arguments:
        same_mail: whether the owner of the account confirmed the record's address.
        same_card: whether the typed card number is the record's; None if nothing was typed or the record has none.
        same_code: whether the code of the person's own page of a played event was typed.
        last: the event that the person entered last.
        step: what the Referent can do: confirm, write to the record's address, wait for it, or ask for a proof.
        day: from when the record can be joined, while its address may still say no.
    """

    class Step(StrEnum):
        CONFIRM = "confirm"
        WRITE = "write"
        WAIT = "wait"
        PROVE = "prove"

    person: Person
    same_mail: bool
    same_card: bool | None
    same_code: bool
    last: Event | None
    step: Step
    day: date | None


def evidence(claim: PersonClaim, query: str = "") -> list[Evidence]:
    """Return the records that a claim may be about: those of its name, and those that match a search."""
    people = {claim.person.pk: claim.person} if claim.person is not None and claim.person.user_id is None else {}
    people |= {person.pk: person for person in free_records(claim.first_name, claim.last_name)[:10]}
    if query:
        people |= {person.pk: person for person in people_search(query) if person.user_id is None}
    return [evidence_of(claim, person) for person in people.values()]


def evidence_of(claim: PersonClaim, person: Person) -> Evidence:
    """Return what proves that a record is the claim's author's, and what the Referent can do. Two queries."""
    last = Entry.objects.filter(person=person).select_related("event").order_by("-event__first_day", "-pk").first()
    typed, stored = claim.card_number.casefold(), person.card_number.casefold()
    same_card = typed == stored if typed and stored else None
    same_code = claim.code_entry is not None and claim.code_entry.person_id == person.pk
    same_mail = proves(claim.account, person)
    day = None
    if not person.email:
        step = Evidence.Step.CONFIRM if same_card or same_code else Evidence.Step.PROVE
    elif same_mail:
        step = Evidence.Step.CONFIRM
    elif claim.told_at is None or claim.person_id != person.pk:
        step = Evidence.Step.WRITE
    else:
        day = day_after(claim.told_at)
        step = Evidence.Step.CONFIRM if day <= timezone.localdate() else Evidence.Step.WAIT
    return Evidence(person, same_mail, same_card, same_code, last.event if last is not None else None, step, day)


def record_of_proofs(claim: PersonClaim) -> Person | None:
    """Return the free record of the claim's name, without a mail address, whose card number and code were typed."""
    entry = claim.code_entry
    if entry is None or not claim.card_number:
        return None
    records = free_records(claim.first_name, claim.last_name).filter(pk=entry.person_id, email="")
    return records.filter(card_number__iexact=claim.card_number).first()


def claim_on(person: Person) -> PersonClaim | None:
    """Return the waiting claim to a record that its address was told of. One query."""
    claims = PersonClaim.objects.filter(person=person, state=PersonClaim.State.WAITING, told_at__isnull=False)
    return claims.select_related("account").first()


def event_papers(event: Event) -> QuerySet[ConsentPaper]:
    """Return the forms sent for an event with their signers, newest first. Two queries."""
    return ConsentPaper.objects.filter(event=event).prefetch_related(_SIGNED).order_by("-added_at", "-pk")


def papers_waiting() -> QuerySet[ConsentPaper]:
    """Return the forms that wait for the Referent with their signers, oldest first. Two queries."""
    waiting = ConsentPaper.objects.filter(state=ConsentPaper.State.WAITING)
    return waiting.select_related("event__organiser").prefetch_related(_SIGNED).order_by("added_at", "pk")
