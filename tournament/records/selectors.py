"""Read claims to records, with what their reader may see of each, and signed consent forms (art. 1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from tournament.core.permissions import is_national_referent
from tournament.models import ConsentPaper, Entry, Event, EventRole, Person, PersonClaim
from tournament.people.selectors import possible_duplicates

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


def latest_claim(user: Any) -> PersonClaim | None:
    """Return the last claim of an account. One query."""
    return PersonClaim.objects.filter(account=user).first()


def claims_to_answer(user: Any) -> QuerySet[PersonClaim]:
    """Return the waiting claims that a user may answer, the oldest first.

    The National Referent answers all, the club that entered the person last those about that person; nobody their own.
    """
    waiting = PersonClaim.objects.filter(state=PersonClaim.State.WAITING, account__person=None).exclude(account=user)
    waiting = waiting.select_related("account", "person").order_by("asked_at")
    if is_national_referent(user):
        return waiting
    entries = Entry.objects.filter(person=OuterRef("person")).order_by("-event__first_day", "-pk")
    last_event = Subquery(entries.values("event")[:1])
    organised = EventRole.objects.filter(user=user, role=EventRole.Role.ORGANISER).values("event")
    acting = Q(organiser__user=user) | Q(organiser__members__user=user)
    own = Event.objects.filter(Q(pk__in=organised) | acting)
    return waiting.annotate(last_event=last_event).filter(person__isnull=False, last_event__in=own.values("pk"))


@dataclass(frozen=True, slots=True)
class Evidence:
    """A record that a claim may be about, as who answers it may see it.

    Arguments:
        same_mail: whether the owner of the account confirmed the record's address.
        same_card: whether the typed card number is the record's; None if nothing was typed or the record has none.
        last: the event that the person entered last.
    """

    person: Person
    same_mail: bool
    same_card: bool | None
    last: Event | None


def evidence(claim: PersonClaim, user: Any) -> list[Evidence]:
    """Return the records that a claim may be about: for a club the one it knows, for the Referent all of that name."""
    if claim.person is not None:
        people = [claim.person]
    elif is_national_referent(user):
        people = list(free_records(claim.first_name, claim.last_name)[:10])
    else:
        people = []
    addresses = {address.casefold() for address in verified_addresses(claim.account)} if people else set()
    return [_evidence(claim, person, addresses) for person in people]


def _evidence(claim: PersonClaim, person: Person, addresses: set[str]) -> Evidence:
    last = Entry.objects.filter(person=person).select_related("event").order_by("-event__first_day", "-pk").first()
    typed, stored = claim.card_number.casefold(), person.card_number.casefold()
    return Evidence(
        person=person,
        same_mail=bool(person.email) and person.email.casefold() in addresses,
        same_card=typed == stored if typed and stored else None,
        last=last.event if last is not None else None,
    )


def event_papers(event: Event) -> QuerySet[ConsentPaper]:
    """Return the forms sent for an event with their signers, newest first. Two queries."""
    return ConsentPaper.objects.filter(event=event).prefetch_related(_SIGNED).order_by("-added_at", "-pk")


def papers_waiting() -> QuerySet[ConsentPaper]:
    """Return the forms that wait for the Referent with their signers, oldest first. Two queries."""
    waiting = ConsentPaper.objects.filter(state=ConsentPaper.State.WAITING)
    return waiting.select_related("event__organiser").prefetch_related(_SIGNED).order_by("added_at", "pk")
