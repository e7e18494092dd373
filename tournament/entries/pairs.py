"""Make and undo the pairs of an event, before round 1 is drawn."""

from __future__ import annotations

from django.db import transaction

from tournament.core.audit import By, record
from tournament.core.locks import locked, locked_entry
from tournament.core.pair_errors import NotInPairs, PairTaken, PairWithSelf
from tournament.entries.services import before_round_1
from tournament.models import Entry
from tournament.people.pairs import partner_of


@transaction.atomic
def pair_make(*, entry: Entry, partner: Entry, by: By) -> Entry:
    """Make two entries of an event a pair; the one entered first is its first player. Idempotent.

    Each keeps the entry: check-in, consent, private page, results and points are a person's own.

    Returns: the second of the pair.
    Errors: NotInPairs, PairWithSelf, PairTaken, EntriesClosed, EventStateWrong, EntryGone.
    """
    event = locked(entry.event_id)
    before_round_1(event)
    if not event.in_pairs:
        raise NotInPairs
    if entry.pk == partner.pk or partner.event_id != event.pk:
        raise PairWithSelf(player=str(entry))
    first, second = sorted((locked_entry(entry), locked_entry(partner)), key=lambda each: each.number)
    for one, other in ((first, second), (second, first)):
        present = partner_of(one)
        if present is not None and present.pk != other.pk:
            raise PairTaken(player=str(one), partner=str(present))
    if second.plays_with_id is None:
        record(second, verb="pair_make", by=by, plays_with=first)
    return second


@transaction.atomic
def pair_undo(*, entry: Entry, by: By) -> None:
    """Undo the pair of an entry; both stay entered. Idempotent. Errors: EntriesClosed, EventStateWrong, EntryGone."""
    fresh = locked_entry(entry)
    before_round_1(fresh.event)
    partner = partner_of(fresh)
    if partner is not None:
        record(fresh if fresh.plays_with_id is not None else partner, verb="pair_undo", by=by, plays_with=None)
