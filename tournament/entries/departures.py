"""Record that a player leaves an event while it is played."""

from __future__ import annotations

from tournament.core.audit import By, record
from tournament.models import Entry, Round, Seat
from tournament.results.standings import standings_store


def departure_record(entry: Entry, *, verb: str, by: By, reason: str, left_after: int) -> None:
    """Record that a player has left; the results stay (AMB-12).

    Who arrived late and leaves without having sat at a table is no player any more (AMB-41): points are for those who
    played. The standings made meanwhile are made again without the player; their lots stay.

    Arguments:
        left_after: the last ordinary round before the player left.
    """
    if not entry.is_late or Seat.objects.filter(entry=entry).exists():
        record(entry, verb=verb, by=by, reason=reason, state=Entry.State.LEFT, left_after=left_after)
        return
    record(entry, verb=verb, by=by, reason=reason, state=Entry.State.ABSENT, is_late=False)
    rounds = Round.objects.filter(event=entry.event_id, is_final=False, state=Round.State.CLOSED)
    for round_ in rounds.select_related("event").order_by("number"):
        standings_store(round_=round_, word="", by=by, verb=verb, reason=reason)
