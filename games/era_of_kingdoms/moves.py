"""The action phase: legal moves of the active player, and their execution (section 4, P1).

An answer to ``act`` is the code of a card to play, a draft of a base card of the board, or one of the moves below. A
move asks for its further parameters in separate questions.
"""

from __future__ import annotations

from typing import Final

from ..options import Option
from . import trade
from .events import RULES, Rule
from .kingdom import CELL_COUNT, PERSON_SLOTS, Kingdom, Stack
from .pack.loading import Card
from .solo_events import SOLO_RULES
from .state import BASE, DRAW, Table, draft

END: Final = Option("end")
REMOVE: Final = Option("remove")
RICHES: Final = Option("riches")
WILD: Final = Option("wild")
REFRESH: Final = Option("refresh")
#: 17.39: Survival Tactics and Oracle give the action back, so a turn could be endless without this limit.
MOST_MOVES: Final = 150
ACTIONS: Final = 3
STACK: Final = "stack"
#: S491-S496: number of persons removed to cure the plagues of a territory.
CURING: Final = 2


def person(code: int) -> Option:
    """Return the answer that names a person of the own kingdom, where a cell could be named instead."""
    return Option("person", code)


def action_phase(table: Table) -> None:
    """Let the player make actions and free moves until they end the phase or nothing is left to do."""
    table.actions, table.moves = ACTIONS, 0
    table.pool = [0, 0, 0, 0]
    table.borrowed = [0, 0, 0, 0]
    table.lent, table.refreshed, table.dismissed = False, 0, 0
    while table.moves < MOST_MOVES:
        choice = table.ask(table.active, "act", act_options(table))
        table.moves += 1
        if choice == END:
            break
        take(table, choice)
    table.pool = [0, 0, 0, 0]
    table.borrowed = [0, 0, 0, 0]
    table.actions = 0


def take(table: Table, choice: int | Option) -> None:
    """Carry out one answer to ``act``."""
    if not isinstance(choice, int) and choice.act in _FREE:
        _FREE[choice.act](table)
        return
    table.actions -= 1
    if isinstance(choice, int):
        play_card(table, choice)
    elif choice == DRAW:
        table.draw_to_hand(table.active, BASE)
    else:
        trade.draft(table, choice.what)
    table.end_pool()


# --- legal moves ----------------------------------------------------------------------------------------------------


def act_options(table: Table) -> tuple[int | Option, ...]:
    """Return every legal answer to ``act``: END, the actions while some are left, and the free moves.

    Free moves need no action to be left (S115-S117, S336).
    """
    kingdom = table.kingdoms[table.active]
    options: list[int | Option] = [END]
    if table.actions > 0:
        _add_actions(table, kingdom, options)
    if kingdom.persons or kingdom.removable:
        options.append(REMOVE)
    if can_borrow(table, kingdom):
        options.append(RICHES)
    if kingdom.open_choices:
        options.append(WILD)
    if table.board and table.board[BASE] and len(kingdom.posts) > table.refreshed:
        options.append(REFRESH)
    return tuple(options)


def _add_actions(table: Table, kingdom: Kingdom, options: list[int | Option]) -> None:
    """Add what an action is spent on: a draw, a card of the hand, a draft from the board."""
    if table.can_draw(BASE) and table.may_draw(table.active):
        options.append(DRAW)
    means = table.means()
    for code in sorted(set(kingdom.hand)):
        if playable(table, kingdom, code, means):
            options.append(code)
    if table.board:
        options.extend([draft(code) for code in sorted(set(table.board[BASE]))])


def playable(table: Table, kingdom: Kingdom, code: int, means: list[int]) -> bool:
    """Return whether a card of the hand can be played.

    Its cost is a threshold (S160-S163), and it needs a place or a target.
    """
    card = table.cards[code]
    cost = card.cost
    if cost[0] > means[0] or cost[1] > means[1] or cost[2] > means[2] or cost[3] > means[3]:
        return False
    if card.type == "land":
        return has_place(kingdom, card)
    if card.type == "person":
        return len(kingdom.persons) < PERSON_SLOTS
    if card.type == "event":
        return rule_of(table, card.effect).legal(table, code)
    return True


def rule_of(table: Table, effect: str) -> Rule:
    """Return the rule of an event; against the shadow realm some differ (section 10)."""
    rule = SOLO_RULES.get(effect) if table.shadow is not None else None
    return rule or RULES[effect]


def has_place(kingdom: Kingdom, card: Card) -> bool:
    """Return whether any cell can take a land: see :func:`fits`."""
    if card.icon == STACK:
        return kingdom.lowest[card.resource] < card.level
    return kingdom.empty > 0 or kingdom.replaceable


def fits(table: Table, stack: Stack | None, card: Card) -> bool:
    """Return whether a land can be put on a cell (S210-S220, S253-S283).

    With a stack icon: over a lower card of its resource. Without: on an empty cell, or replacing all cards there,
    unless a plague prevents it (13.11).
    """
    if card.icon == STACK:
        if stack is None:
            return False
        top = table.cards[stack.lands[-1]]
        return top.resource == card.resource and top.level < card.level
    return stack is None or not stack.plagues


def places(table: Table, card: Card) -> tuple[int, ...]:
    """Return the cells that can take a land."""
    cells = table.kingdoms[table.active].cells
    return tuple([cell for cell in range(CELL_COUNT) if fits(table, cells[cell], card)])


def removable(table: Table) -> list[int]:
    """Return 1 for each cell whose top card may be removed, 0 for the others."""
    seat = table.active
    cells = table.kingdoms[seat].cells
    return [int(cells[cell] is not None and not table.locked(seat, cell)) for cell in range(CELL_COUNT)]


def can_borrow(table: Table, kingdom: Kingdom) -> bool:
    """Return whether any unit can be borrowed, once in a turn, for a riches card."""
    if table.lent or kingdom.riches < 1:
        return False
    for side in table.opponents():  # noqa: SIM110  # a generator would cost more than the search
        if max(table.sides[side].units) > 0:
            return True
    return False


def riches_options(table: Table) -> tuple[Option, ...]:
    """Return resource and side of every unit that can be borrowed: fixed units only (13.17)."""
    return tuple(
        [Option("borrow", r, side) for side in table.opponents() for r in range(4) if table.sides[side].units[r] > 0]
    )


def wild_options(table: Table) -> tuple[Option, ...]:
    """Return resource and place of every unit of choice not chosen yet: the number of a cell, or of a person."""
    kingdom = table.kingdoms[table.active]
    cards = table.cards
    options: list[Option] = []
    for cell, stack in enumerate(kingdom.cells):
        if stack is not None and cards[stack.lands[-1]].wild and len(stack.chosen) < kingdom.units_of_choice(cell):
            options.extend([Option("cell_gives", r, cell) for r in range(4)])
    seen: set[int] = set()
    for index, code in enumerate(kingdom.persons):
        if len(kingdom.person_chosen[index]) < cards[code].wild and code not in seen:
            seen.add(code)
            options.extend([Option("person_gives", r, index) for r in range(4)])
    return tuple(options)


# --- actions --------------------------------------------------------------------------------------------------------


def play_card(table: Table, code: int) -> None:
    """Play a card of the hand."""
    seat = table.active
    kingdom = table.kingdoms[seat]
    card = table.cards[code]
    kingdom.hand.remove(code)
    if card.type == "land":
        table.aside.append(code)
        cell = table.ask(seat, "cell", places(table, card), code)
        table.aside.pop()
        stack = kingdom.cells[cell]
        if stack is not None and card.icon == STACK:
            stack.lands.append(code)
        else:
            if stack is not None:
                table.discard_stack(seat, cell)
            kingdom.cells[cell] = Stack(code)
        kingdom.refresh()
    elif card.type == "person":
        kingdom.persons.append(code)
        kingdom.person_chosen.append([])
        kingdom.refresh()
    elif card.type == "victory":
        kingdom.victories.append(code)
    else:
        table.aside.append(code)
        stays = rule_of(table, card.effect).resolve(table, code)
        table.aside.remove(code)
        if not stays:
            table.discard(code)


# --- free moves -----------------------------------------------------------------------------------------------------


def remove(table: Table) -> None:
    """Remove a top land or person; its printed units still count for the next action (S112-S113, S233-S243, 17.27)."""
    seat = table.active
    kingdom = table.kingdoms[seat]
    cells = [cell for cell, can_remove in enumerate(removable(table)) if can_remove]
    persons = [person(code) for code in sorted(set(kingdom.persons))]
    options: tuple[int | Option, ...] = (*cells, *persons)
    choice = table.ask(seat, "remove", options)
    if not isinstance(choice, int):
        index = kingdom.persons.index(choice.what)
        card = table.cards[kingdom.persons[index]]
        if card.amount:
            table.pool[card.resource] += card.amount
        for resource in kingdom.person_chosen[index]:
            table.pool[resource] += 1
        table.discard_person(seat, index)
        table.dismissed += 1
        if table.dismissed == CURING:
            _cure_all(table)
            table.dismissed = 0
        return
    stack = kingdom.cells[choice]
    assert stack is not None
    card = table.cards[stack.lands[-1]]
    if card.amount:
        table.pool[card.resource] += card.amount
    for resource in stack.chosen[: card.wild]:
        table.pool[resource] += 1
    table.discard_top(seat, choice)


def _cure_all(table: Table) -> None:
    """Remove all plagues of the player, who has removed two persons in this turn (S489-S499, 13.13, 17.11)."""
    for cell in range(CELL_COUNT):
        table.cure_cell(table.active, cell)
    table.kingdoms[table.active].refresh()


def lend(table: Table) -> None:
    """Give a riches card for one unit of an opponent's resource, once per turn; no refusal (S115-S117, S326-S336)."""
    unit = table.ask(table.active, "riches", riches_options(table))
    table.sides[table.active].riches -= 1
    table.sides[unit.where].riches += 1
    table.borrowed[unit.what] += 1
    table.lent = True


def choose_wild(table: Table) -> None:
    """Choose what a Market or a Trader gives for the rest of the turn (S571-S584)."""
    unit = table.ask(table.active, "wild", wild_options(table))
    kingdom = table.kingdoms[table.active]
    if unit.act == "cell_gives":
        stack = kingdom.cells[unit.where]
        assert stack is not None
        stack.chosen.append(unit.what)
    else:
        kingdom.person_chosen[unit.where].append(unit.what)
    kingdom.refresh()


_FREE: Final = {REMOVE.act: remove, RICHES.act: lend, WILD.act: choose_wild, REFRESH.act: trade.refresh}
