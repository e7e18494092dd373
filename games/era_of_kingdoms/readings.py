"""Readings of the unclear places of the rulebook, each under a name, with the recommended reading as the default.

The numbers are those of docs/rules/era_of_kingdoms.md, sections 13 and 17. A number that is missing here has only one
reading, is answered by the card pack, or is a function of its own (see docs/era_of_kingdoms.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .. import rule_readings
from ..rule_readings import Value


@dataclass(frozen=True, slots=True)
class Readings:
    """One value per reading; the first of :data:`CHOICES` is the default."""

    #: 13.2: Age of Enlightenment lies below N cards, or is the Nth.
    age_depth: str = "below_n"
    #: 13.3: the single slot of the trade board holds an advanced card (else a fourth medium one).
    board_single: str = "advanced"
    #: 13.4: the drawer has a last turn if it came from the deck, always, or never.
    drawer_last_turn: str = "from_deck"
    #: 13.5 (S357): a better realm counts for drawing from the next turn, or at once.
    upgrade_draws_from: str = "next_turn"
    #: 13.6, 17.3: at the hand limit nobody draws from any deck (S318-S324), or the limit applies in the draw phase
    #: only.
    draw_action_limit: str = "everywhere"
    #: 13.7, 17.15: which cards of a stack give resources, attack and defence.
    stack_counts: str = "top"
    #: 13.8, 17.15: which cards count for the realm.
    upgrade_counts: str = "top"
    #: 13.9: whether the realm may or must be improved.
    upgrade: str = "optional"
    #: 13.10: who draws two medium cards once another realm is advanced.
    medium_rule: str = "everybody"
    #: 13.11: whether a plague keeps the last card over it from being removed or replaced.
    plague_locks: bool = True
    #: 13.12: who may prevent Religious Sacrifice with Survival Tactics.
    sacrifice_prevented_by: str = "others"
    #: 13.13, 17.11: any two persons removed in the same turn (S491-S496), or two named in one decision.
    cure: str = "same_turn"
    #: 13.14: totals are limited to 0 from below, or are not.
    totals_floor: str = "zero"
    #: 13.15: points of a riches card.
    riches_vp: int = 0
    #: 13.16: when Age of Enlightenment is worth a point.
    age_vp: str = "solo"
    #: 13.17: how long a borrowed resource lasts.
    borrowed_lasts: str = "phase"
    #: 13.18: who chooses between riches and hand card.
    steal_chosen_by: str = "thief"
    #: 13.19: which stacks of others can be swapped for.
    swindler_level: str = "equal_or_higher"
    #: 13.20: High Yields under one stack.
    yields_per_stack: str = "any"
    #: 13.21: the cells beside a Trading Post; how many cards it replaces.
    post_adjacency: str = "ring"
    post_refresh: str = "exactly_3"
    #: 13.22: who wins Help.
    help_goes_to: str = "fewest"
    #: 13.24: where Forgotten Knowledge and Lost Artifact take two cards from, between players.
    knowledge_from: str = "discards"
    #: 13.28: whose level the shadow realm uses.
    shadow_level: str = "player"
    #: 13.29, 17.18: the end of the solo game after the player drew Age of Enlightenment.
    solo_end: str = "shadow_player_shadow"
    #: 13.34: whether the advanced card of the trade board is one of the N.
    board_advanced: str = "one_of_n"
    #: 13.35: slots for persons.
    person_slots: int = 3
    #: 17.2: whether the two-medium rule lets a base realm use Oracle on the medium deck.
    medium_rule_opens_oracle: bool = True
    #: 17.7: whether the solo player has a last turn when a refill of the trade board turned the card up.
    solo_refill_last_turn: bool = True
    #: 17.8: whether the shadow's last draw holds an advanced card if it drew Age of Enlightenment.
    shadow_drawer_advanced: bool = False
    #: 17.27: what a removed card still gives to the next action.
    pool: str = "printed"
    #: 17.28: whether the units of a Market with High Yield are chosen one by one.
    wild_units: str = "each"


#: Every value of every reading, the default first.
CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "age_depth": ("below_n", "nth"),
    "board_single": ("advanced", "medium"),
    "drawer_last_turn": ("from_deck", "always", "never"),
    "upgrade_draws_from": ("next_turn", "same_turn"),
    "draw_action_limit": ("everywhere", "draw_phase"),
    "stack_counts": ("top", "all"),
    "upgrade_counts": ("top", "all"),
    "upgrade": ("optional", "compulsory"),
    "medium_rule": ("everybody", "not_base", "adds"),
    "plague_locks": (True, False),
    "sacrifice_prevented_by": ("others", "nobody"),
    "cure": ("same_turn", "one_decision"),
    "totals_floor": ("zero", "none"),
    "riches_vp": (0, 1),
    "age_vp": ("solo", "always"),
    "borrowed_lasts": ("phase", "action"),
    "steal_chosen_by": ("thief", "victim"),
    "swindler_level": ("equal_or_higher", "any"),
    "yields_per_stack": ("any", "one"),
    "post_adjacency": ("ring", "diagonal"),
    "post_refresh": ("exactly_3", "up_to_3", "all"),
    "help_goes_to": ("fewest", "most"),
    "knowledge_from": ("discards", "deck"),
    "shadow_level": ("player", "own"),
    "solo_end": ("shadow_player_shadow", "player_shadow"),
    "board_advanced": ("one_of_n", "besides"),
    "person_slots": (3, 4),
    "medium_rule_opens_oracle": (True, False),
    "solo_refill_last_turn": (True, False),
    "shadow_drawer_advanced": (False, True),
    "pool": ("printed", "snapshot"),
    "wild_units": ("each", "same"),
}

RECOMMENDED: Final = Readings()


def read_readings(given: object) -> Readings:
    """Parse readings from ``{"name": value}``; omitted ones take the recommended value.

    Raises:
        BadSetup: an unknown name or value; says what would be valid.
    """
    return Readings(**rule_readings.parse(given, CHOICES))


def readings_data(readings: Readings) -> dict[str, Value]:
    """Return the readings that differ from the recommended ones."""
    return rule_readings.unusual(readings, CHOICES)
