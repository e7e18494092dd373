"""Values of cards, moves and realms for a builder bot: data, evolved by ``python -m bench.era_weights``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True)
class Weights:
    """Weights of the rules of thumb of :mod:`games.era_of_kingdoms.builder`; the defaults are the medium bot's.

    Arguments:
        victory, victory_unit: a victory card, and each unit of its resource.
        person, person_point: a person, for each level and each of its points.
        over, over_point, over_unit: a land over a lower one, for each level, each point, each unit held already.
        first, first_stack: a land of the lowest level, less for each stack of its resource. stacks: how many of these.
        spread, spread_point: a higher land on an empty cell, for each level and each of its points.
        survival_tactics ... religious_sacrifice: playing each event.
        harm: each point by which a sacrifice, a swap or a plague brings ahead of the others; 0 leaves points out.
        drawing: what drawing a card is worth: anything below waits until nothing else is left.
        kept, useless, dear, lacking: cards of a hand beyond which dear ones are discarded; the use below which a card
            is discarded, and below which a dear one is; what each unit that a cost lacks takes off its use.
        last_point: each point in the last turn.
        hall_lead, castle_lead: points ahead from which on the realm is improved to a Town Hall and to a Castle.
        hall_points, castle_points: own points that do as well.
    """

    victory: float = 20
    victory_unit: float = 1
    person: float = 5
    person_point: float = 1
    over: float = 6
    over_point: float = 1
    over_unit: float = -0.25
    first: float = 8
    first_stack: float = -2
    stacks: float = 2
    spread: float = 4
    spread_point: float = 1
    survival_tactics: float = 30
    oracle: float = 28
    high_yield: float = 9
    lost_artifact: float = 8
    forgotten_knowledge: float = 5
    trade_expedition: float = 4
    swindler: float = 3
    plague: float = 3
    steal: float = 2
    attack: float = 2
    religious_sacrifice: float = 0
    harm: float = 0
    drawing: float = 2.5
    kept: float = 3
    useless: float = 3
    dear: float = 6
    lacking: float = 1.5
    last_point: float = 0
    hall_lead: float = -99
    castle_lead: float = -99
    hall_points: float = 99
    castle_points: float = 99

    def event(self, effect: str) -> float:
        """Return what playing an event is worth."""
        value: float = getattr(self, effect)
        return value


#: Names of all weights.
NAMES: Final = tuple(field.name for field in fields(Weights))
MEDIUM: Final = Weights()
#: Evolved against the medium bot, and alone against the shadow realm.
STRONG: Final = Weights(
    victory=30.0,
    person=3.5,
    person_point=1.5,
    over_point=0.0,
    first_stack=-2.5,
    steal=3.4,
    attack=1.0,
    harm=6.0,
    useless=7.52,
    dear=3.7,
    last_point=-1.5,
)
STRONG_ALONE: Final = Weights(
    person=1.77,
    person_point=0.35,
    over_point=0.99,
    over_unit=-1.56,
    first=18,
    first_stack=-1.5,
    stacks=2.4,
    spread=2.0,
    spread_point=4.8,
    oracle=33.1,
    high_yield=6.25,
    lost_artifact=3.6,
    steal=3.0,
    religious_sacrifice=2.25,
    harm=8.5,
    drawing=1.25,
    kept=-0.5,
    useless=4.1,
    lacking=3.5,
    last_point=2.75,
    castle_lead=-97,
)
