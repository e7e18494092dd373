"""Read results of tables, the players of an event, and lots already drawn, in the form the rules take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from django.db.models import Exists, OuterRef, Q

from tournament.draws.selectors import lots_of
from tournament.models import Draw, Entry, Event, Seat
from tournament.people.selectors import player_id

#: Per ordinary round, per table: place by player id.
Results = list[list[dict[str, int]]]


def ordinary_results(event: Event, upto: int, replaced: Mapping[int, Mapping[int, int]] | None = None) -> Results:
    """Return the places of every table of rounds 1 to ``upto``. One query.

    Arguments:
        replaced: per table's primary key, places by entry's primary key that replace the stored ones (correction
            preview).
    """
    seats = (
        Seat.objects.filter(round__event=event, round__is_final=False, round__number__lte=upto)
        .select_related("entry", "round")
        .order_by("round__number", "table__number", "position")
    )
    rounds: dict[int, dict[int, dict[str, int]]] = {}
    for seat in seats:
        place = (replaced or {}).get(seat.table_id, {}).get(seat.entry_id, seat.place)
        places = rounds.setdefault(seat.round.number, {}).setdefault(seat.table_id, {})
        places[player_id(seat.entry)] = cast("int", place)
    return [list(tables.values()) for _, tables in sorted(rounds.items())]


def players_of(event: Event) -> dict[str, Entry]:
    """Return everybody who was seated in round 1, or entered during it, by player id: the players (AMB-31, AMB-41)."""
    seated = Exists(Seat.objects.filter(entry=OuterRef("pk"), round__number=1))
    players = Entry.objects.filter(seated | Q(is_late=True), event=event)
    entries = players.select_related("person").order_by("number")
    return {player_id(entry): entry for entry in entries}


def _drawn_of(event: Event, purpose: str, scope: str) -> list[Draw]:
    """Return the draws made in a scope, with those made again there, oldest first. One query."""
    made_draws = Draw.objects.filter(event=event, purpose=purpose, annulled_at__isnull=True, drawn_at__isnull=False)
    return [
        draw for draw in made_draws.order_by("pk") if draw.scope == scope or draw.scope.startswith(f"{scope}/again-")
    ]


def _order_in(draws: Iterable[Draw], group: Sequence[str]) -> list[str] | None:
    """Return the outcome of the first draw that holds the whole group; None if there is none."""
    return next((list(draw.outcome or ()) for draw in draws if set(group) <= set(draw.outcome or ())), None)


def drawn_order(event: Event, purpose: str, scope: str, group: Sequence[str]) -> list[str] | None:
    """Return the outcome of the first drawn draw of the scope that holds the whole group; None if there is none."""
    return _order_in(_drawn_of(event, purpose, scope), group)


def known_lots(event: Event, purpose: str, scope: str, groups: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the lots of those groups whose draw has been made already. One query, none without groups."""
    lots: dict[str, int] = {}
    draws = _drawn_of(event, purpose, scope) if groups else []
    for group in groups:
        order = _order_in(draws, group)
        if order is not None:
            lots |= lots_of([group], order)
    return lots
