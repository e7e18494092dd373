"""The unknown of a seat of a table of Megalomania: left out of its view, or dealt anew for a search."""

from __future__ import annotations

from typing import Any, Final

from ..chance import NO_CHANCE
from ..game import Chance, Decision, Unsettled
from ..hidden_cards import UNKNOWN, deal_anew, deal_over_places, nobody
from .scrolls import KEEPSAKE, NEVER_PLAYED
from .state import Table

#: Questions while cards lie chosen between two hands: they are in no zone that could be dealt anew.
BETWEEN_HANDS: Final = frozenset(("line", "split", "pile", "pass_card", "keep", "give", "return"))


def card_zones(table: Table, seat: int) -> list[list[int]]:
    """Return the zones of cards that a seat does not know, but for the cards under others."""
    return [table.undealt, *table.line_order, *(table.hands[other] for other in table.others(seat))]


def scroll_places(table: Table, seat: int) -> list[tuple[list[int], int]]:
    """Return the places of scrolls that a seat does not know, those in hands first.

    Who holds no. 5 is known: it brings another scroll at once.
    """
    hands = [(table.held[other], place) for other in table.others(seat) for place in range(len(table.held[other]))]
    secret = [(hand, place) for hand, place in hands if hand[place] != KEEPSAKE]
    return secret + [(zone, place) for zone in (table.scroll_deck, table.removed) for place in range(len(zone))]


def unseen_by(table: Table, seat: int) -> tuple[list[int], list[int], list[int]]:
    """Return the cards, scrolls and missions that a seat does not see anywhere, sorted: their places are unknown."""
    if table.unseen is not None:
        return table.unseen
    cards = sorted([*table.covered.values(), *(card for zone in card_zones(table, seat) for card in zone)])
    scrolls = sorted(zone[place] for zone, place in scroll_places(table, seat))
    return cards, scrolls, sorted(table.mission_deck)


def seen_by(table: Table, seat: int) -> Table:
    """Return the table as a seat sees it: a copy without the cards, scrolls and missions that it does not know.

    Their numbers remain, and what they are without their places (``unseen``). Nothing can be shuffled in a view, and
    nobody is asked.
    """
    view = table.copied(nobody)
    view.rows = [_own(row) for row in table.rows]
    view.unseen = unseen_by(table, seat)
    view.chance = NO_CHANCE
    for zone in (*card_zones(view, seat), view.mission_deck):
        zone[:] = [UNKNOWN] * len(zone)
    for zone, place in scroll_places(view, seat):
        zone[place] = UNKNOWN
    view.covered = dict.fromkeys(view.covered, UNKNOWN)
    return view


def _own(value: Any) -> Any:
    """Return a copy of a part of the score sheet: a bot that writes on it changes no one else's."""
    if isinstance(value, dict):
        return {name: _own(each) for name, each in value.items()}
    return [_own(each) for each in value] if isinstance(value, list | tuple) else value


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    The table may be the game's own or a view: only what the seat knows is used. The cards under others, those of the
    face-down rows, those not dealt and the other hands are one pool; so are the scrolls of the deck, those discarded
    unseen and those of the other players; the order of the missions to come is unknown.

    Raises:
        Unsettled: cards lie chosen between two hands.
    """
    if decision.kind in BETWEEN_HANDS:
        raise Unsettled(decision)
    table: Table = decision.context
    cards, scrolls, missions = unseen_by(table, decision.player)
    covered = [0] * len(table.covered)
    _deal([covered, *card_zones(table, decision.player)], cards, chance)
    table.covered.update(zip(table.covered, covered, strict=True))
    places = scroll_places(table, decision.player)
    in_hands = len(places) - len(table.scroll_deck) - len(table.removed)
    # No. 5 and no. 17 show themselves as soon as somebody has them.
    deal_over_places(places, in_hands, scrolls, lambda scroll: scroll in NEVER_PLAYED, chance)
    _deal([table.mission_deck], missions, chance)
    for other in table.others(decision.player):
        table.hands[other].sort()
        table.held[other].sort()
    table.unseen = None
    table.chance = chance


def _deal(zones: list[list[int]], pool: list[int], chance: Chance) -> None:
    """Fill zones with a pool, whose cards lie in them, and shuffle it over them."""
    rest = iter(pool)
    for zone in zones:
        zone[:] = [next(rest) for _ in zone]
    deal_anew(zones, chance)
