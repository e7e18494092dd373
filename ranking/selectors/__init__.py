"""What the pages of the Ranking and of the Referent show: reads only, each in a fixed number of queries."""

from ranking.selectors.call_up import CallUpState, call_up_list, call_up_state
from ranking.selectors.homologation import (
    QueueItem,
    attendance,
    attendance_average,
    authorisation_queue,
    event_decisions,
    homologation_queue,
    queue_item,
)
from ranking.selectors.national import (
    RankingEntry,
    drawn_orders,
    ledger_lines,
    lots_at_line,
    national_ranking,
    roots,
    sees_names,
    standing_entries,
)

__all__ = [
    "CallUpState",
    "QueueItem",
    "RankingEntry",
    "attendance",
    "attendance_average",
    "authorisation_queue",
    "call_up_list",
    "call_up_state",
    "drawn_orders",
    "event_decisions",
    "homologation_queue",
    "ledger_lines",
    "lots_at_line",
    "national_ranking",
    "queue_item",
    "roots",
    "sees_names",
    "standing_entries",
]
