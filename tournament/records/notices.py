"""Tell who answers a claim that it waits, and its author and the record's own address of the answer."""

from __future__ import annotations

from django.urls import reverse

from tournament.delivery.decisions import accounts_notice, referents
from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import LANGUAGE
from tournament.delivery.waiting_mails import waiting_tell
from tournament.models import Entry, NoticeKind, Person, PersonClaim
from tournament.people.languages import language_of_person


def claim_asked_notice(claim: PersonClaim) -> None:
    """Tell the National Referents and the club that entered the person last. The notice names nobody."""
    last = Entry.objects.filter(person=claim.person).select_related("event").order_by("-event__first_day", "-pk")
    entry = last.first() if claim.person is not None else None
    waiting_tell("claim", key=str(claim.pk), event=entry.event if entry is not None else None, by=claim.account)


def claim_answered_notice(claim: PersonClaim) -> None:
    """Tell the author of a claim whether it was confirmed, and why not."""
    is_confirmed = claim.state == PersonClaim.State.CONFIRMED
    accounts_notice(
        [claim.account],
        kind=NoticeKind.RECORD,
        code="claim_confirmed" if is_confirmed else "claim_refused",
        key=f"claim-{claim.pk}",
        path=reverse("my_games" if is_confirmed else "claim"),
        params={} if is_confirmed else {"text": claim.answer},
    )


def record_joined_notice(person: Person, *, account_address: str, key: str) -> None:
    """Tell the address of a record that an account was joined to it, unless it is the account's own address.

    Arguments:
        key: identifies this change.
    """
    if not person.email or person.email.casefold() == account_address.casefold():
        return
    message = Message(
        kind=NoticeKind.RECORD,
        key=f"person-{person.pk}-joined-{key}",
        account=None,
        code="record_joined",
        params={},
        path=reverse("contact"),
        addresses=(person.email,),
        language=language_of_person(person, LANGUAGE),
        context={"name": person.first_name},
    )
    messages_deliver([message])


def name_changed_notice(person: Person, *, key: str) -> None:
    """Tell a player, and the National Referents, that the player changed the name of their record.

    Arguments:
        key: identifies this change.
    """
    message = Message(
        kind=NoticeKind.RECORD,
        key=f"person-{person.pk}-{key}",
        account=person.user_id,
        code="name_changed",
        params={},
        path=reverse("own_name"),
        addresses=(person.email,),
        language=language_of_person(person, LANGUAGE),
        context={"name": person.first_name},
    )
    messages_deliver([message])
    path = reverse("person", args=[person.pk])
    accounts_notice(
        referents(), kind=NoticeKind.WORK, code="record_renamed", key=f"person-{person.pk}-{key}", path=path
    )
