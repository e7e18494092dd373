"""Close a season, and open it again with a reason (art. 1.1, 1.6)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ranking.closing.document import published
from ranking.closing.selectors import season_is_over, standing_document, undecided_events
from ranking.models import CallUp, FinalRanking, FinalRankingRow, SeasonReopening
from ranking.national.sums import sums_store
from tournament.core.audit import By
from tournament.core.locks import locked_season
from tournament.models import Season
from tournament.regulation.refused import Refused


def check_over(season: Season, at: datetime | None = None) -> None:
    """Check that the season is over and its events are decided.

    Raises SEASON_NOT_OVER, EVENTS_UNDECIDED.
    """
    if not season_is_over(season, timezone.localdate(at) if at is not None else None):
        raise Refused("SEASON_NOT_OVER", season=season.name, day=season.last_day.strftime("%d/%m/%Y"))
    names = tuple(undecided_events(season).values_list("name", flat=True))
    if names:
        raise Refused("EVENTS_UNDECIDED", events=names)


def require_open(season: Season) -> None:
    """Require that the final Ranking of a season is not published: what it counts does not change any more.

    Raises SEASON_CLOSED.
    """
    document = standing_document(season)
    if document is not None:
        raise Refused("SEASON_CLOSED", season=season.name, number=document.number)


@transaction.atomic
def season_close(*, season: Season, by: By, at: datetime | None = None) -> FinalRanking:
    """Close a season: publish its final Ranking with number, date, digest and signature (art. 1.6).

    From then on no event of the season gains or loses points.

    Raises SEASON_CLOSED_ALREADY, SEASON_NOT_OVER, EVENTS_UNDECIDED.
    """
    season = locked_season(season)
    document = standing_document(season)
    if document is not None:
        raise Refused("SEASON_CLOSED_ALREADY", season=season.name, number=document.number)
    check_over(season, at)
    # The document and the calls rest on the ledger itself.
    sums_store(season.pk)
    return _publish(season, by, at or timezone.now())


def _publish(season: Season, by: By, moment: datetime) -> FinalRanking:
    last_number: int = FinalRanking.objects.aggregate(last=Max("number"))["last"] or 0
    document, rows = published(season, number=last_number + 1, at=moment, by=by)
    document.save()
    FinalRankingRow.objects.bulk_create(rows)
    return document


@transaction.atomic
def season_closed(*, season: Season, by: By, at: datetime | None = None) -> FinalRanking:
    """Return the final Ranking of a season, and publish it first if the season is still open: nobody is called before.

    Raises SEASON_NOT_OVER, EVENTS_UNDECIDED.
    """
    season = locked_season(season)
    return standing_document(season) or season_close(season=season, by=by, at=at)


@transaction.atomic
def season_reopen(*, season: Season, reason: str, by: By, at: datetime | None = None) -> SeasonReopening:
    """Open a closed season again; its document stays readable and says that it no longer holds (art. 1.1).

    Raises REASON_NEEDED; SEASON_NOT_CLOSED; SEASON_CALLED while players are called: the call-up is withdrawn first.
    """
    clean_reason = reason.strip()
    if not clean_reason:
        raise Refused("REASON_NEEDED")
    season = locked_season(season)
    document = standing_document(season)
    if document is None:
        raise Refused("SEASON_NOT_CLOSED", season=season.name)
    if CallUp.objects.filter(season=season).exists():
        raise Refused("SEASON_CALLED", season=season.name)
    return SeasonReopening.objects.create(document=document, at=at or timezone.now(), by=by, reason=clean_reason)
