"""Read the games that one player played in homologated events, with opponents as the public may see them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from ranking.statistics.figures import whole_number
from tournament.models import Event, Person, Seat


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player at the same table.

    Arguments:
        person: key of the surviving record; None for a player whose name the public does not see here.
        name: empty for such a player.
    """

    person: int | None
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game of a player.

    Arguments:
        season: key of the season; event, slug: name and short name of the event.
        size, seat, place: players at the table, the player's number in playing order and place, from 1.
        points: None where the sheet does not determine them.
        cards: codes of the kingdom, empty where the event holds none.
    """

    season: int
    event: str
    slug: str
    round: int
    is_final: bool
    table: int
    size: int
    seat: int
    place: int
    points: int | None
    cards: tuple[str, ...]
    opponents: tuple[Opponent, ...]

    @property
    def won(self) -> bool:
        return self.place == 1


#: Columns of a player's own seat, in the order of :class:`_OwnSeat`.
_OWN_COLUMNS = (
    *("round__event__season_id", "round__event__name", "round__event__slug", "round__number", "round__is_final"),
    *("round__setup", "table_id", "table__number", "position", "place", "values"),
)


class _OwnSeat(NamedTuple):
    """A seat of the player whose games are read."""

    season: int
    event: str
    slug: str
    round: int
    is_final: bool
    setup: dict[str, Any]
    table: int
    number: int
    position: int
    place: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _OtherSeat:
    """Another seat of a table: record of its player, the name where the public sees it, place."""

    record: int
    name: str
    place: int


def _other_seats(tables: Collection[int], own: Collection[int]) -> dict[int, list[_OtherSeat]]:
    """Return the seats of others at some tables, by table. Runs one query.

    A name is shown if the record has consent everywhere and its player does not hide it in this event (art. 1.6).
    """
    seats = Seat.objects.filter(table__in=tables, place__isnull=False).exclude(entry__person__in=own)
    person = (f"entry__person__{name}" for name in ("consent", "first_name", "last_name"))
    others: dict[int, list[_OtherSeat]] = {table: [] for table in tables}
    rows = seats.order_by("table", "place").values_list(
        "table_id", "place", "entry__person_id", "entry__consent", *person
    )
    for table, place, record, here, everywhere, first, last in rows:
        name = f"{first} {last}" if everywhere and here is not False else ""
        others[table].append(_OtherSeat(record, name, cast("int", place)))
    return others


def _names_of_survivors(people: Collection[int]) -> dict[int, str]:
    """Return the names of those people who gave consent everywhere, without a query for nobody."""
    shown = Person.objects.filter(pk__in=people, consent=True).order_by() if people else Person.objects.none()
    return {pk: f"{first} {last}" for pk, first, last in shown.values_list("pk", "first_name", "last_name")}


def _opponent(seat: _OtherSeat, canonical_ids: Mapping[int, int], survivors: Mapping[int, str]) -> Opponent:
    """Return an opponent by the surviving record, without a key where the name is not shown."""
    person = canonical_ids.get(seat.record, seat.record)
    name = seat.name if person == seat.record else survivors.get(person, "")
    return Opponent(person if name else None, name, seat.place)


def player_games(records: Sequence[int], game: str, canonical_ids: Mapping[int, int]) -> list[Game]:
    """Return what a player played of a game in homologated events, oldest first.

    Runs two queries, and a third one if the record of an opponent is merged.

    Arguments:
        records: the keys of all records of the player, merged ones included.
        game: slug of the game.
        canonical_ids: as ``ranking.national.selectors.canonical_person_ids``.
    """
    rows = list(
        Seat.objects.filter(
            entry__person__in=records,
            place__isnull=False,
            round__event__game=game,
            round__event__state=Event.State.HOMOLOGATED,
        )
        .order_by("round__event__last_day", "round__event", "round__number")
        .values_list(*_OWN_COLUMNS)
    )
    own = [_OwnSeat(*row) for row in rows]
    others = _other_seats({seat.table for seat in own}, records)
    merged = {other.record for seats in others.values() for other in seats} & canonical_ids.keys()
    survivors = _names_of_survivors({canonical_ids[record] for record in merged})
    return [
        Game(
            season=seat.season,
            event=seat.event,
            slug=seat.slug,
            round=seat.round,
            is_final=seat.is_final,
            table=seat.number,
            size=len(others[seat.table]) + 1,
            seat=seat.position,
            place=seat.place,
            points=whole_number(seat.values, "points"),
            cards=tuple(seat.setup.get("drawn", ())),
            opponents=tuple(_opponent(other, canonical_ids, survivors) for other in others[seat.table]),
        )
        for seat in own
    ]
