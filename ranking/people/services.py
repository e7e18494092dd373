"""Corrections of records of the national list by the Referent (art. 1.6)."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from ranking.errors import ReasonNeeded
from tournament.access.links import own_links_revoke
from tournament.core.audit import By, record
from tournament.core.errors import CardNumberTaken, FieldWrong, PersonMerged
from tournament.models import Person
from tournament.notifications.notices import record_notice


@transaction.atomic
def person_update(
    *,
    person: Person,
    first_name: str,
    last_name: str,
    city: str = "",
    email: str = "",
    birth_date: date | None = None,
    card_number: str = "",
    user: AbstractBaseUser | None = None,
    reason: str,
    by: By,
) -> Person:
    """Correct the data of a person's record and link it to the player's account; never the consent (art. 1.6).

    Arguments:
        user: the account that sees these results as its own and can change the consent; None for no account.

    Raises ReasonNeeded; PersonMerged; FieldWrong; CardNumberTaken (AMB-25).
    """
    why = reason.strip()
    if not why:
        raise ReasonNeeded
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    if fresh.merged_into_id is not None:
        raise PersonMerged(person=str(fresh))
    others = Person.objects.exclude(pk=fresh.pk)
    card = card_number.strip()
    card_owner = others.filter(card_number=card).first() if card else None
    if card_owner is not None:
        raise CardNumberTaken(card_number=card, person=str(card_owner))
    if user is not None and others.filter(user=user).exists():
        raise FieldWrong(
            field=_("User name"), value=user.get_username(), right=_("an account that no other record has")
        )
    address = fresh.email
    fresh.first_name, fresh.last_name = " ".join(first_name.split()), " ".join(last_name.split())
    fresh.city, fresh.email, fresh.birth_date = " ".join(city.split()), email.strip(), birth_date
    fresh.card_number, fresh.user = card, user
    try:
        fresh.full_clean()
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        label = str(Person._meta.get_field(field).verbose_name)
        raise FieldWrong(field=label, value=getattr(fresh, field), right=" ".join(messages)) from wrong
    record(fresh, verb="person_update", by=by, reason=why)
    if fresh.email.casefold() != address.casefold():
        own_links_revoke(people=[fresh], by=by)
    record_notice(person=fresh, addresses=[address, fresh.email], key=str(fresh.history.latest().pk))
    return fresh
