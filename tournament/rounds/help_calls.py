"""Help requests from a table: shown at the desk until closed."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record
from tournament.core.locks import locked, locked_table
from tournament.core.preconditions import require_event_state, require_round_state
from tournament.models import Event, HelpCall, Round, Table


@transaction.atomic
def help_call(*, table: Table, caller: str, words: str = "", by: By) -> HelpCall:
    """Create a help request. While a request of the table is open another adds nothing.

    Arguments:
        caller: name of the caller, blank through the table's own link; words: the subject, may be empty.
    Errors: EVENT_STATE_WRONG, ROUND_STATE_WRONG.
    """
    fresh = locked_table(table)
    require_event_state(fresh.round.event, Event.State.RUNNING)
    require_round_state(fresh.round, Round.State.PUBLISHED, Round.State.RUNNING)
    call = HelpCall.objects.filter(table=fresh, closed_at=None).first()
    if call is None:
        call = HelpCall.objects.create(table=fresh, caller=caller[:120], words=words.strip()[:200])
        record(fresh, verb="help_call", by=by, reason=call.words)
    return call


@transaction.atomic
def help_close(*, call: HelpCall, by: By) -> HelpCall:
    """Close a help request. Idempotent; does nothing if the round was undone concurrently."""
    table = Table.objects.select_related("round").filter(pk=call.table_id).first()
    if table is None:
        return call
    locked(table.round.event_id)
    fresh = HelpCall.objects.filter(pk=call.pk).first()
    if fresh is None:
        return call
    if fresh.closed_at is None:
        fresh.closed_at, fresh.closed_by = timezone.now(), by
        fresh.save(update_fields=["closed_at", "closed_by"])
        record(table, verb="help_close", by=by)
    return fresh
