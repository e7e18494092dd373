"""The readings of the unclear places of the rulebook that a set-up or a sheet could choose once: all are decided.

The numbers are those of docs/rules/era_of_kingdoms.md, sections 13 and 17; the reasons are in its section 18.
"""

from __future__ import annotations

from typing import Final

from ..decided_readings import Decided

DECIDED: Final = {
    "age_depth": Decided("below_n", "13.2"),
    "board_single": Decided("advanced", "13.3"),
    "drawer_last_turn": Decided("from_deck", "13.4"),
    "upgrade_draws_from": Decided("next_turn", "13.5"),
    "draw_action_limit": Decided("everywhere", "13.6, 17.3"),
    "stack_counts": Decided("top", "13.7, 17.15"),
    "upgrade_counts": Decided("top", "13.8, 17.15"),
    "upgrade": Decided("optional", "13.9"),
    "medium_rule": Decided("everybody", "13.10"),
    "plague_locks": Decided(True, "13.11"),
    "sacrifice_prevented_by": Decided("others", "13.12"),
    "cure": Decided("same_turn", "13.13, 17.11"),
    "totals_floor": Decided("zero", "13.14"),
    "riches_vp": Decided(0, "13.15"),
    "age_vp": Decided("solo", "13.16"),
    "borrowed_lasts": Decided("phase", "13.17"),
    "steal_chosen_by": Decided("thief", "13.18"),
    "swindler_level": Decided("equal_or_higher", "13.19"),
    "yields_per_stack": Decided("any", "13.20"),
    "post_adjacency": Decided("ring", "13.21"),
    "post_refresh": Decided("exactly_3", "13.21"),
    "help_goes_to": Decided("fewest", "13.22"),
    "knowledge_from": Decided("discards", "13.24"),
    "shadow_level": Decided("player", "13.28"),
    "solo_end": Decided("shadow_player_shadow", "13.29, 17.18"),
    "board_advanced": Decided("one_of_n", "13.34"),
    "person_slots": Decided(3, "13.35"),
    "medium_rule_opens_oracle": Decided(True, "17.2"),
    "solo_refill_last_turn": Decided(True, "17.7"),
    "shadow_drawer_advanced": Decided(False, "17.8"),
    "pool": Decided("printed", "17.27"),
    "wild_units": Decided("each", "17.28"),
}
