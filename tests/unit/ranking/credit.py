"""Write ledger entries directly, for tests that need a Ranking without played events."""

from __future__ import annotations

from django.utils import timezone

from ranking.models import Decision, LedgerEntry
from ranking.national.sums import sums_store
from tests import factories
from tournament.models import Person, Season


def credit(
    season: Season, person: Person, half: int, *, wins: int = 0, ordinary: int | None = None, **counts: int
) -> None:
    """Create one ledger entry, in half-points, for an event without rounds: the Ranking only sums the ledger."""
    event = factories.make_event(season=season, first_day=season.first_day, last_day=season.first_day)
    decision = Decision.objects.create(event=event, kind="homologated", reason="Prova", at=timezone.now())
    LedgerEntry.objects.create(
        season=season,
        event=event,
        decision=decision,
        person=person,
        place=1,
        players=12,
        fascia="I",
        half_points=half,
        wins=wins,
        ordinary_wins=wins if ordinary is None else ordinary,
        seconds=counts.get("seconds", 0),
        thirds=counts.get("thirds", 0),
        at=timezone.now(),
    )
    sums_store(season.pk)
