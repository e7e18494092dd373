"""The shadow realm's turn: what it draws, and the effects of its events on the player (section 10, S879-S1022)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..options import Option
from .events import own_cells, plague_targets_of, sacrifice_top
from .moves import person
from .pack.loading import NONE
from .solo_events import discard_shadow_card, shadow_of
from .state import ADVANCED, BASE, FROM_DECK, MEDIUM, Table

#: Index of the player's seat, and of the shadow realm's side.
PLAYER: Final = 0
SHADOW: Final = 1
ORACLE_CARDS: Final = 3


def shadow_turn(table: Table) -> None:
    """Draw one card of every deck up to the player's level (S887-S900, 13.28).

    No advanced one after it drew the end card (17.8).
    """
    table.turns[SHADOW] += 1
    for deck in range(table.kingdoms[PLAYER].realm + 1):
        if deck < ADVANCED or table.drawer != SHADOW:
            shadow_draw(table, deck)


def shadow_draw(table: Table, deck: int) -> None:
    """Draw one card; a play-immediately card is settled and not replaced (S957)."""
    card = table.take_top(deck)
    if card == NONE:
        return
    kind = table.cards[card].type
    if kind == "immediate":
        table.settle(card)
    elif kind == "end":
        table.draw_age(SHADOW, FROM_DECK)
    else:
        lay_down(table, card)


def lay_down(table: Table, card: int) -> None:
    """Put a card into its territory; an event is resolved and stays beside its board (S879-S884)."""
    shadow = shadow_of(table)
    kind = table.cards[card].type
    if kind == "event":
        table.aside.append(card)
        stays = SHADOW_EVENTS[table.cards[card].effect](table, card)
        table.aside.remove(card)
        if not stays:
            shadow.beside.append(card)
    else:
        (shadow.lands if kind == "land" else shadow.persons if kind == "person" else shadow.victories).append(card)
    shadow.refresh()


# --- events; they return True if the card stays elsewhere
# ---------------------------------------------------------------


def steal(table: Table, card: int) -> bool:
    """Steal a riches card of the player; without one the player gets no reaction (S907-S909, 17.29)."""
    player = table.kingdoms[PLAYER]
    if player.riches and not table.prevents(PLAYER, card):
        player.riches -= 1
        shadow_of(table).riches += 1
    return False


def attack(table: Table, card: int) -> bool:
    """Compare its cards' attack plus the card's strength with the player's defence (S917-S921)."""
    player, shadow = table.kingdoms[PLAYER], shadow_of(table)
    if table.prevents(PLAYER, card):
        return False
    if shadow.attack + table.cards[card].value > player.defence and player.riches:
        player.riches -= 1
        shadow.riches += 1
    return False


def forgotten_knowledge(table: Table, card: int) -> bool:
    """Draw two base cards into its territory (S934-S939)."""
    for _ in range(2):
        shadow_draw(table, BASE)
    return False


def lost_artifact(table: Table, card: int) -> bool:
    """Draw two medium cards into its territory (S941-S945)."""
    for _ in range(2):
        shadow_draw(table, MEDIUM)
    return False


def _gifts(table: Table) -> dict[int | Option, list[int]]:
    """Return what the player can discard for its Swindler, each with the matching shadow cards (S986-S991, 17.32).

    The player's level-2 top lands (not the last over a plague) and persons; shadow cards of level 1; of the same
    resource if any such pair exists.
    """
    cards, player, shadow = table.cards, table.kingdoms[PLAYER], shadow_of(table)
    cells = [cell for cell in own_cells(table) if not table.locked(PLAYER, cell)]
    candidates: dict[int | Option, int] = {cell: player.top(cell) for cell in cells}
    candidates |= {person(code): code for code in sorted(set(player.persons))}
    candidates = {choice: code for choice, code in candidates.items() if cards[code].level == 2}
    theirs = sorted({code for code in (*shadow.lands, *shadow.persons) if cards[code].level == 1})
    same = {
        choice: [other for other in theirs if cards[other].resource == cards[code].resource != NONE]
        for choice, code in candidates.items()
    }
    same = {choice: others for choice, others in same.items() if others}
    return same or (dict.fromkeys(candidates, theirs) if theirs else {})


def swindler(table: Table, card: int) -> bool:
    """Make the player discard one own level-2 card and one shadow level-1 card; without such cards, nothing."""
    gifts = _gifts(table)
    if not gifts or table.prevents(PLAYER, card):
        return False
    own_choice = table.ask(PLAYER, "give_up", tuple(gifts), card)
    theirs = table.ask(PLAYER, "swindle_shadow", tuple(gifts[own_choice]), card)
    if isinstance(own_choice, int):
        table.discard_top(PLAYER, own_choice)
    else:
        table.discard_person(PLAYER, table.kingdoms[PLAYER].persons.index(own_choice.what))
    discard_shadow_card(table, theirs)
    return False


def religious_sacrifice(table: Table, card: int) -> bool:
    """Make the player discard the top card of one own stack (S996-S998)."""
    cells = own_cells(table)
    if cells and not table.prevents(PLAYER, card):
        sacrifice_top(table, PLAYER, table.ask(PLAYER, "sacrifice", cells, card))
    return False


def plague(table: Table, card: int) -> bool:
    """Place it under a stack of its resource that the player picks; without one, no effect (S1004-S1008)."""
    cells = plague_targets_of(table, PLAYER, table.cards[card].resource)
    if not cells or table.prevents(PLAYER, card):
        return False
    player = table.kingdoms[PLAYER]
    stack = player.cells[table.ask(PLAYER, "plague_own", cells, card)]
    assert stack is not None
    stack.plagues.append(card)
    player.refresh()
    return True


def oracle(table: Table, card: int) -> bool:
    """Reveal three cards of its own deck and keep the one with most points (S1010-S1016, 17.34).

    The player decides a tie.
    """
    deck = table.pack.decks[card]
    seen: list[int] = []
    for _ in range(ORACLE_CARDS):
        drawn = table.take_top(deck)
        if drawn == NONE:
            break
        kind = table.cards[drawn].type
        if kind == "immediate":
            table.settle(drawn)
        elif kind == "end":
            table.draw_age(SHADOW, FROM_DECK)
            break
        else:
            seen.append(drawn)
            table.aside.append(drawn)
    if seen:
        most = max(table.cards[code].victory_points for code in seen)
        best = sorted({code for code in seen if table.cards[code].victory_points == most})
        selected = table.ask(PLAYER, "shadow_oracle", tuple(best), card)
        for each in seen:
            table.aside.remove(each)
        seen.remove(selected)
        for each in seen:
            table.discard(each)
        lay_down(table, selected)
    return False


def survival_tactics(table: Table, card: int) -> bool:
    """Keep the card: it cancels the player's next negative effect (S1018-S1022)."""
    shadow_of(table).tactics += 1
    return False


def high_yield(table: Table, card: int) -> bool:
    """Add a unit of a resource of its lands, chosen by the player; without such lands, nothing (assumed)."""
    shadow = shadow_of(table)
    resources = sorted({table.cards[code].resource for code in shadow.lands if table.cards[code].amount})
    if resources:
        shadow.yields.append(table.ask(PLAYER, "shadow_yield", tuple(resources), card))
    return False


def trade_expedition(table: Table, card: int) -> bool:
    """Do nothing: trade cards have no effect for the shadow realm (assumed)."""
    return False


SHADOW_EVENTS: Final[dict[str, Callable[[Table, int], bool]]] = {
    "survival_tactics": survival_tactics,
    "steal": steal,
    "high_yield": high_yield,
    "swindler": swindler,
    "plague": plague,
    "religious_sacrifice": religious_sacrifice,
    "oracle": oracle,
    "forgotten_knowledge": forgotten_knowledge,
    "lost_artifact": lost_artifact,
    "attack": attack,
    "trade_expedition": trade_expedition,
}
