"""The sums of a season's ledger by player: counted by the database, stored with the season's statistics.

They are derived data, written whenever the ledger is: a page reads one row instead of every result of the season.
"""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction
from django.db.models import Case, IntegerField, Sum, Value, When
from django.utils.functional import cached_property

from ranking.models import LedgerEntry, SeasonStatistics
from ranking.rules.national import Figures
from tournament.models import Season

#: Fields of a ledger entry, in the order in which they decide.
FIGURES = ("half_points", "wins", "ordinary_wins", "seconds", "thirds")

#: 1 for an entry, -1 for a reversal: summed up, the number of entries that count.
COUNT_SIGN = Case(When(reverses=None, then=Value(1)), default=Value(-1), output_field=IntegerField())

#: Lists of equal length: keys of records, one list for each figure, number of events that count.
StoredSums = dict[str, list[int]]
PEOPLE, EVENTS = "people", "events"


class IntegerSum(Sum):
    """A sum of integers without Django's conversion: both databases return integers for columns of this size."""

    @cached_property
    def convert_value(self) -> Any:
        # Django adds no converter for a row if the expression has this one.
        return self._convert_value_noop  # type: ignore[attr-defined]  # the stubs leave out private members


def ledger_sums(season_id: int) -> StoredSums:
    """Return the sums of every record with results that count in a season, from its ledger (art. 1.6). One query.

    A reversal is the exact negative of its entry, so the sums of all entries are those of the entries that count.
    """
    rows = (
        LedgerEntry.objects.filter(season=season_id)
        .order_by("person_id")
        .values_list("person_id")
        .annotate(*(IntegerSum(name) for name in FIGURES), counted=IntegerSum(COUNT_SIGN))
    )
    statement, params = rows.query.sql_with_params()
    # Read past Django's rows, which take longer for thousands of players than everything else here.
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        counted = [row for row in cursor.fetchall() if row[-1]]
    names = (PEOPLE, *FIGURES, EVENTS)
    return (
        {name: list(column) for name, column in zip(names, zip(*counted, strict=True), strict=True)} if counted else {}
    )


@transaction.atomic
def sums_store(season_id: int) -> None:
    """Store the sums of a season as its ledger has them now. The caller has written the ledger, or relies on it.

    The row of the statistics is locked before the ledger is read, so that the last one who writes has read all entries.
    """
    SeasonStatistics.objects.select_for_update().get_or_create(season_id=season_id)
    SeasonStatistics.objects.filter(season=season_id).update(sums=ledger_sums(season_id))


def stored_sums(season: Season) -> tuple[dict[int, Figures], dict[int, int]]:
    """Return the stored sums by record: figures in the order of FIGURES, and number of events. Runs one query."""
    sums: StoredSums = SeasonStatistics.objects.filter(season=season).values_list("sums", flat=True).first() or {}
    people = sums.get(PEOPLE, [])
    figures = zip(*(sums.get(name, []) for name in FIGURES), strict=True)
    return dict(zip(people, figures, strict=True)), dict(zip(people, sums.get(EVENTS, []), strict=True))
