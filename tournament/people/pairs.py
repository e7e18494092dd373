"""Read the pairs of an event (``tournament.regulation.pairs``)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from tournament.core.pair_errors import PairsIncomplete
from tournament.models import Entry, Event
from tournament.people.selectors import player_id


def pairs_of(event: Event) -> dict[str, str]:
    """Return the partner by the first player of each pair, by player id; empty if the event is not in pairs.

    One query, none for an event of single players.
    """
    if not event.in_pairs:
        return {}
    seconds = Entry.objects.filter(event=event, plays_with__isnull=False).select_related("plays_with")
    return {
        player_id(second.plays_with): player_id(second)
        for second in seconds.order_by("plays_with__number")
        if second.plays_with is not None
    }


def partner_of(entry: Entry) -> Entry | None:
    """Return the other entry of the pair; None if there is none. One query at most."""
    return Entry.objects.filter(Q(pk=entry.plays_with_id) | Q(plays_with=entry)).select_related("person").first()


def both_of(entry: Entry, event: Event) -> list[Entry]:
    """Return an entry and its partner, if its event is in pairs. No query in an event of single players."""
    partner = partner_of(entry) if event.in_pairs else None
    return [entry] if partner is None else [entry, partner]


def require_pairs(event: Event, entries: Iterable[Entry]) -> None:
    """Require a partner among the entries for each of them, if the event is in pairs. Errors: PairsIncomplete."""
    alone = without_partner(entries) if event.in_pairs else []
    if alone:
        raise PairsIncomplete(players=tuple(map(str, alone)))


def without_partner(entries: Iterable[Entry]) -> list[Entry]:
    """Return those of the entries whose partner is not among them, in order. Runs no query."""
    listed = list(entries)
    numbers = {entry.pk for entry in listed}
    paired = {entry.plays_with_id for entry in listed if entry.plays_with_id in numbers}
    return [entry for entry in listed if entry.plays_with_id not in numbers and entry.pk not in paired]
