"""Events that are being played, for the home page."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from django.db.models import Count, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.events.selectors import listed_events
from tournament.models import Event, Round, Table
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia

State = Event.State


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """A running event with its open round, if it has one."""

    event: Event
    round: Round | None
    tables: int
    confirmed: int


#: What :func:`running_events` counts: tables of the open round, those of them that are confirmed.
_counts = attrgetter("tables", "confirmed")


def _number_of(tables: QuerySet[Table]) -> Coalesce:
    """Return the number of tables of the open round, in a query of its own."""
    counted = tables.filter(round=OuterRef("open_round")).order_by().values("round")
    return Coalesce(Subquery(counted.annotate(number=Count("pk")).values("number")), 0)


def running_events() -> list[RunningEvent]:
    """Return the running events, the latest opened round first. Runs one query."""
    is_open = Q(round_set__state__in=(Round.State.PUBLISHED, Round.State.RUNNING))
    events = (
        listed_events()
        .filter(state=State.RUNNING)
        .annotate(open_round=FilteredRelation("round_set", condition=is_open))
        .annotate(
            tables=_number_of(Table.objects.all()),
            confirmed=_number_of(Table.objects.filter(state=Table.State.CONFIRMED)),
        )
        .select_related("open_round")  # type: ignore[misc]  # the stubs do not know filtered relations
        .order_by("-first_day", "pk")
    )
    running = []
    for event in events:
        open_round: Round | None = getattr(event, "open_round", None)
        if open_round is not None:
            open_round.event = event
        running.append(RunningEvent(event, open_round, *_counts(event)))
    return sorted(
        running, key=lambda running_event: (running_event.round is None, -running_event.event.first_day.toordinal())
    )


def minimum_players(event: Event) -> int | None:
    """Return the number of players that the declared fascia needs; None for the national final (art. 1.3)."""
    if event.is_national_final:
        return None
    return regulation.get(event.regulation).minimum_players[Fascia(event.fascia_declared)]
