"""Tell who answers a claim that it waits, and its author and the record's own address of the answer."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from tournament.delivery.decisions import accounts_notice, referents
from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import LANGUAGE
from tournament.delivery.waiting_mails import waiting_tell
from tournament.models import NoticeKind, Person, PersonClaim, PrivateLink, RecordPair
from tournament.people.accounts import account_login
from tournament.people.languages import language_of_person


def claim_asked_notice(claim: PersonClaim) -> None:
    """Tell the National Referents that a claim waits. The notice names nobody."""
    waiting_tell("claim", key=str(claim.pk), by=claim.account)


def claim_proved_notice(claim: PersonClaim) -> None:
    """Tell the National Referents that a card number and a code joined an account to a record without an address."""
    person = claim.person
    assert person is not None
    path = reverse("person", args=[person.pk])
    accounts_notice(referents(), kind=NoticeKind.WORK, code="claim_proved", key=f"claim-{claim.pk}", path=path)


def record_claimed_notice(claim: PersonClaim, person: Person, *, link: PrivateLink | None) -> None:
    """Tell the address of a record that an account claims it.

    Arguments:
        link: to the page on which the holder of the address answers; None for a record without an entry.
    """
    message = Message(
        key=f"claim-{claim.pk}-{person.pk}",
        account=None,
        code="record_claimed",
        params={},
        path=reverse("contact"),
        mail="record_claimed",
        addresses=(person.email,),
        language=language_of_person(person, LANGUAGE),
        context={
            "name": person.first_name,
            "account": masked(account_login(claim.account)),
            "own": link.pk if link is not None else None,
            "path": reverse("contact"),
        },
    )
    messages_deliver([message])


def masked(address: str) -> str:
    """Return a mail address by which its owner recognises it, and nobody else learns it: a…@example.org."""
    name, at, domain = address.partition("@")
    return f"{name[:1]}…{at}{domain}"


def claim_answered_notice(claim: PersonClaim) -> None:
    """Tell the author of a claim whether it was confirmed, and why not."""
    is_confirmed = claim.state == PersonClaim.State.CONFIRMED
    accounts_notice(
        [claim.account],
        code="claim_confirmed" if is_confirmed else "claim_refused",
        key=f"claim-{claim.pk}",
        path=reverse("my_games" if is_confirmed else "claim"),
        params={} if is_confirmed else {"text": claim.answer},
    )


def addresses_of(person: Person) -> list[str]:
    """Return every address that a record has: its own, and that of its account."""
    return [person.email, *([person.user.email] if person.user is not None else [])]


def record_joined_notice(person: Person, *, key: str) -> None:
    """Tell every address of a record that an account was joined to it.

    Arguments:
        key: identifies this change.
    """
    _tell(person, addresses_of(person), code="record_joined", key=f"person-{person.pk}-joined-{key}")


def records_asked_notice(pair: RecordPair) -> None:
    """Tell every address of two records that the Referent takes them for one person's, and will join them."""
    for person in (pair.kept, pair.other):
        _tell(person, addresses_of(person), code="records_asked", key=f"pair-{pair.pk}-{person.pk}")


def records_joined_notice(pair: RecordPair, *, addresses: Iterable[str]) -> None:
    """Tell every address that the two records had that they were joined."""
    _tell(pair.kept, addresses, code="records_joined", key=f"pair-{pair.pk}-joined")


def records_parted_notice(pair: RecordPair, *, people: Iterable[Person]) -> None:
    """Tell every address of two records that their join was taken back."""
    for person in people:
        _tell(person, addresses_of(person), code="records_parted", key=f"pair-{pair.pk}-parted-{person.pk}")


def _tell(person: Person, addresses: Iterable[str], *, code: str, key: str) -> None:
    """Tell a person what was done with their record, in the notices of their account and by mail."""
    message = Message(
        key=key,
        account=person.user_id,
        code=code,
        params={},
        path=reverse("contact"),
        addresses=tuple({address.casefold(): address for address in addresses}.values()),
        language=language_of_person(person, LANGUAGE),
        context={**person.mail_names},
    )
    messages_deliver([message])


def name_changed_notice(person: Person, *, key: str) -> None:
    """Tell a player, and the National Referents, that the player changed the name of their record.

    Arguments:
        key: identifies this change.
    """
    message = Message(
        key=f"person-{person.pk}-{key}",
        account=person.user_id,
        code="name_changed",
        params={},
        path=reverse("own_name"),
        addresses=(person.email,),
        language=language_of_person(person, LANGUAGE),
        context={**person.mail_names},
    )
    messages_deliver([message])
    path = reverse("person", args=[person.pk])
    accounts_notice(
        referents(), kind=NoticeKind.WORK, code="record_renamed", key=f"person-{person.pk}-{key}", path=path
    )
