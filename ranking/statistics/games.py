"""Read the games that one player played in homologated events, with opponents as the public may see them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, cast

from django.db.models import Exists, OuterRef, Q

from ranking.models import RatingsDue
from ranking.rules.rating import Rating
from ranking.statistics.figures import whole_number
from tournament.models import Event, Seat


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player at the same table.

    Arguments:
        person: key of the record; None for a player whose name the public does not see here.
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
        day: last day of the event; rating: the player's after the event, None where it is not counted yet.
        rating_pending: whether the rating is to be counted again.
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
    day: date
    rating: Rating | None = None
    rating_pending: bool = False

    @property
    def won(self) -> bool:
        return self.place == 1


#: Columns of a player's own seat, in the order of :class:`_OwnSeat`.
_OWN_COLUMNS = (
    *("round__event__season_id", "round__event__name", "round__event__slug", "round__number", "round__is_final"),
    *("round__setup", "table_id", "table__number", "position", "place", "values", "round__event__last_day"),
    *("entry__rating__mu", "entry__rating__sigma", "entry__rating__games", "rating_pending"),
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
    day: date
    mu: float | None
    sigma: float | None
    games: int | None
    rating_pending: bool

    @property
    def rating(self) -> Rating | None:
        """Return the player's rating after the event; None where it is not counted yet."""
        if self.mu is None or self.sigma is None or self.games is None:
            return None
        return Rating(self.mu, self.sigma, self.games)


def _opponents(tables: Collection[int], person: int) -> dict[int, list[Opponent]]:
    """Return the opponents of a person at some tables, by table and in order of place. Runs one query.

    A name is shown if the record has consent everywhere and its player does not hide it in this event (art. 1.6).
    """
    seats = Seat.objects.filter(table__in=tables, place__isnull=False).exclude(entry__person=person)
    record = (f"entry__person__{name}" for name in ("consent", "first_name", "last_name"))
    opponents: dict[int, list[Opponent]] = {table: [] for table in tables}
    rows = seats.order_by("table_id", "place").values_list(
        "table_id", "place", "entry__person_id", "entry__consent", *record
    )
    for table, place, key, here, everywhere, first, last in rows:
        shown = everywhere and here is not False
        opponents[table].append(
            Opponent(key if shown else None, f"{first} {last}" if shown else "", cast("int", place))
        )
    return opponents


def player_games(person: int, game: str, *, hidden_too: bool = False) -> list[Game]:
    """Return what a player played of a game in homologated events, oldest first. Runs two queries.

    Entries, unlike rows of the ledger, are always those of the surviving record (``person_merge``).

    Arguments:
        person: the key of the player's record.
        game: slug of the game.
        hidden_too: whether events where the player hides the name are read.
    """
    day = OuterRef("round__event__last_day")
    due = RatingsDue.objects.filter(Q(day__lt=day) | Q(day=day, event_number__lte=OuterRef("round__event")), game=game)
    rows = list(
        Seat.objects.filter(
            Q() if hidden_too else ~Q(entry__consent=False),
            entry__person=person,
            place__isnull=False,
            round__event__game=game,
            round__event__state=Event.State.HOMOLOGATED,
        )
        .annotate(rating_pending=Exists(due))
        .order_by("round__event__last_day", "round__event_id", "round__number")
        .values_list(*_OWN_COLUMNS)
    )
    own = [_OwnSeat(*row) for row in rows]
    opponents = _opponents({seat.table for seat in own}, person)
    return [
        Game(
            season=seat.season,
            event=seat.event,
            slug=seat.slug,
            round=seat.round,
            is_final=seat.is_final,
            table=seat.number,
            size=len(opponents[seat.table]) + 1,
            seat=seat.position,
            place=seat.place,
            points=whole_number(seat.values, "points"),
            cards=tuple(seat.setup.get("drawn", ())),
            opponents=tuple(opponents[seat.table]),
            day=seat.day,
            rating=seat.rating,
            rating_pending=seat.rating_pending,
        )
        for seat in own
    ]
