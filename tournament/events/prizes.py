"""Prizes of an event: object, place and giver. The publisher or the club may change them (art. 1.7)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.locks import locked
from tournament.models import Event, EventPrize
from tournament.regulation.refused import Refused

#: The last place that can have a prize of its own.
MOST_PLACES = 200


@transaction.atomic
def prize_add(*, event: Event, place: int, what: str, giver: str = "") -> EventPrize:
    """Add the prize of a place; a place may have more than one. Errors: FIELD_WRONG."""
    if not 1 <= place <= MOST_PLACES:
        raise Refused("FIELD_WRONG", field=_("place"), value=place, right=_("from 1 to %s") % MOST_PLACES)
    clean_what = " ".join(what.split())
    if not clean_what:
        raise Refused("FIELD_WRONG", field=_("prize"), value="", right=_("it must be given"))
    return EventPrize.objects.create(
        event=locked(event), place=place, what=clean_what[:120], giver=" ".join(giver.split())[:80]
    )


@transaction.atomic
def prize_remove(*, prize: EventPrize) -> None:
    """Remove a prize. Idempotent."""
    locked(prize.event_id)
    EventPrize.objects.filter(pk=prize.pk).delete()
