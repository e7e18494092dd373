"""Keep the unofficial ratings of players: each decision about an event counts again from that event on.

A rating depends on the order of the games: events by their last day, rounds and tables by their numbers. An event
that is ratified late is put in its place, and the events after it are counted again; usually there are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import Q, QuerySet

from ranking.models import PlayerRating
from ranking.rules.rating import Rating, rate_table
from ranking.statistics.services import CHUNK, Rebuild
from tournament.models import Event, Person, Season, Seat

#: Stored and counted ratings may differ by this much: two computers may round the last digit differently.
TOLERANCE = 1e-6

_START = Rating()


def _lock(game: str) -> None:
    """Lock the ratings of a game until the transaction ends: one writer at a time, also from different seasons."""
    list(Season.objects.select_for_update(no_key=True).filter(game=game).order_by("pk").values_list("pk"))


def _not_before(start: Event | None, path: str = "") -> Q:
    """Return the condition that an event comes not before another one; ``path`` leads to the event."""
    if start is None:
        return Q()
    day = f"{path}last_day"
    return Q(**{f"{day}__gt": start.last_day}) | Q(**{day: start.last_day, f"{path}pk__gte": start.pk})


def _events(game: str, start: Event | None) -> QuerySet[Event]:
    """Return the homologated events of a game, oldest first, from one on."""
    events = Event.objects.filter(_not_before(start), game=game, state=Event.State.HOMOLOGATED)
    return events.order_by("last_day", "pk")


def _stored(game: str) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(entry__event__game=game)


def _ratings_before(game: str, start: Event, events: QuerySet[Event]) -> dict[int, Rating]:
    """Return the newest rating before an event of each person who plays in some events. Runs one query."""
    people = Seat.objects.filter(round__event__in=events.order_by().values("pk")).values("entry__person")
    rows = _stored(game).filter(~_not_before(start, "entry__event__"), entry__person__in=people)
    ordered = rows.order_by("entry__event__last_day", "entry__event")
    known = ordered.values_list("entry__person", "mu", "sigma", "games")
    return {person: Rating(mu, sigma, games) for person, mu, sigma, games in known}


def _tables(events: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the finished tables of events in the order of play: the event, then entry and person by place."""
    rows = Seat.objects.filter(round__event__in=events).order_by(
        "round__event__last_day", "round__event", "round__number", "table__number", "table", "place"
    )
    columns = rows.values_list("round__event", "table", "place", "entry", "entry__person")
    for (event, _table), seats in groupby(columns.iterator(chunk_size=5000), key=itemgetter(0, 1)):
        played = list(seats)
        if all(place is not None for _event, _table, place, *_who in played):
            yield event, [(entry, person) for *_, entry, person in played]


def _count(events: Sequence[int], ratings: dict[int, Rating]) -> Iterator[PlayerRating]:
    """Yield the ratings after each event, and keep in ``ratings`` those of the persons."""
    for start in range(0, len(events), CHUNK):
        for _event, tables in groupby(_tables(events[start : start + CHUNK]), key=itemgetter(0)):
            rated: dict[int, Rating] = {}
            for _same, seats in tables:
                after = rate_table([ratings.get(person, _START) for _entry, person in seats])
                for (entry, person), rating in zip(seats, after, strict=True):
                    ratings[person] = rated[entry] = rating
            for entry, rating in rated.items():
                yield PlayerRating(entry_id=entry, mu=rating.mu, sigma=rating.sigma, games=rating.games)


@transaction.atomic
def ratings_update(*, event: Event) -> None:
    """Count the ratings again from an event on, whether it counts now or no longer does."""
    _lock(event.game)
    events = _events(event.game, event)
    _stored(event.game).filter(_not_before(event, "entry__event__")).delete()
    ratings = _ratings_before(event.game, event, events)
    keys = list(events.values_list("pk", flat=True))
    PlayerRating.objects.bulk_create(_count(keys, ratings), batch_size=1000)


@transaction.atomic
def ratings_of_joined(*, person: Person) -> None:
    """Count again from the first event of a person on, in each game, after another record was joined to theirs."""
    played = Event.objects.filter(entries__person=person, state=Event.State.HOMOLOGATED).order_by("last_day", "pk")
    first: dict[str, Event] = {}
    for event in played:
        first.setdefault(event.game, event)
    for event in first.values():
        ratings_update(event=event)


def _differs(known: Rating | None, counted: PlayerRating) -> bool:
    if known is None or known.games != counted.games:
        return True
    return abs(known.mu - counted.mu) > TOLERANCE or abs(known.sigma - counted.sigma) > TOLERANCE


@transaction.atomic
def ratings_rebuild(*, game: str, repair: bool = True) -> Rebuild:
    """Count all ratings of a game again, compare with what is stored, and store the difference.

    Arguments:
        repair: whether the counted ratings are stored; otherwise differences are only reported.
    Returns the number of events counted and the slugs of the events where a rating differs.
    """
    _lock(game)
    keys = list(_events(game, None).values_list("pk", flat=True))
    rows = _stored(game).values_list("entry", "mu", "sigma", "games")
    stored = {entry: Rating(mu, sigma, games) for entry, mu, sigma, games in rows.iterator(chunk_size=5000)}
    counted = list(_count(keys, {}))
    wrong = [row.pk for row in counted if _differs(stored.pop(row.pk, None), row)]
    differing = Event.objects.filter(entries__in=[*wrong, *stored]).distinct().order_by("pk")
    differences = list(differing.values_list("slug", flat=True))
    if repair and differences:
        _stored(game).delete()
        PlayerRating.objects.bulk_create(counted, batch_size=1000)
    return Rebuild(len(keys), differences)
