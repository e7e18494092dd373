"""Keep the unofficial ratings of players: each decision about an event makes those from that event on out of date.

A rating depends on the order of the games: events by their last day, rounds and tables by their numbers. An event
that is ratified late is put in its place, and the events after it are counted again. The decision itself counts at
most ``AT_ONCE`` events; what is left is counted by a job, in transactions of ``CHUNK`` events. ``RatingsDue`` says from
where on ratings are out of date; it is written with the ratings, so that a job which dies or runs twice goes on there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from ranking.models import PlayerRating, RatingsDue
from ranking.rules.rating import Rating, rate_table
from ranking.statistics.services import CHUNK, Rebuild
from tournament.delivery.jobs import job_enqueue
from tournament.models import Event, Job, Person, Season, Seat

#: Stored and counted ratings may differ by this much: two computers may round the last digit differently.
TOLERANCE = 1e-6
#: Events that a decision counts itself, before its answer.
AT_ONCE = 10
#: The kind of the Job that counts the others.
KIND = "ratings"

_START = Rating()
#: Last day and key of an event: the order of the events.
Position = tuple[date, int]


def _lock(game: str) -> None:
    """Lock the ratings of a game until the transaction ends: one writer at a time, also from different seasons."""
    list(Season.objects.select_for_update(no_key=True).filter(game=game).order_by("pk").values_list("pk"))


def _not_before(start: Position, path: str = "") -> Q:
    """Return the condition that an event comes not before a position; ``path`` leads to the event."""
    day, key = start
    name = f"{path}last_day"
    return Q(**{f"{name}__gt": day}) | Q(**{name: day, f"{path}pk__gte": key})


def _events(game: str) -> QuerySet[Event]:
    """Return the homologated events of a game, oldest first."""
    return Event.objects.filter(game=game, state=Event.State.HOMOLOGATED).order_by("last_day", "pk")


def _stored(game: str) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(entry__event__game=game)


def _ratings_before(game: str, start: Position, events: Sequence[int]) -> dict[int, Rating]:
    """Return the newest rating before a position of each person who plays in some events. Runs one query."""
    people = Seat.objects.filter(round__event__in=events).values("entry__person")
    rows = _stored(game).filter(~_not_before(start, "entry__event__"), entry__person__in=people)
    newest_first = [F("entry__event__last_day").desc(), F("entry__event").desc()]
    newest = rows.annotate(
        age=Window(RowNumber(), partition_by=F("entry__person"), order_by=newest_first),
    ).filter(age=1)
    known = newest.values_list("entry__person", "mu", "sigma", "games")
    return {person: Rating(mu, sigma, games) for person, mu, sigma, games in known}


def _tables(events: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the finished tables of events in the order of play: the event, then entry and person by place."""
    rows = Seat.objects.filter(round__event__in=events).order_by(
        "round__event__last_day", "round__event_id", "round__number", "table__number", "table_id", "place"
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


def _fall_due(event: Event) -> RatingsDue:
    """Mark the ratings of a game as out of date from an event on. The game is locked by the caller."""
    due, is_new = RatingsDue.objects.get_or_create(
        game=event.game, defaults={"day": event.last_day, "event_number": event.pk}
    )
    if not is_new and (event.last_day, event.pk) < (due.day, due.event_number):
        due.day, due.event_number = event.last_day, event.pk
        due.save(update_fields=["day", "event_number"])
    return due


def _count_on(due: RatingsDue, most: int) -> bool:
    """Count the next events that are due; return whether others are left. The game is locked by the caller."""
    start = (due.day, due.event_number)
    found = list(_events(due.game).filter(_not_before(start)).values_list("last_day", "pk")[: most + 1])
    keys, following = [key for _day, key in found[:most]], found[most:]
    outdated = _stored(due.game).filter(_not_before(start, "entry__event__"))
    for position in following:
        outdated = outdated.filter(~_not_before(position, "entry__event__"))
    outdated.delete()
    PlayerRating.objects.bulk_create(_count(keys, _ratings_before(due.game, start, keys)), batch_size=1000)
    if not following:
        due.delete()
        return False
    (due.day, due.event_number) = following[0]
    due.save(update_fields=["day", "event_number"])
    return True


@transaction.atomic
def ratings_update(*, event: Event) -> None:
    """Count the ratings again from an event on, whether it counts now or no longer does.

    Counts the first ``AT_ONCE`` events; a job counts the others after the commit.
    """
    _lock(event.game)
    _stored(event.game).filter(entry__event=event).delete()
    due = _fall_due(event)
    # The number of the row is in the key: as long as it is there, one job counts on, wherever the row is moved to.
    key = f"{KIND}:{due.pk}"
    if _count_on(due, AT_ONCE):
        job_enqueue(kind=KIND, key=key, args={"game": event.game})


@transaction.atomic
def _step(game: str) -> int:
    """Count the next ``CHUNK`` events of a game that are due; return how many are left."""
    _lock(game)
    due = RatingsDue.objects.filter(game=game).first()
    if due is None or not _count_on(due, CHUNK):
        return 0
    return _events(game).filter(_not_before((due.day, due.event_number))).count()


def ratings_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Count the ratings of a game that are due, some events in a transaction; make no file."""
    counted = 0
    while left := _step(job.args["game"]):
        counted += CHUNK
        progress(counted, counted + left)
    return b"", ""


def ratings_due(game: str) -> date | None:
    """Return the day from which on the ratings of a game are out of date; None if they are not."""
    return RatingsDue.objects.filter(game=game).values_list("day", flat=True).first()


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
    keys = list(_events(game).values_list("pk", flat=True))
    rows = _stored(game).values_list("entry", "mu", "sigma", "games")
    stored = {entry: Rating(mu, sigma, games) for entry, mu, sigma, games in rows.iterator(chunk_size=5000)}
    counted = list(_count(keys, {}))
    wrong = [row.pk for row in counted if _differs(stored.pop(row.pk, None), row)]
    differing = Event.objects.filter(entries__in=[*wrong, *stored]).distinct().order_by("pk")
    differences = list(differing.values_list("slug", flat=True))
    if repair:
        RatingsDue.objects.filter(game=game).delete()
        if differences:
            _stored(game).delete()
            PlayerRating.objects.bulk_create(counted, batch_size=1000)
    return Rebuild(len(keys), differences)
