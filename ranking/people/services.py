"""Corrections of records of the national list by the Referent (art. 1.6)."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ranking.models import LedgerEntry
from ranking.national.selectors import standing_entries
from ranking.statistics.ratings import ratings_of_joined
from tournament.access.links import own_links_revoke
from tournament.core.audit import By, record
from tournament.core.messages import field_label
from tournament.delivery.notices import record_notice
from tournament.entries.refusals import CardNumberTaken
from tournament.models import Entry, Person, RecordPair
from tournament.people.accounts import account_login
from tournament.records.consents import minor_hide
from tournament.records.joining import pair_undo, person_merge
from tournament.records.notices import addresses_of
from tournament.records.selectors import proves
from tournament.regulation.refused import Refused


@transaction.atomic
def person_update(
    *,
    person: Person,
    first_name: str,
    last_name: str,
    city: str = "",
    email: str = "",
    birth_date: date | None = None,
    guardian_name: str = "",
    card_number: str = "",
    user: User | None = None,
    reason: str,
    by: By,
) -> Person:
    """Correct the data of a person's record and link it to the player's account; never the consent (art. 1.6).

    Arguments:
        user: the account that sees these results as its own and can change the consent; None for no account. A new one
            has confirmed the record's address: other accounts are joined by a claim.

    Raises REASON_NEEDED; PERSON_MERGED; FIELD_WRONG; CardNumberTaken (AMB-25).
    """
    clean_reason = reason.strip()
    if not clean_reason:
        raise Refused("REASON_NEEDED")
    current_person = Person.objects.select_for_update().get(pk=person.pk)
    if current_person.merged_into_id is not None:
        raise Refused("PERSON_MERGED", person=str(current_person))
    others = Person.objects.exclude(pk=current_person.pk)
    card = card_number.strip()
    card_owner = others.filter(card_number=card).first() if card else None
    if card_owner is not None:
        raise CardNumberTaken(card_number=card, person=str(card_owner))
    if user is not None and others.filter(user=user).exists():
        raise Refused(
            "FIELD_WRONG",
            field=_("Mail (or user name)"),
            value=account_login(user),
            right=_("an account that no other record has"),
        )
    if user is not None and user.pk != current_person.user_id and not proves(user, current_person):
        right = _(
            "an account that has confirmed the record’s address: otherwise the player asks under “Link my results”"
        )
        raise Refused("FIELD_WRONG", field=_("Mail (or user name)"), value=account_login(user), right=right)
    told = [*addresses_of(current_person)]
    is_joined = user is not None and user.pk != current_person.user_id
    old_address = current_person.email
    current_person.first_name, current_person.last_name = " ".join(first_name.split()), " ".join(last_name.split())
    current_person.city, current_person.email, current_person.birth_date = (
        " ".join(city.split()),
        email.strip(),
        birth_date,
    )
    current_person.guardian_name = guardian_name
    current_person.card_number, current_person.user = card, user
    try:
        current_person.full_clean()
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        label = field_label(Person, field)
        raise Refused(
            "FIELD_WRONG", field=label, value=getattr(current_person, field), right=" ".join(messages)
        ) from wrong
    if is_joined:
        current_person.joined_at = timezone.now()
    record(current_person, verb="person_update", by=by, reason=clean_reason)
    minor_hide(person=current_person, by=by)
    current_person.refresh_from_db()
    if current_person.email.casefold() != old_address.casefold():
        own_links_revoke(people=[current_person], by=by)
    record_notice(
        person=current_person,
        addresses=[*told, *addresses_of(current_person)],
        key=str(current_person.history.latest().pk),
    )
    return current_person


@transaction.atomic
def people_join(*, keep: Person, merge: Person, by: By, reason: str) -> Person:
    """Join two records of one person (``person_merge``, with its errors) and count their ratings as one player's."""
    survivor = person_merge(keep=keep, merge=merge, by=by, reason=reason)
    ratings_of_joined(person=survivor)
    return survivor


@transaction.atomic
def people_part(*, pair: RecordPair, by: By) -> RecordPair:
    """Take a decision on two records back (``pair_undo``, with its errors) and count each player's ratings again.

    Errors: COUNTED_SINCE if an event of the other record was ratified after the join: the ledger, which nothing
        rewrites, has its points under the kept record.
    """
    if pair.state == RecordPair.State.JOINED:
        events = Entry.objects.filter(pk__in=pair.moved["entries"]).values("event")
        booked = LedgerEntry.objects.filter(person=pair.kept_id, event__in=events)
        counted = standing_entries(booked.select_related("event"))
        if counted:
            raise Refused("COUNTED_SINCE", event=counted[0].event.name)
    undone = pair_undo(pair=pair, by=by)
    for person in (pair.kept, pair.other):
        ratings_of_joined(person=person)
    return undone
