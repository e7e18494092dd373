"""Builder bot: lands of every resource, then higher ones over them, persons and victory cards, the Castle.

Deterministic and stateless. A card is worth more the higher its level; events are played when they help, attacks when
they win; cards that are not useful soon are discarded so that better ones can be drawn. What everything is worth is
data (:mod:`games.era_of_kingdoms.weights`), so that the same rules of thumb make a medium and a strong bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..decision import admit
from ..game import Decision
from ..options import Option
from . import event_gains, scoring
from .kingdom import CASTLE, PERSON_SLOTS, Kingdom
from .moves import REMOVE, RICHES, WILD, fits, has_place
from .pack.loading import Card
from .state import DRAW, NO, NOBODY, STOP, YES, Table
from .weights import Weights


class Builder:
    """A ``choose`` with the given weights.

    Arguments:
        weights: what everything is worth to it.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights: Weights = weights

    def __call__(self, decision: Decision) -> int | Option:
        """Answer any question."""
        answer = _ANSWERS.get(decision.kind)
        if answer is not None:
            table: Table = decision.context
            chosen: int | Option = answer(self.weights, table, decision)
            return chosen
        first: int | Option = decision.options[0]
        return first if first != STOP else decision.options[-1]


admit(Builder)


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


def worth(weights: Weights, table: Table, kingdom: Kingdom, code: int) -> float:
    """Return the value of playing a card, 0 if it has no use now."""
    value = _worth_later(weights, table, kingdom, code)
    if value > 0 and table.drawer != NOBODY:
        value += weights.last_point * _points_gained(table, kingdom, table.cards[code])
    return value


def _points_gained(table: Table, kingdom: Kingdom, card: Card) -> int:
    """Return the points that a card brings as soon as it is played."""
    if card.type == "victory":
        return scoring.victory_points(kingdom.units[card.resource])
    if card.type == "land":
        tops = [0 if stack is None else table.cards[stack.lands[-1]].victory_points for stack in kingdom.cells]
        covered = [top for top, stack in zip(tops, kingdom.cells, strict=True) if fits(table, stack, card)]
        return card.victory_points - min(covered, default=card.victory_points)
    return card.victory_points


def _worth_later(weights: Weights, table: Table, kingdom: Kingdom, code: int) -> float:
    """Return the value of playing a card while other turns follow."""
    card = table.cards[code]
    if card.type == "event":
        if not _helps(table, kingdom, card):
            return 0
        points = event_gains.gain(table, kingdom, card) if weights.harm and card.effect in event_gains.COUNTED else 0
        return weights.event(card.effect) + weights.harm * points
    if card.type == "victory":
        return weights.victory + weights.victory_unit * kingdom.units[card.resource]
    if card.type == "person":
        value = weights.person * card.level + weights.person_point * card.victory_points
        return value if card.level > 1 and _has_slot(table, kingdom, card) else 0
    if card.icon == "stack":
        value = weights.over * card.level + weights.over_point * card.victory_points
        return value + weights.over_unit * kingdom.units[card.resource]
    if not kingdom.empty:
        return 0
    if card.level == 1:
        stack_count = kingdom.stacks[card.resource]
        return weights.first + weights.first_stack * stack_count if stack_count < weights.stacks else 0
    value = weights.spread * card.level + weights.spread_point * card.victory_points
    return value if kingdom.empty > 1 or card.level > 2 else 0


def _has_slot(table: Table, kingdom: Kingdom, card: Card) -> bool:
    if len(kingdom.persons) < PERSON_SLOTS:
        return True
    return min(table.cards[code].level for code in kingdom.persons) < card.level


def _helps(table: Table, kingdom: Kingdom, card: Card) -> bool:
    if card.effect != "attack":
        return True
    strength = kingdom.attack + card.value
    return any(side.riches and side.defence < strength for side in table.sides if side is not kingdom)


def act(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the most valuable card; else a way to afford one; else a draw; else the end of the phase."""
    kingdom = table.kingdoms[decision.player]
    options = decision.options
    best, most = _best_card(weights, table, kingdom, options)
    if most > weights.drawing:
        return best
    if table.actions <= 0:
        return options[0]
    if REMOVE in options and _waits_for_a_slot(table, kingdom):
        return REMOVE
    if WILD in options and _wished(weights, table, kingdom, kingdom.open_choices):
        return WILD
    if RICHES in options and _wished(weights, table, kingdom, 1):
        return RICHES
    drafts = _drafts(options) if table.board else []
    if drafts:
        option = max(drafts, key=lambda each: worth(weights, table, kingdom, each.what))
        if worth(weights, table, kingdom, option.what) > 6 and option.what not in kingdom.hand:
            return option
    return DRAW if DRAW in options else best


def _drafts(options: Sequence[int | Option]) -> list[Option]:
    return [option for option in options if not isinstance(option, int) and option.act == "draft"]


def _best_card(
    weights: Weights, table: Table, kingdom: Kingdom, options: Sequence[int | Option]
) -> tuple[int | Option, float]:
    """Return the most valuable card among the options and its value; the first option and 0 if there is none."""
    best, most = options[0], 0.0
    for option in options:
        if isinstance(option, int):
            value = worth(weights, table, kingdom, option)
            if value > most:
                best, most = option, value
    return best, most


def _waits_for_a_slot(table: Table, kingdom: Kingdom) -> bool:
    if len(kingdom.persons) < PERSON_SLOTS:
        return False
    least = min(table.cards[code].level for code in kingdom.persons)
    means = table.means()
    return any(
        card.type == "person" and card.level > least and not missing(means, card)
        for card in map(table.cards.__getitem__, kingdom.hand)
    )


def _wished(weights: Weights, table: Table, kingdom: Kingdom, units: int) -> list[int]:
    """Return the resources that the best card attainable with ``units`` more units lacks; empty if there is none."""
    means = table.means()
    best: list[int] = []
    most = weights.drawing
    for code in set(kingdom.hand):
        card = table.cards[code]
        if 0 < missing(means, card) <= units and (card.type != "land" or has_place(kingdom, card)):
            value = worth(weights, table, kingdom, code)
            if value > most and (card.type != "person" or len(kingdom.persons) < PERSON_SLOTS):
                best, most = [r for r in range(4) if card.cost[r] > means[r]], value
    return best


def _resource_of(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the option that gives a needed resource."""
    kingdom = table.kingdoms[decision.player]
    lacks = _wished(weights, table, kingdom, kingdom.open_choices if decision.kind == "wild" else 1)
    for option in decision.options:
        if option.what in lacks:
            return option
    return decision.options[0]


def cell(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the stack with the lowest card to build on, else an empty cell, or the lowest stack."""
    kingdom = table.kingdoms[decision.player]

    def height(option: int) -> tuple[int, int]:
        stack = kingdom.cells[option]
        if stack is None:
            return (0, -kingdom.bonus(option))
        return (table.cards[stack.lands[-1]].level, len(stack.plagues) - stack.yields)

    return min(decision.options, key=height)


def high_yield(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the stack of the scarcest resource."""
    kingdom = table.kingdoms[decision.player]

    def scarce(option: int) -> int:
        resource = table.cards[kingdom.top(option)].resource
        return kingdom.units[resource] if resource >= 0 else 0

    return min(decision.options, key=scarce)


def lowest(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the player's own card of the lowest level, to be removed, sacrificed or given away; persons first."""
    kingdom = table.kingdoms[decision.player]

    def level(option: int | Option) -> tuple[int, int]:
        if not isinstance(option, int):
            return (table.cards[option.what].level, 0)
        return (table.cards[kingdom.top(option)].level, 1)

    options = decision.options
    if decision.kind == "remove":
        options = tuple([option for option in options if not isinstance(option, int)]) or options
    return min(options, key=level)


def offered(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the own land to be sacrificed or swapped: the one that brings most points, or the lowest."""
    return event_gains.best_cell(table, decision) if weights.harm else lowest(weights, table, decision)


def of_shadow(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the card that the shadow realm loses."""
    return event_gains.dearest(table, decision) if weights.harm else decision.options[0]


def highest(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return another player's card of the highest level."""
    return max(decision.options, key=lambda option: table.cards[_other_card(table, option)].level)


def _other_card(table: Table, option: Option) -> int:
    return table.kingdoms[option.where].top(option.what)


def keep(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return the most valuable of several cards."""
    kingdom = table.kingdoms[decision.player]
    return max(decision.options, key=lambda code: _use(weights, table, kingdom, code))


def _use(weights: Weights, table: Table, kingdom: Kingdom, code: int) -> float:
    """Return the value of holding a card: its value when played, less the resources that its cost still lacks."""
    if code < 0:
        return 0
    card = table.cards[code]
    if card.type == "land" and not has_place(kingdom, card):
        return 0.5
    return worth(weights, table, kingdom, code) - weights.lacking * missing(kingdom.units, card)


def search(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return a useful card among those left to name, else STOP."""
    kingdom = table.kingdoms[decision.player]
    best = keep(weights, table, decision)
    return best if best >= 0 and _use(weights, table, kingdom, best) > 5 else STOP


def discard(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return a card that is not useful soon; beyond weights.kept cards also one that costs too much."""
    kingdom = table.kingdoms[decision.player]
    for option in decision.options:
        if option >= 0:
            copies = kingdom.hand.count(option)
            use = _use(weights, table, kingdom, option)
            if use < weights.useless or (copies > 1 and table.cards[option].level <= 2):
                return option
            if use < weights.dear and len(kingdom.hand) > weights.kept and kingdom.realm < CASTLE:
                return option
    if len(kingdom.hand) > weights.kept and _is_stuck(table, kingdom):
        return min(
            (option for option in decision.options if option >= 0), key=lambda each: _use(weights, table, kingdom, each)
        )
    return STOP


def _is_stuck(table: Table, kingdom: Kingdom) -> bool:
    """Return whether no card of a full hand is affordable: at the hand limit no other card could be drawn."""
    units, cards = kingdom.units, map(table.cards.__getitem__, set(kingdom.hand))
    return len(kingdom.hand) >= kingdom.limit and all(missing(units, card) for card in cards)


def source(weights: Weights, table: Table, decision: Decision) -> Any:
    """Return an open card that can be used at once, else the deck."""
    kingdom = table.kingdoms[decision.player]
    best = max(_drafts(decision.options), key=lambda option: _use(weights, table, kingdom, option.what))
    useful = _use(weights, table, kingdom, best.what) > 6 and best.what not in kingdom.hand
    return best if useful or DRAW not in decision.options else DRAW


def _stop(weights: Weights, table: Table, decision: Decision) -> Any:
    return STOP if STOP in decision.options else decision.options[0]


def upgrade(weights: Weights, table: Table, decision: Decision) -> Any:
    """Improve the realm when far enough ahead, or with enough points."""
    points = [scoring.score(side, table.cards, alone=table.shadow is not None).total for side in table.sides]
    mine = points.pop(decision.player)
    is_town_center = table.kingdoms[decision.player].realm == 0
    lead = weights.hall_lead if is_town_center else weights.castle_lead
    enough = weights.hall_points if is_town_center else weights.castle_points
    return YES if mine - max(points) >= lead or mine >= enough else NO


def _yes(weights: Weights, table: Table, decision: Decision) -> Any:
    return YES


def _last(weights: Weights, table: Table, decision: Decision) -> Any:
    return decision.options[-1]


_ANSWERS: Final[dict[str, Callable[[Weights, Table, Decision], Any]]] = {
    "act": act,
    "cell": cell,
    "high_yield": high_yield,
    "remove": lowest,
    "sacrifice": offered,
    "swindle": offered,
    "shadow_sacrifice": of_shadow,
    "swindle_shadow": of_shadow,
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
    "upgrade": upgrade,
    "tactics": _yes,
    "wild": _resource_of,
    "riches": _resource_of,
}
