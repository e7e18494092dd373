"""Enter and remove memberships of players in clubs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.audit import By, erase, record, require_reason
from tournament.core.consent_errors import CardOfAnother
from tournament.core.errors import FieldWrong
from tournament.entries.services import person_create
from tournament.memberships.errors import CardGiven, MemberAlready, MemberElsewhere, OutsideSeasonDays
from tournament.models import Membership, Organiser, Person, Season
from tournament.people.selectors import person_by_card
from tournament.regulation.event_errors import DaysReversed


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A membership card: its number, and the days on which it is valid, both included."""

    number: str
    valid_from: date
    valid_until: date


@transaction.atomic
def membership_enter(*, organiser: Organiser, season: Season, person: Person, card: CardFacts, by: By) -> Membership:
    """Make a player a member of a club for a season. The record takes the card's number if it has none.

    Errors: FieldWrong; DaysReversed; OutsideSeasonDays; MemberAlready, MemberElsewhere; CardGiven.
    """
    number = " ".join(card.number.split())
    if not number or len(number) > 40 or not number.isprintable():
        raise FieldWrong(field=_("card number"), value=number[:40], right=_("from 1 to 40 characters on one line"))
    if card.valid_until < card.valid_from:
        raise DaysReversed(first_day=card.valid_from, last_day=card.valid_until)
    if card.valid_until < season.first_day or card.valid_from > season.last_day:
        raise OutsideSeasonDays(season=season.name, season_first=season.first_day, season_last=season.last_day)
    # Every membership of a season passes here: the lock keeps two requests from giving one card twice.
    Season.objects.select_for_update().get(pk=season.pk)
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    _require_free(organiser, season, fresh, number)
    if not fresh.card_number:
        record(fresh, verb="membership_enter", by=by, card_number=number)
    membership = Membership(person=fresh, organiser=organiser, season=season, card_number=number)
    membership.valid_from, membership.valid_until = card.valid_from, card.valid_until
    record(membership, verb="membership_enter", by=by)
    return membership


def _require_free(organiser: Organiser, season: Season, person: Person, number: str) -> None:
    """Require that the player is no member of the season yet, and that the card is nobody else's in it."""
    own = Membership.objects.filter(season=season, person=person).first()
    if own is not None and own.organiser_id == organiser.pk:
        raise MemberAlready(player=str(person), season=season.name, card_number=own.card_number)
    if own is not None:
        raise MemberElsewhere(player=str(person), season=season.name)
    if Membership.objects.filter(season=season, card_number__iexact=number).exists():
        raise CardGiven(card_number=number, season=season.name)
    if Person.objects.filter(card_number__iexact=number).exclude(pk=person.pk).exists():
        raise CardOfAnother(card_number=number)


@transaction.atomic
def membership_enter_by_name(
    *, organiser: Organiser, season: Season, first_name: str, last_name: str, card: CardFacts, by: By
) -> Membership:
    """Make a member of who has this name and card number in the national list, else of a new record.

    A name alone opens no record of another club (art. 1.6). Errors: those of ``membership_enter``, ``person_create``.
    """
    person = person_by_card(card.number, first_name, last_name) or person_create(
        first_name=first_name, last_name=last_name, card_number=card.number, by=by
    )
    return membership_enter(organiser=organiser, season=season, person=person, card=card, by=by)


@transaction.atomic
def memberships_renew(
    *, season: Season, memberships: Iterable[Membership], valid_from: date, valid_until: date, by: By
) -> int:
    """Make the members of an earlier season members of the same club in this one, with the same cards.

    Returns how many. Errors: those of ``membership_enter``, for the first one who cannot be a member; nobody is then.
    """
    rows = list(memberships)
    for row in rows:
        card = CardFacts(row.card_number, valid_from, valid_until)
        membership_enter(organiser=row.organiser, season=season, person=row.person, card=card, by=by)
    return len(rows)


@transaction.atomic
def membership_remove(*, membership: Membership, reason: str, by: By) -> None:
    """Remove a membership, with a reason; its history stays. Idempotent. Errors: ReasonMissing."""
    why = require_reason(reason)
    fresh = Membership.objects.select_for_update().filter(pk=membership.pk).first()
    if fresh is not None:
        erase(fresh, verb="membership_remove", by=by, reason=why)
