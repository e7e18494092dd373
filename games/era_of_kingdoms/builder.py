"""Builder bot: lands of every resource, then higher ones over them, persons and victory cards, the Castle.

Deterministic and stateless. A card is worth more the higher its level; events are played when they help, attacks when
they win; cards that are not useful soon are discarded so that better ones can be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..game import Decision
from .kingdom import CASTLE, CELL_COUNT, Kingdom
from .moves import PERSON, REMOVE, RICHES, WILD, has_place
from .pack.loading import Card
from .state import DRAFT, DRAW, STOP, YES, Table

#: Value of playing each event; below DRAWING it is deferred until nothing else is left.
EVENTS: Final = {
    "survival_tactics": 30,
    "oracle": 28,
    "high_yield": 9,
    "lost_artifact": 8,
    "forgotten_knowledge": 5,
    "trade_expedition": 4,
    "swindler": 3,
    "plague": 3,
    "steal": 2,
    "attack": 2,
    "religious_sacrifice": 0,
}
DRAWING: Final = 2.5
#: Number of stacks from which a resource has enough lands of the lowest level.
STACKS: Final = 2
HAND_KEPT: Final = 3


def builder(decision: Decision) -> Any:
    """Answer any question."""
    table: Table = decision.context
    answer = _ANSWERS.get(decision.kind)
    if answer is not None:
        return answer(table, decision)
    return decision.options[0] if decision.options[0] != STOP else decision.options[-1]


def missing(means: list[int], card: Card) -> int:
    """Return how many units a card's cost lacks."""
    food, wood, metal, population = card.cost
    lacks = 0
    if food > means[0]:
        lacks += food - means[0]
    if wood > means[1]:
        lacks += wood - means[1]
    if metal > means[2]:
        lacks += metal - means[2]
    if population > means[3]:
        lacks += population - means[3]
    return lacks


def worth(table: Table, kingdom: Kingdom, code: int) -> float:
    """Return the value of playing a card, 0 if it has no use now."""
    card = table.cards[code]
    if card.type == "event":
        return EVENTS[card.effect] if _helps(table, kingdom, card) else 0
    if card.type == "victory":
        return 20 + kingdom.units[card.resource]
    if card.type == "person":
        return 5 * card.level + card.victory_points if card.level > 1 and _has_slot(table, kingdom, card) else 0
    if card.icon == "stack":
        return 6 * card.level + card.victory_points - kingdom.units[card.resource] / 4
    if not kingdom.empty:
        return 0
    if card.level == 1:
        stack_count = kingdom.stacks[card.resource]
        return 8 - 2 * stack_count if stack_count < STACKS else 0
    return 4 * card.level + card.victory_points if kingdom.empty > 1 or card.level > 2 else 0


def _has_slot(table: Table, kingdom: Kingdom, card: Card) -> bool:
    if len(kingdom.persons) < table.readings.person_slots:
        return True
    return min(table.cards[code].level for code in kingdom.persons) < card.level


def _helps(table: Table, kingdom: Kingdom, card: Card) -> bool:
    if card.effect != "attack":
        return True
    strength = kingdom.attack + card.value
    return any(side.riches and side.defence < strength for side in table.sides if side is not kingdom)


def act(table: Table, decision: Decision) -> Any:
    """Return the most valuable card; else a way to afford one; else a draw; else the end of the phase."""
    kingdom = table.kingdoms[decision.player]
    options = decision.options
    best, most = _best_card(table, kingdom, options)
    if most > DRAWING:
        return best
    if table.actions <= 0:
        return options[0]
    if REMOVE in options and _waits_for_a_slot(table, kingdom):
        return REMOVE
    if WILD in options and _wished(table, kingdom, kingdom.open_choices):
        return WILD
    if RICHES in options and _wished(table, kingdom, 1):
        return RICHES
    drafts = [option for option in options if option >= DRAFT] if table.board else []
    if drafts:
        option = max(drafts, key=lambda each: worth(table, kingdom, each - DRAFT))
        if worth(table, kingdom, option - DRAFT) > 6 and option - DRAFT not in kingdom.hand:
            return option
    return DRAW if DRAW in options else best


def _best_card(table: Table, kingdom: Kingdom, options: Sequence[int]) -> tuple[int, float]:
    """Return the most valuable card among the options and its value; the first option and 0 if there is none."""
    best, most = options[0], 0.0
    for option in options:
        if 0 <= option < DRAFT:
            value = worth(table, kingdom, option)
            if value > most:
                best, most = option, value
    return best, most


def _waits_for_a_slot(table: Table, kingdom: Kingdom) -> bool:
    if len(kingdom.persons) < table.readings.person_slots:
        return False
    least = min(table.cards[code].level for code in kingdom.persons)
    means = table.means()
    return any(
        card.type == "person" and card.level > least and not missing(means, card)
        for card in map(table.cards.__getitem__, kingdom.hand)
    )


def _wished(table: Table, kingdom: Kingdom, units: int) -> list[int]:
    """Return the resources that the best card attainable with ``units`` more units lacks; empty if there is none."""
    means = table.means()
    best: list[int] = []
    most = DRAWING
    for code in set(kingdom.hand):
        card = table.cards[code]
        if 0 < missing(means, card) <= units and (card.type != "land" or has_place(kingdom, card)):
            value = worth(table, kingdom, code)
            if value > most and (card.type != "person" or len(kingdom.persons) < table.readings.person_slots):
                best, most = [r for r in range(4) if card.cost[r] > means[r]], value
    return best


def _resource_of(table: Table, decision: Decision) -> Any:
    """Return the option (place or side * 4 + resource) that gives a needed resource."""
    kingdom = table.kingdoms[decision.player]
    lacks = _wished(table, kingdom, kingdom.open_choices if decision.kind == "wild" else 1)
    for option in decision.options:
        if option % 4 in lacks:
            return option
    return decision.options[0]


def cell(table: Table, decision: Decision) -> Any:
    """Return the stack with the lowest card to build on, else an empty cell, or the lowest stack."""
    kingdom = table.kingdoms[decision.player]

    def height(option: int) -> tuple[int, int]:
        stack = kingdom.cells[option]
        if stack is None:
            return (0, -kingdom.bonus(option))
        return (table.cards[stack.lands[-1]].level, len(stack.plagues) - stack.yields)

    return min(decision.options, key=height)


def high_yield(table: Table, decision: Decision) -> Any:
    """Return the stack of the scarcest resource."""
    kingdom = table.kingdoms[decision.player]

    def scarce(option: int) -> int:
        resource = table.cards[kingdom.top(option)].resource
        return kingdom.units[resource] if resource >= 0 else 0

    return min(decision.options, key=scarce)


def lowest(table: Table, decision: Decision) -> Any:
    """Return the player's own card of the lowest level, to be removed, sacrificed or given away; persons first."""
    kingdom = table.kingdoms[decision.player]

    def level(option: int) -> tuple[int, int]:
        if option >= PERSON:
            return (table.cards[option - PERSON].level, 0)
        return (table.cards[kingdom.top(option)].level, 1)

    options = decision.options
    if decision.kind == "remove":
        options = tuple(option for option in options if option >= PERSON) or options
    return min(options, key=level)


def highest(table: Table, decision: Decision) -> Any:
    """Return another player's card of the highest level."""
    return max(decision.options, key=lambda option: table.cards[_other_card(table, option)].level)


def _other_card(table: Table, option: int) -> int:
    seat, where = divmod(option, CELL_COUNT)
    return table.kingdoms[seat].top(where)


def keep(table: Table, decision: Decision) -> Any:
    """Return the most valuable of several cards."""
    kingdom = table.kingdoms[decision.player]
    return max(decision.options, key=lambda code: _use(table, kingdom, code))


def _use(table: Table, kingdom: Kingdom, code: int) -> float:
    """Return the value of holding a card: its value when played, less the resources that its cost still lacks."""
    if code < 0:
        return 0
    card = table.cards[code]
    if card.type == "land" and not has_place(kingdom, card):
        return 0.5
    return worth(table, kingdom, code) - 1.5 * missing(kingdom.units, card)


def search(table: Table, decision: Decision) -> Any:
    """Return a useful card among those left to name, else STOP."""
    kingdom = table.kingdoms[decision.player]
    best = keep(table, decision)
    return best if best >= 0 and _use(table, kingdom, best) > 5 else STOP


def discard(table: Table, decision: Decision) -> Any:
    """Return a card that is not useful soon; beyond HAND_KEPT cards also one that costs too much."""
    kingdom = table.kingdoms[decision.player]
    for option in decision.options:
        if option >= 0:
            copies = kingdom.hand.count(option)
            use = _use(table, kingdom, option)
            if use < 3 or (copies > 1 and table.cards[option].level <= 2):
                return option
            if use < 6 and len(kingdom.hand) > HAND_KEPT and kingdom.realm < CASTLE:
                return option
    if len(kingdom.hand) > HAND_KEPT and _is_stuck(table, kingdom):
        return min((option for option in decision.options if option >= 0), key=lambda each: _use(table, kingdom, each))
    return STOP


def _is_stuck(table: Table, kingdom: Kingdom) -> bool:
    """Return whether no card of a full hand is affordable: at the hand limit no other card could be drawn."""
    units, cards = kingdom.units, map(table.cards.__getitem__, set(kingdom.hand))
    return len(kingdom.hand) >= kingdom.limit and all(missing(units, card) for card in cards)


def source(table: Table, decision: Decision) -> Any:
    """Return an open card that can be used at once, else the deck."""
    kingdom = table.kingdoms[decision.player]
    drafts = [option for option in decision.options if option >= DRAFT]
    best = max(drafts, key=lambda option: _use(table, kingdom, option - DRAFT))
    useful = _use(table, kingdom, best - DRAFT) > 6 and best - DRAFT not in kingdom.hand
    return best if useful or DRAW not in decision.options else DRAW


def _stop(table: Table, decision: Decision) -> Any:
    return STOP if STOP in decision.options else decision.options[0]


def _yes(table: Table, decision: Decision) -> Any:
    return YES


def _last(table: Table, decision: Decision) -> Any:
    return decision.options[-1]


_ANSWERS: Final[dict[str, Callable[[Table, Decision], Any]]] = {
    "act": act,
    "cell": cell,
    "high_yield": high_yield,
    "remove": lowest,
    "sacrifice": lowest,
    "swindle": lowest,
    "give_up": lowest,
    "plague_own": lowest,
    "swindle_for": highest,
    "plague": highest,
    "oracle": keep,
    "take": keep,
    "oracle_deck": _last,
    "search": search,
    "discard": discard,
    "mulligan": discard,
    "replace": _stop,
    "source": source,
    "upgrade": _yes,
    "tactics": _yes,
    "wild": _resource_of,
    "riches": _resource_of,
}
