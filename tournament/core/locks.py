"""Lock an event for writing, one writer at a time.

On PostgreSQL the event's row is locked (SELECT FOR UPDATE); on SQLite every transaction is IMMEDIATE, so it holds the
only write lock from its first statement. Services take the lock first and read the data only then.
"""

from __future__ import annotations

from tournament.models import Entry, Event, Round, Season, Table
from tournament.regulation.refused import Refused


def locked(event: Event | int) -> Event:
    """Re-read the event and lock it until the transaction ends.

    Arguments:
        event: the event or its primary key; the given object is left unchanged.
    """
    pk = event.pk if isinstance(event, Event) else event
    return Event.objects.select_for_update().get(pk=pk)


def locked_season(season: Season) -> Season:
    """Re-read the season and lock it until the transaction ends."""
    return Season.objects.select_for_update().get(pk=season.pk)


def locked_entry(entry: Entry) -> Entry:
    """Re-read the entry with its event locked; ``entry.event`` is the locked event. Errors: ENTRY_GONE."""
    event = locked(entry.event_id)
    fresh = Entry.objects.select_related("person").filter(pk=entry.pk).first()
    if fresh is None:
        raise Refused("ENTRY_GONE", player=str(entry))
    fresh.event = event
    return fresh


def locked_round(round_: Round) -> Round:
    """Re-read the round with its event locked; ``round.event`` is the locked event. Errors: ROUND_UNDONE."""
    event = locked(round_.event_id)
    fresh = Round.objects.filter(pk=round_.pk).first()
    if fresh is None:
        raise Refused("ROUND_UNDONE", round=round_.number)
    fresh.event = event
    return fresh


def locked_table(table: Table) -> Table:
    """Re-read the table with its event locked; ``table.round.event`` is the locked event. Errors: ROUND_UNDONE."""
    event = locked(table.round.event_id)
    fresh = Table.objects.select_related("round").filter(pk=table.pk).first()
    if fresh is None:
        raise Refused("ROUND_UNDONE", round=table.round.number)
    fresh.round.event = event
    return fresh
