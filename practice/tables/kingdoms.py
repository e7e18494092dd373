"""Kingdoms that a visitor's own game can have: those of played rounds, and one drawn by lot with vetoes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.chance import carry_chance
from games.dominion import cards
from games.dominion.kingdom import SIZE, draw_kingdom, shuffled
from games.dominion.sets import POOL
from tournament.models import Event, Round

#: Rounds offered, the latest first.
MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class PlayedKingdom:
    """The kingdom of a round of an event.

    Arguments:
        value: the event's slug and the number of the round, as a form sends them. event: its name.
        number, is_final: the round. cards: the code names of the ten cards.
    """

    value: str
    event: str
    number: int
    is_final: bool
    cards: tuple[str, ...]


def played_kingdoms() -> list[PlayedKingdom]:
    """Return the kingdoms of the latest rounds of public events."""
    rounds = (
        Round.objects.filter(event__game="dominion", event__is_practice=False)
        .exclude(event__state=Event.State.DRAFT)
        .select_related("event")
        .order_by("-drawn_at")[:MOST_ROUNDS]
    )
    return [
        PlayedKingdom(
            f"{each.event.slug}/{each.number}", each.event.name, each.number, each.is_final, tuple(each.setup["drawn"])
        )
        for each in rounds
        if len(each.setup.get("drawn", ())) == SIZE
    ]


def kingdom_by_lot(lots: str, vetoed: Collection[str], *, moat_rule: bool) -> tuple[str, ...]:
    """Return the ten cards that a text draws from all but the vetoed cards.

    Without the Moat the Moat rule lets no attack in.

    Arguments:
        lots: any text; the same one draws the same cards. moat_rule: whether art. 1.5 applies to the tenth.
    """
    barred = {*vetoed, *(cards.ATTACKS if moat_rule and cards.MOAT in vetoed else ())}
    pool = [name for name in POOL if name not in barred]
    chance = carry_chance(f"kingdom/{lots}")
    return draw_kingdom(chance, pool).drawn if moat_rule else tuple(shuffled(chance, pool)[:SIZE])


def by_cost(kingdom: Collection[str]) -> list[str]:
    """Return the cards of a kingdom in the order in which a page shows them."""
    return sorted(kingdom, key=lambda name: (cards.COST[cards.by_name(name)], name))
