"""Entries in the order of the stored standings, and those among them who play the final (art. 1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament.core.preconditions import regulation_of
from tournament.models import Entry, Event, Round
from tournament.regulation import final as final_rules


def entries_in_order(round_: Round) -> list[Entry]:
    """Return the entries in the order of the standings after a round, those who left included.

    One query, none if the standings are prefetched.
    """
    prefetched = "standing_rows" in getattr(round_, "_prefetched_objects_cache", {})
    rows = (
        round_.standing_rows.all()
        if prefetched
        else round_.standing_rows.select_related("entry__person").order_by("position")
    )
    return [row.entry for row in rows]


def entries_playing(order: Iterable[Entry]) -> list[Entry]:
    """Return the entries still in the event (REQ-703, AMB-12)."""
    return [entry for entry in order if entry.state == Entry.State.PLAYING]


def finalist_entries(event: Event, order: Sequence[Entry]) -> list[Entry]:
    """Art. 1.5: return the entries that play the final, of all entries in the order of the standings (REQ-1301)."""
    left = [entry for entry in order if entry.state != Entry.State.PLAYING]
    return final_rules.finalists(order, left=left, regulation=regulation_of(event))
