"""Data of the organiser's desk: what of an event is open, so that only that is read; the tables of a round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, Count, Exists, IntegerField, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce

from games import registry
from tournament.core.messages import findings_for_page
from tournament.delivery.waiting import anything_waits
from tournament.models import DrawPress, Entry, Event, HelpCall, Job, LeaveWish, Round, Table


@dataclass(frozen=True, slots=True)
class DeskNumbers:
    """Entries of an event, how many of them are present, and which lists of its desk are not empty."""

    entries: int
    present: int
    has_calls: bool
    has_leaving: bool
    has_open_draw: bool
    has_jobs: bool
    has_waiting: bool


def _entries(condition: Q) -> Coalesce:
    """Return the number of an event's entries with a condition, as a subquery."""
    counted = Entry.objects.filter(condition, event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(counted.annotate(count=Count("pk")).values("count"), output_field=IntegerField()), 0)


def desk_numbers(event: Event) -> DeskNumbers:
    """Return the numbers of an event's desk. Runs one query."""
    here = OuterRef("pk")
    row = Event.objects.filter(pk=event.pk).values_list(
        _entries(Q()),
        _entries(Q(state__in=("checked_in", "playing"))),
        Exists(HelpCall.objects.filter(table__round__event=here, closed_at=None)),
        Exists(LeaveWish.objects.filter(entry__event=here)),
        Exists(DrawPress.objects.filter(event=here, state=DrawPress.State.WAITING)),
        Exists(Job.objects.filter(event=here, kind="print_pack")),
        Case(When(anything_waits(here), then=True), default=False, output_field=BooleanField()),
    )
    return DeskNumbers(*row.get())


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of a round as the desk shows it.

    Arguments:
        seats: name, its given part and the rest, place and score; in playing order, with a confirmed result in the
            order of places. A sheet that waits for its confirmation gives the scores written on it, but no places yet.
        confirmed_seats: how many players confirmed the newest sheet.
        version: of the sheet that waits for its confirmation, or None.
        findings: sentences of what is odd or impossible on a sheet that waits for its confirmation.
    """

    number: int
    state: str
    called: bool
    confirmed_seats: int
    seats: list[dict[str, Any]]
    version: int | None
    findings: list[str]

    @property
    def kind(self) -> str:
        """Return what the desk has to do with it: "help", "doubt" for a sheet with findings, or the state."""
        if self.called and self.state != Table.State.CONFIRMED:
            return "help"
        return "doubt" if self.findings else self.state

    @property
    def shown_state(self) -> str:
        """Return the key of its state's words; a sheet with findings has another one than a sheet without."""
        if self.state != Table.State.SUBMITTED:
            return self.state
        return "doubt" if self.findings else "delivered"

    @property
    def leaders(self) -> list[dict[str, Any]]:
        """Return the seats with the best score of a sheet to be confirmed: several if they are equal."""
        scores = [seat["score"] for seat in self.seats if isinstance(seat["score"], int)]
        return [seat for seat in self.seats if seat["score"] == max(scores)] if scores else []

    @property
    def others(self) -> int:
        """Return how many findings follow the first."""
        return len(self.findings) - 1


#: The order in which the desk lists the kinds of tables of a large hall: the open ones first.
OPEN_FIRST = ("help", "doubt", Table.State.SUBMITTED, Table.State.PLAYING, Table.State.CONFIRMED)
#: With more tables than this the desk shows their numbers alone; this many of them, the others in a fold.
MOST_TILES = 12
MOST_NUMBERS = 30
#: From this number of tables the desk offers a filter.
LEAST_FILTERED = 9
#: Kinds of tables by the value of the query's field ``tavoli``: those that wait for the desk, those in play.
FILTERS = {"da-fare": ("help", "doubt", Table.State.SUBMITTED), "in-gioco": ("help", Table.State.PLAYING)}


@dataclass(frozen=True, slots=True)
class DeskTables:
    """The tables of a round, and how many there are of each kind."""

    tables: list[DeskTable]
    counts: dict[str, int]
    #: The filter chosen: "" for all, or a key of FILTERS.
    shown: str = ""

    @property
    def has_filter(self) -> bool:
        """Return whether there are so many tables that the desk offers a filter."""
        return len(self.tables) >= LEAST_FILTERED

    @property
    def are_many(self) -> bool:
        """Return whether the desk shows the numbers of the tables, not who sits there."""
        return len(self.tables) > MOST_TILES

    @property
    def open_first(self) -> list[DeskTable]:
        """Return the tables, those that wait for the desk first, then those in play."""
        return sorted(self.tables, key=lambda table: (OPEN_FIRST.index(table.kind), table.number))

    @property
    def numbers(self) -> list[DeskTable]:
        """Return the tables whose numbers a large hall's desk shows."""
        return self.open_first[:MOST_NUMBERS]

    @property
    def folded(self) -> list[DeskTable]:
        """Return the tables behind them."""
        return self.open_first[MOST_NUMBERS:]

    @property
    def to_confirm(self) -> DeskTable | None:
        """Return the table whose sheet is confirmed next: one with findings cannot wait, its players are still here."""
        waiting = [table for table in self.tables if table.version is not None]
        return min(waiting, key=lambda table: (not table.findings, table.number), default=None)

    @property
    def missing(self) -> list[int]:
        """Return the numbers of the tables without a sheet."""
        return [table.number for table in self.tables if table.state == Table.State.PLAYING]

    @property
    def by_filter(self) -> dict[str, int]:
        """Return how many tables each filter shows; its name has no hyphen, as a template needs it."""
        return {name.replace("-", "_"): sum(self.counts.get(kind, 0) for kind in FILTERS[name]) for name in FILTERS}

    @property
    def doubtful(self) -> list[int]:
        """Return the numbers of the tables whose delivered sheet has findings."""
        return [table.number for table in self.tables if table.findings]

    @property
    def listed(self) -> list[DeskTable]:
        """Return the tables of the chosen filter."""
        kinds = FILTERS.get(self.shown)
        return [table for table in self.tables if kinds is None or table.kind in kinds]


def _name(entry: Entry, surnames: Counter[str]) -> dict[str, str]:
    """Return a player's name, whole and in parts: given names, their initial if the surname is shared, the rest."""
    person, whole = entry.person, str(entry)
    begins = f"{person.first_name} "
    given = person.first_name if whole.startswith(begins) and len(whole) > len(begins) else ""
    initial = f"{given[0]}." if given and surnames[person.last_name] > 1 else ""
    return {"name": whole, "given": given, "initial": initial, "last": whole.removeprefix(begins) if given else whole}


def desk_tables_of(event: Event, game_round: Round, shown: str = "") -> DeskTables:
    """Return the tables of a round read with ``rounds.participation.desk_tables``. Runs no query.

    Arguments:
        shown: the filter, a key of FILTERS; anything else shows all.
    """
    score = registry.get(event.game).chain[0].name
    surnames = Counter(seat.entry.person.last_name for table in game_round.tables.all() for seat in table.seats.all())
    tables = []
    for table in game_round.tables.all():
        seats = list(table.seats.all())
        if table.state == Table.State.CONFIRMED:
            seats.sort(key=lambda seat: seat.place or len(seats))
        facts: Any = table  # with the annotations of desk_tables
        written = (facts.delivered or {}).get("seats") or [seat.values for seat in seats]
        lines = [
            {**_name(seat.entry, surnames), "place": seat.place, "score": values.get(score)}
            for seat, values in zip(seats, written, strict=False)
        ]
        findings = [finding["sentence"] for finding in findings_for_page(facts.delivered_findings or [], event)]
        waiting = (facts.delivered_version, findings)
        tables.append(DeskTable(table.number, table.state, facts.called, facts.confirmed_seats, lines, *waiting))
    return DeskTables(tables, dict(Counter(table.kind for table in tables)), shown)
