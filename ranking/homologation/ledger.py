"""The ledger: every homologated result once, in half points; revoking adds a reversing entry (articles 1.4, 1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import add

from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from ranking.homologation.results import event_results
from ranking.models import Decision, LedgerEntry
from ranking.national.selectors import canonical_person_ids, standing_entries
from ranking.national.sums import FIGURES, sums_store
from ranking.rules.national import Figures
from tournament.core.audit import By
from tournament.core.locks import locked_season
from tournament.models import Event, FinalPlace, Season
from tournament.regulation.lifecycle import State, feeds_ranking
from tournament.regulation.refused import Refused

#: The figures of a player without results.
NOTHING: Figures = (0,) * len(FIGURES)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the ledger and the homologated events: the sums of one player in one event.

    Arguments:
        event: slug.
        person: primary key.
        ledger, rebuilt: the figures in the order of FIGURES.
    """

    event: str
    person: int
    ledger: Figures
    rebuilt: Figures


#: Number of events read at once when checking a season; it bounds the memory needed for long seasons.
CHUNK = 50


def ledger_add(*, event: Event, decision: Decision, at: datetime | None = None) -> list[LedgerEntry]:
    """Add the ledger entries of all players of a homologated event (art. 1.6, REQ-608, AMB-31)."""
    moment = at or decision.at
    places = list(FinalPlace.objects.filter(event=event).select_related("entry").order_by("place"))
    lines = event_results([event])[event.pk]
    rows = []
    for row in places:
        _, figures = lines[row.entry.person_id]
        rows.append(
            LedgerEntry(
                season=event.season,
                event=event,
                decision=decision,
                person_id=row.entry.person_id,
                place=row.place,
                players=len(places),
                fascia=event.fascia_effective,
                at=moment,
                **dict(zip(FIGURES, figures, strict=True)),
            )
        )
    return _store(event, rows)


def ledger_reverse(*, event: Event, decision: Decision, at: datetime | None = None) -> list[LedgerEntry]:
    """Add the reversing entry of every entry of the event that still counts (art. 1.4)."""
    standing = standing_entries(LedgerEntry.objects.filter(event=event).order_by("pk"))
    moment = at or decision.at
    rows = [
        LedgerEntry(
            season_id=entry.season_id,
            event=event,
            decision=decision,
            person_id=entry.person_id,
            place=entry.place,
            players=entry.players,
            fascia=entry.fascia,
            reverses=entry,
            at=moment,
            **{name: -getattr(entry, name) for name in FIGURES},
        )
        for entry in standing
    ]
    return _store(event, rows)


def _store(event: Event, entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """Insert entries, and the sums of every season that they belong to."""
    stored = LedgerEntry.objects.bulk_create(entries)
    for season in {event.season_id, *(entry.season_id for entry in stored)}:
        sums_store(season)
    return stored


def _rebuild_figures(
    season: Season, events: Sequence[Event], canonical_ids: Mapping[int, int]
) -> dict[tuple[int, int], Figures]:
    """Return the sums that the ledger should have, by (event, person)."""
    own = [event for event in events if event.season_id == season.pk and not event.is_national_final]
    counted = [event for event in own if feeds_ranking(State(event.state))]
    return {
        (event, canonical_ids.get(person, person)): figures
        for event, lines in event_results(counted).items()
        for person, (_, figures) in lines.items()
    }


def _sum_figures(
    season: Season, events: Sequence[Event], canonical_ids: Mapping[int, int]
) -> dict[tuple[int, int], Figures]:
    """Return the ledger's sums by (event, person), without those that are zero."""
    rows = (
        LedgerEntry.objects.filter(season=season, event__in=events)
        .order_by()
        .values_list("event_id", "person_id")
        .annotate(*(Sum(name) for name in FIGURES))
    )
    sums: dict[tuple[int, int], Figures] = {}
    for event, person, *figures in rows:
        key = event, canonical_ids.get(person, person)
        sums[key] = tuple(map(add, sums.get(key, NOTHING), figures))
    return {key: figures for key, figures in sums.items() if figures != NOTHING}


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a ledger check: the number of results that the tables give, and every difference."""

    results: int
    differences: list[Difference]


def ledger_rebuild(season: Season) -> Check:
    """Recompute the results of all homologated events from their tables and compare them with the ledger (art. 1.6).

    Processes the season in chunks of events, so that apart from the differences memory use does not grow with the
    season. The sums of an event in the ledger that is not a homologated event of the season must be zero.
    """
    canonical_ids = canonical_person_ids()
    in_ledger = LedgerEntry.objects.filter(season=season).order_by().values("event")
    events = Event.objects.filter(Q(season=season) | Q(pk__in=in_ledger)).order_by("pk")
    keys = list(events.values_list("pk", flat=True))
    results = 0
    differences: list[Difference] = []
    for start in range(0, len(keys), CHUNK):
        chunk = list(Event.objects.filter(pk__in=keys[start : start + CHUNK]).order_by("pk"))
        rebuilt, sums = _rebuild_figures(season, chunk, canonical_ids), _sum_figures(season, chunk, canonical_ids)
        results += len(rebuilt)
        slugs = {event.pk: event.slug for event in chunk}
        differences += [
            Difference(slugs[key[0]], key[1], sums.get(key, NOTHING), rebuilt.get(key, NOTHING))
            for key in sorted({*rebuilt, *sums})
            if sums.get(key, NOTHING) != rebuilt.get(key, NOTHING)
        ]
    return Check(results, differences)


def ledger_check(season: Season) -> list[Difference]:
    """Return the differences between the ledger and its full rebuild."""
    return ledger_rebuild(season).differences


@transaction.atomic
def ledger_repair(*, season: Season, by: By, reason: str) -> list[Difference]:
    """Repair the ledger by adding entries: reverse the wrong ones, then add the correct ones.

    Returns the differences found. Raises REASON_NEEDED.
    """
    if not reason.strip():
        raise Refused("REASON_NEEDED")
    # Lock the events before the season, in the same order as ``homologate``, to avoid a deadlock.
    list(Event.objects.select_for_update().filter(season=season).order_by("pk").values_list("pk"))
    season = locked_season(season)
    differences = ledger_check(season)
    for slug in sorted({difference.event for difference in differences}):
        event = Event.objects.get(slug=slug)
        homologated = feeds_ranking(State(event.state))
        decision = Decision.objects.create(
            event=event,
            kind=Decision.Kind.HOMOLOGATED if homologated else Decision.Kind.REVOKED,
            reason=reason.strip(),
            fascia=event.fascia_effective,
            at=timezone.now(),
            by=by,
        )
        ledger_reverse(event=event, decision=decision)
        if homologated:
            ledger_add(event=event, decision=decision)
    return differences
