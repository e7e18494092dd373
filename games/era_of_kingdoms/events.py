"""Effects of the events: one function per card, with the steps in the order of its text (sections 5 and 7).

Every function takes the table and the card; its player is the active one. A rule says whether the event has a target
and resolves it; it returns True if the card stays where it was put. All reactions precede any effect (17.30).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..options import Option
from . import trade
from .kingdom import CASTLE, TOWN_HALL
from .pack.loading import NONE
from .state import ADVANCED, BASE, MEDIUM, Table

#: Steal: what is stolen.
STEAL_RICHES: Final = "riches"
STEAL_HAND: Final = "hand"
SEARCHED: Final = 2
ORACLE_CARDS: Final = 3


@dataclass(frozen=True, slots=True)
class Rule:
    """One event: whether it can be played now, and its effect."""

    legal: Callable[[Table, int], bool]
    resolve: Callable[[Table, int], bool]


def always(table: Table, card: int) -> bool:
    """Return True: the event needs no target."""
    return True


def survival_tactics(table: Table, card: int) -> bool:
    """Resolve Survival Tactics: two base cards and another action (S381-S387)."""
    table.draw_by_effect(table.active, 2)
    table.actions += 1
    return False


# --- Steal (S395-S400, 13.18) ---------------------------------------------------------------------------------------


def steal_targets(table: Table) -> tuple[Option, ...]:
    """Return what is stolen of which seat, for every legal target; an empty target is not legal."""
    return tuple(
        [
            Option(kind, where=seat)
            for seat in table.others()
            for kind, amount in ((STEAL_RICHES, table.kingdoms[seat].riches), (STEAL_HAND, table.kingdoms[seat].hand))
            if amount
        ]
    )


def steal(table: Table, card: int) -> bool:
    """Resolve Steal: one riches card, or one random hand card, of a player."""
    target = table.ask(table.active, "steal", steal_targets(table), card)
    seat = target.where
    if table.prevents(seat, card):
        return False
    thief, victim = table.kingdoms[table.active], table.kingdoms[seat]
    if target.act == STEAL_RICHES:
        victim.riches -= 1
        thief.riches += 1
    else:
        thief.hand.append(victim.hand.pop(table.chance.pick(len(victim.hand))))
    return False


# --- attacks (S501-S539, section 5) ---------------------------------------------------------------------------------


def attack(table: Table, card: int) -> bool:
    """Resolve an attack against each defence separately; with the higher strength it takes a riches card, if any."""
    attacker = table.kingdoms[table.active]
    strength = attacker.attack + table.cards[card].value
    exposed = [seat for seat in table.others() if not table.prevents(seat, card)]
    for seat in exposed:
        defender = table.kingdoms[seat]
        if strength > defender.defence and defender.riches:
            defender.riches -= 1
            attacker.riches += 1
    return False


# --- own stacks -----------------------------------------------------------------------------------------------------


def yield_cells(table: Table) -> tuple[int, ...]:
    """Return the player's stacks that provide a resource, or units of choice (S402-S411, 13.20)."""
    cards = table.cards
    return tuple(
        [
            cell
            for cell, stack in enumerate(table.kingdoms[table.active].cells)
            if stack is not None and (cards[stack.lands[-1]].amount or cards[stack.lands[-1]].wild)
        ]
    )


def high_yield(table: Table, card: int) -> bool:
    """Resolve High Yield: placed under an own stack for one unit more."""
    kingdom = table.kingdoms[table.active]
    stack = kingdom.cells[table.ask(table.active, "high_yield", yield_cells(table), card)]
    assert stack is not None
    stack.yields += 1
    kingdom.refresh()
    return True


def own_cells(table: Table) -> tuple[int, ...]:
    """Return the cells of the active player that hold a land."""
    return tuple([cell for cell, stack in enumerate(table.kingdoms[table.active].cells) if stack is not None])


def sacrifice_top(table: Table, seat: int, cell: int) -> None:
    """Remove the top card and with it the plagues of its stack (S602-S603)."""
    table.cure_cell(seat, cell)
    table.discard_top(seat, cell)


def religious_sacrifice(table: Table, card: int) -> bool:
    """Resolve Religious Sacrifice (S480-S487, S586-S605).

    The player loses one own top land; every other player loses the top land in the same position.
    """
    seat = table.active
    cell = table.ask(seat, "sacrifice", own_cells(table), card)
    exposed = [
        other
        for other in table.others()
        if table.kingdoms[other].cells[cell] is not None and not table.prevents(other, card)
    ]
    for each in (seat, *exposed):
        sacrifice_top(table, each, cell)
    return False


# --- other players' stacks ------------------------------------------------------------------------------------------


def swindler_partners(table: Table, cell: int) -> tuple[Option, ...]:
    """Return cell and seat of every legal partner of a swap (S413-S422, 13.19).

    A partner is a stack of another player of the same resource, of equal or higher level.
    """
    top = table.cards[table.kingdoms[table.active].top(cell)]
    if top.resource == NONE:
        return ()
    partners: list[Option] = []
    for seat in table.others():
        for other, stack in enumerate(table.kingdoms[seat].cells):
            if stack is not None:
                land = table.cards[stack.lands[-1]]
                if land.resource == top.resource and land.level >= top.level:
                    partners.append(Option("stack", other, seat))
    return tuple(partners)


def swindler_cells(table: Table) -> tuple[int, ...]:
    """Return the player's stacks that have a partner."""
    return tuple([cell for cell in own_cells(table) if swindler_partners(table, cell)])


def can_swindle(table: Table, card: int) -> bool:
    """Return whether any of the player's stacks has a partner."""
    for cell in own_cells(table):  # noqa: SIM110  # a generator would cost more than the search
        if swindler_partners(table, cell):
            return True
    return False


def swindler(table: Table, card: int) -> bool:
    """Resolve Swindler: two complete stacks swap places, with everything under them."""
    own_cell = table.ask(table.active, "swindle", swindler_cells(table), card)
    partner = table.ask(table.active, "swindle_for", swindler_partners(table, own_cell), card)
    seat, theirs = partner.where, partner.what
    if table.prevents(seat, card):
        return False
    own, other = table.kingdoms[table.active], table.kingdoms[seat]
    own.cells[own_cell], other.cells[theirs] = other.cells[theirs], own.cells[own_cell]
    for kingdom in (own, other):
        kingdom.lost = True
        kingdom.refresh()
    return False


def plague_targets_of(table: Table, seat: int, resource: int) -> tuple[int, ...]:
    """Return the cells of a seat whose stack is of the plague's resource."""
    return tuple(
        [
            cell
            for cell, stack in enumerate(table.kingdoms[seat].cells)
            if stack is not None and table.cards[stack.lands[-1]].resource == resource
        ]
    )


def plague_targets(table: Table, resource: int) -> tuple[Option, ...]:
    """Return cell and seat of every other player's stack of the plague's resource (S465-S471)."""
    return tuple(
        [Option("stack", cell, seat) for seat in table.others() for cell in plague_targets_of(table, seat, resource)]
    )


def plague(table: Table, card: int) -> bool:
    """Resolve Plague: placed under an opponent's stack of its resource."""
    target = table.ask(table.active, "plague", plague_targets(table, table.cards[card].resource), card)
    if table.prevents(target.where, card):
        return False
    victim = table.kingdoms[target.where]
    stack = victim.cells[target.what]
    assert stack is not None
    stack.plagues.append(card)
    victim.refresh()
    return True


# --- searching for cards --------------------------------------------------------------------------------------------


def two_medium_rule(table: Table, seat: int) -> bool:
    """Return whether another realm is advanced, so that this seat draws two medium cards (S312-S316, 13.10)."""
    return any(kingdom.realm == CASTLE for other, kingdom in enumerate(table.kingdoms) if other != seat)


def oracle_decks(table: Table) -> tuple[int, ...]:
    """Return the decks that the active player's realm may draw from (17.2)."""
    seat = table.active
    realm = table.kingdoms[seat].realm
    decks = [BASE]
    if realm >= TOWN_HALL or two_medium_rule(table, seat):
        decks.append(MEDIUM)
    if realm == CASTLE and table.drawer != seat:
        decks.append(ADVANCED)
    return tuple([deck for deck in decks if table.can_draw(deck)])


def oracle_is_legal(table: Table, card: int) -> bool:
    """Return whether the active player may draw from a deck, and the hand limit allows it once the card is played."""
    return table.may_draw(table.active, playing=1) and bool(oracle_decks(table))


def oracle(table: Table, card: int) -> bool:
    """Resolve Oracle (assumed, 13.24).

    Reveals the top three cards of a deck: one to the hand, the others discarded; one more action.

    Age of Enlightenment among them ends the reveal; one of the cards revealed before it is kept (17.2).
    """
    seat = table.active
    deck = table.ask(seat, "oracle_deck", oracle_decks(table), card)
    seen: list[int] = []
    while len(seen) < ORACLE_CARDS:
        drawn = table.draw(seat, deck)
        if drawn == NONE:
            break
        seen.append(drawn)
        table.aside.append(drawn)
    if seen:
        selected = table.ask(seat, "oracle", tuple(sorted(set(seen))), card)
        for each in seen:
            table.aside.remove(each)
        seen.remove(selected)
        table.kingdoms[seat].hand.append(selected)
        for each in seen:
            table.discard(each)
    table.actions += 1
    return False


def search(table: Table, card: int, deck: int) -> None:
    """Take up to two cards of a discard pile; if it is empty, of its deck, shuffled afterwards (S424-S430, 17.38)."""
    seat = table.active
    hand = table.kingdoms[seat].hand
    if table.discards[deck]:
        hand.extend(table.pick_up_to(seat, "search", table.discards[deck], SEARCHED, card))
        return
    cards = table.decks[deck]
    hidden = [code for code in cards if table.cards[code].type in ("immediate", "end")]
    table.aside.extend(hidden)
    for code in hidden:
        cards.remove(code)
    hand.extend(table.pick_up_to(seat, "search", cards, SEARCHED, card))
    for code in hidden:
        table.aside.remove(code)
    cards.extend(hidden)
    table.chance.shuffle(cards)


def forgotten_knowledge(table: Table, card: int) -> bool:
    """Resolve Forgotten Knowledge: up to two base cards (assumed, 13.24)."""
    search(table, card, BASE)
    return False


def lost_artifact(table: Table, card: int) -> bool:
    """Resolve Lost Artifact: up to two medium cards (assumed, 13.24)."""
    search(table, card, MEDIUM)
    return False


def _is_intermediate(table: Table, card: int) -> bool:
    return table.kingdoms[table.active].realm >= TOWN_HALL


RULES: Final[dict[str, Rule]] = {
    "survival_tactics": Rule(always, survival_tactics),
    "steal": Rule(lambda table, card: bool(steal_targets(table)), steal),
    "attack": Rule(always, attack),
    "high_yield": Rule(lambda table, card: bool(yield_cells(table)), high_yield),
    "religious_sacrifice": Rule(lambda table, card: bool(own_cells(table)), religious_sacrifice),
    "swindler": Rule(can_swindle, swindler),
    "plague": Rule(lambda table, card: bool(plague_targets(table, table.cards[card].resource)), plague),
    "oracle": Rule(oracle_is_legal, oracle),
    "forgotten_knowledge": Rule(always, forgotten_knowledge),
    "lost_artifact": Rule(_is_intermediate, lost_artifact),
    "trade_expedition": Rule(always, trade.expedition),
}
