"""Read results of tables, the players of an event, and lots already drawn, in the form the rules take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict, cast

from django.db.models import Exists, OuterRef, Q

from tournament.core.preconditions import regulation_of
from tournament.draws.selectors import lots_of
from tournament.models import Draw, Entry, Event, Seat
from tournament.people.selectors import player_id
from tournament.regulation.parameters import Regulation

#: Per ordinary round, per table: place by player id.
Results = list[list[dict[str, int]]]


#: Per table's primary key, by entry's primary key: place and points that replace the stored ones.
Replaced = Mapping[int, Mapping[int, tuple[int, int]]]


class StandingsFacts(TypedDict):
    """What the standings after a round are made from: arguments of ``tournament.regulation.standings``."""

    rounds: Results
    players: list[str]
    regulation: Regulation
    points: dict[str, int]


def ordinary_results(event: Event, upto: int) -> Results:
    """Return the places of every table of rounds 1 to ``upto``. One query."""
    return _played(event, upto, {})[0]


def standings_facts(
    event: Event, upto: int, players: Iterable[str], replaced: Replaced | None = None
) -> StandingsFacts:
    """Return what the standings after round ``upto`` are made from. One query.

    Arguments:
        players: all players of the event. replaced: for the preview of a correction.
    """
    results, points = _played(event, upto, replaced or {})
    return {"rounds": results, "players": list(players), "regulation": regulation_of(event), "points": points}


def _played(event: Event, upto: int, replaced: Replaced) -> tuple[Results, dict[str, int]]:
    """Return the places of every table of rounds 1 to ``upto``, and the sum of each player's points there."""
    seats = (
        Seat.objects.filter(round__event=event, round__is_final=False, round__number__lte=upto)
        .select_related("entry", "round")
        .order_by("round__number", "table__number", "position")
    )
    rounds: dict[int, dict[int, dict[str, int]]] = {}
    sums: Counter[str] = Counter()
    for seat in seats:
        player, stored = player_id(seat.entry), (seat.place, seat.values.get("points") or 0)
        place, points = replaced.get(seat.table_id, {}).get(seat.entry_id, stored)
        rounds.setdefault(seat.round.number, {}).setdefault(seat.table_id, {})[player] = cast("int", place)
        sums[player] += points
    return [list(tables.values()) for _, tables in sorted(rounds.items())], dict(sums)


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
