"""Record a player who is drawn to a table and does not come (AMB-45)."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked_table
from tournament.core.preconditions import require_event_state, require_round_state
from tournament.core.refusals import AlreadyDone
from tournament.entries.departures import departure_record
from tournament.models import Entry, Event, Round, Seat, Sheet, Table
from tournament.people.selectors import player_id
from tournament.regulation.parameters import LEAST_AT_TABLE, TABLE_SIZE
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.refused import Refused
from tournament.regulation.seating import table_sizes
from tournament.rounds.services import round_undo


@transaction.atomic
def table_no_show(*, seat: Seat, reason: str, by: By) -> bool:
    """Art. 1.5: take a player who did not come off a published table (AMB-45).

    A full table plays on without the player, the others in their order. If a table of three loses one while no sheet of
    the round is delivered, the draw of the round is undone, and the player is not drawn again; afterwards, or if those
    who are left form no tables, the two play on, and nobody gets the third place.

    Returns: whether the table plays on.
    Errors: DECISION_REASON_MISSING, AlreadyDone, ROUND_UNDONE, EVENT_STATE_WRONG, ROUND_STATE_WRONG, NO_SHOW_IN_FINAL,
        NO_SHOW_HAS_SHEET, NO_SHOW_TWO_LEFT.
    """
    why = require_reason(reason)
    table = locked_table(seat.table)
    event, entry = table.round.event, Entry.objects.select_related("person").get(pk=seat.entry_id)
    require_event_state(event, Event.State.RUNNING)
    require_round_state(table.round, Round.State.PUBLISHED, Round.State.RUNNING)
    if not table.seats.filter(pk=seat.pk).exists():
        raise AlreadyDone(what=_("the player is off the table"))
    if table.round.is_final:
        raise Refused("NO_SHOW_IN_FINAL", player=str(entry))
    if table.sheets.exists():
        raise Refused("NO_SHOW_HAS_SHEET", player=str(entry), table=table.number)
    seated = table.seats.count()
    if seated <= LEAST_AT_TABLE:
        raise Refused("NO_SHOW_TWO_LEFT", player=str(entry), table=table.number)
    if seated < TABLE_SIZE and can_draw_again(table.round):
        number = table.round.number
        round_undo(round=table.round, reason=why, by=by)
        _leave_out(entry, number, why, by)
        return False
    _take_off(table, entry)
    verb = "table_no_show"
    no_shows = [*table.no_shows, player_id(entry)]
    record(table, verb=verb, by=by, reason=f"{entry}: {why}", no_shows=no_shows)
    before = table.round.number - 1
    if before == 0:
        record(entry, verb=verb, by=by, reason=why, state=Entry.State.ABSENT)
    else:
        departure_record(entry, verb=verb, by=by, reason=why, left_after=before)
    return True


def can_draw_again(round_: Round) -> bool:
    """Return whether a round can be drawn again without one player. Two queries.

    It cannot once a sheet is delivered, or if the others form no tables of four and three.
    """
    if Sheet.objects.filter(table__round=round_).exists():
        return False
    try:
        table_sizes(Seat.objects.filter(round=round_).count() - 1)
    except ImpossibleTables:
        return False
    return True


def _leave_out(entry: Entry, number: int, reason: str, by: By) -> None:
    """Keep a player who did not come out of the next draw of a round (AMB-45)."""
    absent = Entry.objects.get(pk=entry.pk)
    facts: dict[str, Any] = {"verb": "table_no_show", "by": by, "reason": reason}
    if number == 1:
        record(absent, state=Entry.State.REGISTERED, **facts)
    else:
        departure_record(absent, left_after=number - 1, **facts)


def _take_off(table: Table, entry: Entry) -> None:
    """Remove a player's seat; those after it move up by one, in playing order."""
    taken = table.seats.get(entry=entry)
    later = list(table.seats.filter(position__gt=taken.position).order_by("position"))
    taken.delete()
    for seat in later:
        seat.position -= 1
        seat.save(update_fields=["position"])
