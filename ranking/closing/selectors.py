"""Obstacles to the closing of a season, and the documents of its final Ranking."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from ranking.models import FinalRanking
from tournament.models import Event, Season

State = Event.State
#: States of events that can still change the Ranking: reported, report expected, being played, or to come.
OPEN = (State.REPORTED, State.CONCLUDED, State.RUNNING, State.CHECK_IN, State.AUTHORISED, State.ANNOUNCED)
#: States of events that were held or announced and give no points.
WITHOUT_POINTS = (State.NOT_HOMOLOGATED, State.INVALIDATED, State.VOID)


def _events(season: Season) -> QuerySet[Event]:
    events = Event.objects.filter(season=season, is_national_final=False, is_official=True)
    return events.order_by("last_day", "pk")


def undecided_events(season: Season) -> QuerySet[Event]:
    """Return the events that can still change the Ranking of a season, soonest first. Runs one query."""
    return _events(season).filter(state__in=OPEN)


def events_without_points(season: Season) -> QuerySet[Event]:
    """Return the decided events that the Ranking of a season does not count, by date. Runs one query."""
    return _events(season).filter(state__in=WITHOUT_POINTS)


def season_is_over(season: Season, day: date | None = None) -> bool:
    """Return whether the season's last day has passed."""
    return (day or timezone.localdate()) > season.last_day


def seasons_with_closing(day: date | None = None) -> QuerySet[Season]:
    """Return all seasons, oldest first, with the annotation ``to_close``.

    A season is to close when it is over, one of its events counts, none can still change the Ranking, and no final
    Ranking holds.
    """
    own = Event.objects.filter(season=OuterRef("pk"), is_national_final=False, is_official=True)
    document = FinalRanking.objects.filter(season=OuterRef("pk"), reopening=None)
    to_close = (
        Q(last_day__lt=day or timezone.localdate())
        & Exists(own.filter(state=State.HOMOLOGATED))
        & ~Exists(own.filter(state__in=OPEN))
        & ~Exists(document)
    )
    return Season.objects.annotate(to_close=to_close).order_by("last_day", "pk")


def documents(season: Season) -> QuerySet[FinalRanking]:
    """Return the final Rankings that a season had, the newest first, each with its reopening. Runs one query."""
    return FinalRanking.objects.filter(season=season).select_related("reopening").order_by("-number")


def standing_document(season: Season) -> FinalRanking | None:
    """Return the final Ranking that holds; None as long as the season is open. Runs one query."""
    return FinalRanking.objects.filter(season=season, reopening=None).order_by("-number").first()


@dataclass(frozen=True, slots=True)
class Closing:
    """Data of the page that closes a season.

    Arguments:
        document: the final Ranking that holds; None as long as the season is open.
        earlier: documents that no longer hold, the newest first.
        undecided: events that can still change the Ranking; the page links each to where it is decided.
        without_points: decided events that give no points; the document names them.
    """

    is_over: bool
    document: FinalRanking | None
    earlier: list[FinalRanking]
    undecided: list[Event]
    without_points: list[Event]

    @property
    def ready(self) -> bool:
        """Return whether the season can be closed now."""
        return self.document is None and self.is_over and not self.undecided


def closing_of(season: Season) -> Closing:
    """Return whether a season is closed and what is missing for it. Runs three queries."""
    every_document = list(documents(season))
    standing = [document for document in every_document if not hasattr(document, "reopening")]
    return Closing(
        is_over=season_is_over(season),
        document=standing[0] if standing else None,
        earlier=[document for document in every_document if document not in standing],
        undecided=list(undecided_events(season)),
        without_points=list(events_without_points(season)),
    )
