"""Notices during a round: the desk calls the players of a table, the clock is about to end."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record
from tournament.core.locks import locked_table
from tournament.core.preconditions import require_event_state, require_round_state
from tournament.core.refusals import AlreadyDone
from tournament.delivery.notices import round_closing_notice, table_called_notice
from tournament.models import Event, Round, Table

#: Shortest interval between two calls of a table.
_CALLED_EVERY = timedelta(minutes=2)
#: How long the players of a table read that they are called.
_CALLED_FOR = timedelta(minutes=10)
#: Time before the end of the clock at which the players get a notice.
_CLOSING_BEFORE = timedelta(minutes=5)


@transaction.atomic
def table_call(*, table: Table, by: By) -> int:
    """Call the players of a table that have an account. Returns how many they are.

    Errors: EVENT_STATE_WRONG, ROUND_STATE_WRONG, ROUND_UNDONE; AlreadyDone if its sheet is delivered, or if it was
    called
        in the last two minutes.
    """
    fresh = locked_table(table)
    require_event_state(fresh.round.event, Event.State.RUNNING)
    require_round_state(fresh.round, Round.State.PUBLISHED, Round.State.RUNNING)
    if fresh.state != Table.State.PLAYING:
        raise AlreadyDone(what=_("the sheet is delivered"))
    now = timezone.now()
    if fresh.history.filter(history_verb="table_call", history_date__gt=now - _CALLED_EVERY).exists():
        raise AlreadyDone(what=_("the table is called"))
    record(fresh, verb="table_call", by=by)
    return table_called_notice(fresh, now)


def table_is_called(table: Table) -> bool:
    """Return whether the players of a table were called lately and can still come. At most one query."""
    since = timezone.now() - _CALLED_FOR
    calls = table.history.filter(history_verb="table_call", history_date__gt=since)
    return table.state == Table.State.PLAYING and calls.exists()


def rounds_closing_tell(now: datetime | None = None) -> int:
    """Tell the players of open tables that their clock is about to end. Returns how many.

    Idempotent: a fact that was told is not told again.
    """
    moment = now or timezone.now()
    rounds = Round.objects.filter(
        event__state=Event.State.RUNNING,
        state=Round.State.RUNNING,
        clock_ends_at__gt=moment,
        clock_ends_at__lte=moment + _CLOSING_BEFORE,
    )
    total = 0
    for game_round in rounds.select_related("event"):
        ends = game_round.clock_ends_at
        if ends is not None:
            total += round_closing_notice(game_round, ends)
    return total
