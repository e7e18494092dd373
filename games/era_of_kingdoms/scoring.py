"""Points and the tie-break chain (section 8, S441-S455)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..game import Criterion
from .kingdom import Kingdom, Shadow, Side
from .pack.loading import Card

#: Total, riches, attack, defence, resources; then a lot.
CHAIN: Final = (
    Criterion("points"),
    Criterion("riches"),
    Criterion("attack"),
    Criterion("defence"),
    Criterion("resources"),
)
#: S471: points of a plague; S549: points of a play-immediately card; S610: units per point of a victory card.
PLAGUE_POINTS: Final = -2
UNITS_PER_POINT: Final = 2


def victory_points(units: int) -> int:
    """Return a victory card's points: one per two units of its resource, rounded down (S609-S620)."""
    return max(0, units) // UNITS_PER_POINT


def age_points(*, alone: bool) -> int:
    """Return the points of Age of Enlightenment for its drawer: only the solo game gives one (13.16, S960)."""
    return int(alone)


@dataclass(frozen=True, slots=True)
class Score:
    """A side's points by source."""

    lands: int
    persons: int
    victories: int
    immediate: int
    plagues: int
    age: int

    @property
    def total(self) -> int:
        return self.lands + self.persons + self.victories + self.immediate + self.plagues + self.age


def score(side: Side, cards: tuple[Card, ...], *, alone: bool) -> Score:
    """Return the points of a kingdom, or of the shadow realm, all of whose cards count (S970-S980)."""
    if isinstance(side, Kingdom):
        lands = [stack.lands[-1] for stack in side.cells if stack is not None]
        persons, plagues = side.persons, side.plagues
    else:
        assert isinstance(side, Shadow)
        lands, persons, plagues = side.lands, side.persons, len(side.plagues)
    return Score(
        lands=sum(cards[code].victory_points for code in lands),
        persons=sum(cards[code].victory_points for code in persons),
        victories=sum(victory_points(side.units[cards[code].resource]) for code in side.victories),
        immediate=sum(cards[code].victory_points for code in side.won),
        plagues=PLAGUE_POINTS * plagues,
        age=age_points(alone=alone) if side.age else 0,
    )


def row(side: Side, total: int) -> dict[str, int | None]:
    """Return a side's values for the tie-break chain."""
    resources = sum(side.units)
    return {
        "points": total,
        "riches": side.riches,
        "attack": side.attack,
        "defence": side.defence,
        "resources": resources,
        "lot": None,
    }
