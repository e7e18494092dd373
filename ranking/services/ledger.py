"""The ledger: every homologated result once, in half-points; a revocation is a reversing entry (articles 1.4, 1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from ranking.models import Decision, LedgerEntry
from ranking.rules import event_lines
from ranking.selectors import roots
from ranking.services.errors import ReasonNeeded
from tournament.models import Event, FinalPlace, Season, Seat
from tournament.rules import regulation
from tournament.rules.final import final_places
from tournament.rules.points import Fascia
from tournament.services.history import By
from tournament.services.locks import locked_season

#: The figures of an entry, all of which a reversal negates.
FIGURES = ("half_points", "wins", "ordinary_wins", "seconds", "thirds")
Figures = tuple[int, ...]
NOTHING: Figures = (0,) * len(FIGURES)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the ledger is not what the homologated events make it: sums of one player in one event.

    Arguments:
        event: its slug; person: primary key; ledger, rebuilt: the figures of FIGURES in order.
    """

    event: str
    person: int
    ledger: Figures
    rebuilt: Figures


def _lines(event: Event) -> dict[int, tuple[int, Figures]]:
    """From the tables' results alone: per person, the place and the figures (REQ-1402 to REQ-1405, AMB-31)."""
    results: list[list[dict[int, int]]] = []
    final: dict[int, int] | None = None
    seats = (
        Seat.objects.filter(round__event=event, place__isnull=False)
        .select_related("entry")
        .values_list("round__number", "round__is_final", "table_id", "entry__person_id", "place")
        .order_by("round__number", "table__number", "place")
    )
    by_round: dict[int, dict[int, dict[int, int]]] = {}
    for number, is_final, table, person, place in seats:
        if is_final:
            final = final or {}
            final[person] = place
        else:
            by_round.setdefault(number, {}).setdefault(table, {})[person] = place
    results = [list(tables.values()) for _, tables in sorted(by_round.items())]
    definitive = event.round_set.filter(is_final=False).order_by("-number").first()
    order = (
        list(definitive.standing_rows.order_by("position").values_list("entry__person_id", flat=True))
        if definitive
        else []
    )
    left = [person for person in order if person not in (final or {})]
    played = sorted(final, key=lambda person: final[person]) if final else None
    places = final_places(order, played, left=left if played else order, regulation=regulation.get(event.regulation))
    lines = event_lines(
        places,
        Fascia(event.fascia_effective),
        results,
        final,
        homologated=True,
        national=event.is_national_final,
        regulation=regulation.get(event.regulation),
    )
    return {
        line.player: (
            place,
            (line.half_points, line.tally.wins, line.tally.ordinary_wins, line.tally.seconds, line.tally.thirds),
        )
        for place, line in enumerate(lines, start=1)
    }


def ledger_add(*, event: Event, decision: Decision, at: datetime | None = None) -> list[LedgerEntry]:
    """Art. 1.6: writes what a homologated event gives to everybody who played in it (REQ-608, AMB-31)."""
    moment = at or decision.at
    places = list(FinalPlace.objects.filter(event=event).select_related("entry").order_by("place"))
    lines = _lines(event)
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
    return LedgerEntry.objects.bulk_create(rows)


def ledger_reverse(*, event: Event, decision: Decision, at: datetime | None = None) -> list[LedgerEntry]:
    """Art. 1.4: adds the opposite of every entry of the event that still counts."""
    standing = LedgerEntry.objects.filter(event=event, reverses__isnull=True, reversed_by__isnull=True).order_by("pk")
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
    return LedgerEntry.objects.bulk_create(rows)


def ledger_rebuild(season: Season) -> dict[tuple[int, int], Figures]:
    """Art. 1.6: what the ledger must sum up to, from the tables of the homologated events alone.

    Returns: figures by (event, person), both primary keys.
    """
    kept = roots()
    rebuilt: dict[tuple[int, int], Figures] = {}
    events = Event.objects.filter(season=season, state=Event.State.HOMOLOGATED, is_national_final=False)
    for event in events.order_by("pk"):
        for person, (_, figures) in _lines(event).items():
            rebuilt[event.pk, kept.get(person, person)] = figures
    return rebuilt


def ledger_sums(season: Season) -> dict[tuple[int, int], Figures]:
    """What the ledger says: its sums by (event, person), those that came to nothing left out."""
    kept = roots()
    rows = (
        LedgerEntry.objects.filter(season=season)
        .order_by()
        .values_list("event_id", "person_id")
        .annotate(*(Sum(name) for name in FIGURES))
    )
    sums: dict[tuple[int, int], Figures] = {}
    for event, person, *figures in rows:
        key = event, kept.get(person, person)
        sums[key] = tuple(map(sum, zip(sums.get(key, NOTHING), figures, strict=True)))
    return {key: figures for key, figures in sums.items() if figures != NOTHING}


def ledger_check(season: Season) -> list[Difference]:
    """Every difference between the ledger and its full rebuild; none where all is well."""
    rebuilt, sums = ledger_rebuild(season), ledger_sums(season)
    slugs = dict(Event.objects.filter(season=season).values_list("pk", "slug"))
    return [
        Difference(slugs.get(event, str(event)), person, sums.get(key, NOTHING), rebuilt.get(key, NOTHING))
        for key in sorted({*rebuilt, *sums})
        if sums.get(key, NOTHING) != rebuilt.get(key, NOTHING)
        for event, person in [key]
    ]


@transaction.atomic
def ledger_repair(*, season: Season, by: By, reason: str) -> list[Difference]:
    """Puts the ledger right by adding to it: wrong entries are reversed, the right ones written anew.

    Returns: the differences that there were. Errors: ReasonNeeded.
    """
    if not reason.strip():
        raise ReasonNeeded
    # Events before the season, as in homologate: so neither waits for the other for ever.
    list(Event.objects.select_for_update().filter(season=season).order_by("pk").values_list("pk"))
    season = locked_season(season)
    differences = ledger_check(season)
    for slug in sorted({one.event for one in differences}):
        event = Event.objects.get(slug=slug)
        homologated = event.state == Event.State.HOMOLOGATED
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
