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
    FIGURES,
    RankingEntry,
    Standing,
    cities_shown,
    drawn_orders,
    national_ranking,
    people_shown,
    ranking_entries,
    roots,
    season_standing,
    season_totals,
    sees_names,
    standing_entries,
)

__all__ = [
    "FIGURES",
    "CallUpState",
    "QueueItem",
    "RankingEntry",
    "Standing",
    "attendance",
    "attendance_average",
    "authorisation_queue",
    "call_up_list",
    "call_up_state",
    "cities_shown",
    "drawn_orders",
    "event_decisions",
    "homologation_queue",
    "national_ranking",
    "people_shown",
    "queue_item",
    "ranking_entries",
    "roots",
    "season_standing",
    "season_totals",
    "sees_names",
    "standing_entries",
]
