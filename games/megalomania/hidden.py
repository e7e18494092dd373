"""Deal anew what a seat of a table of Megalomania does not know: what a search plays on instead of the real cards."""

from __future__ import annotations

from typing import Final

from ..dealing_anew import deal_anew
from ..game import Chance, Decision, Unsettled
from .state import Table

#: Questions while cards lie chosen between two hands: they are in no zone that could be dealt anew.
_BETWEEN_HANDS: Final = frozenset(("line", "split", "pile", "pass_card", "keep", "give", "return"))


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    The cards under others, those of the face-down rows, those not dealt and the other hands are one pool; so are the
    scrolls of the deck and of the other players; the order of the missions to come is unknown.

    Raises:
        Unsettled: cards lie chosen between two hands.
    """
    if decision.kind in _BETWEEN_HANDS:
        raise Unsettled(decision)
    table: Table = decision.context
    others = table.others(decision.player)
    covered = list(table.covered.values())
    deal_anew([covered, table.undealt, *table.line_order, *(table.hands[seat] for seat in others)], chance)
    table.covered.update(zip(table.covered, covered, strict=True))
    deal_anew([table.scroll_deck, *(table.held[seat] for seat in others)], chance)
    chance.shuffle(table.mission_deck)
    for seat in others:
        table.hands[seat].sort()
        table.held[seat].sort()
    table.chance = chance
