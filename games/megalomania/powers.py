"""The eight powers of the cards, the cubes, and scroll 16, in the window right after a card is played (reading 9.7)."""

from __future__ import annotations

from typing import Final

from ..options import Option
from . import missions, scrolls
from .cards import ASSASSIN, DWARF, EMPEROR, EXPLORER, KNIGHT, ORACLE, PEASANT, RANK, RANKS, SORCERER
from .state import Table, Trick

#: Powers allowed only once in a trick (S165, S195, S205, S215, S235).
ONCE_PER_TRICK: Final = sum(1 << rank for rank in (PEASANT, DWARF, SORCERER, KNIGHT, EMPEROR))
ALL_RANKS: Final = tuple(range(len(RANKS)))

#: Options of the window: to be done; a rank's power; scroll 16, a leader who ducks naming a colour; some cubes.
DONE: Final = Option("done")
POWERS: Final = tuple([Option("power", rank) for rank in ALL_RANKS])
WIN: Final = Option("win")
DUCK: Final = Option("duck")
DUCKS_WITH_COLOUR: Final = tuple([Option("duck_colour", colour) for colour in range(4)])
#: What the Explorer may do with the drawn card, other than exchanging it for a card in hand.
PUT_BACK: Final = Option("put_back")

_MOST_CUBES: Final = 45
#: By a number of cubes: the options that add it to the card and take it off.
_ADDED: Final = tuple([Option("cubes", count) for count in range(_MOST_CUBES + 1)])
_TAKEN_OFF: Final = tuple([Option("cubes", -count) for count in range(_MOST_CUBES + 1)])
#: By number of cubes left: DONE, and every way to lay some of them.
_CUBE_OPTIONS: Final[tuple[tuple[Option, ...], ...]] = tuple(
    [(DONE, *_ADDED[1 : count + 1], *_TAKEN_OFF[1 : count + 1]) for count in range(_MOST_CUBES + 1)]
)


def window(table: Table, trick: Trick) -> None:
    """Let the player who has just played use powers, cubes and scroll 16, in any order, until done."""
    seat = trick.seats[-1]
    while True:
        crystals = table.crystals[seat] + (table.extra if table.scroll_owner == seat else 0)
        if not crystals and not table.cubes[seat] and table.scroll != scrolls.WIN_OR_DUCK:
            return
        options = _CUBE_OPTIONS[0 if trick.has(EMPEROR) else table.cubes[seat]]
        if crystals:
            options = (DONE, *[POWERS[rank] for rank in ranks_open(table, trick, seat)], *options[1:])
        if table.scroll == scrolls.WIN_OR_DUCK and table.scroll_owner == seat and not table.scroll_used:
            options = options + scroll_16_options(trick)
        answer = table.ask(seat, "window", options)
        if answer == DONE:
            return
        if answer.act == "cubes":
            lay_cubes(table, trick, seat, answer.what)
        elif answer.act == "power":
            pay_crystal(table, seat)
            use(table, trick, answer.what, seat)
        else:
            declare(table, trick, seat, answer)


def cubes(change: int) -> Option:
    """Return the option that changes the value of the card by some cubes, up or down."""
    return _ADDED[change] if change > 0 else _TAKEN_OFF[-change]


def ranks_of_card(table: Table, seat: int, card: int) -> tuple[int, ...]:
    """Return the ranks whose power a card has: its own, or any under the player's scroll 20 (S349)."""
    if table.scroll == scrolls.ANY_POWER and seat == table.scroll_owner:
        return ALL_RANKS
    return (RANK[card],)


def ranks_open(table: Table, trick: Trick, seat: int) -> list[int]:
    """Return the powers that ``seat`` may now use on the card just played.

    Each power once per card (reading 13.10); five of them once per trick; none after the Emperor; the Explorer not in
    the first trick (S185); the Assassin's is used with the play itself (S175). Powers without effect are legal (13.23).
    """
    if trick.has(EMPEROR):
        return []
    on_card = trick.powers[-1]
    closed = on_card | (trick.used & ONCE_PER_TRICK) | 1 << ASSASSIN
    if not table.tricks:
        closed |= 1 << EXPLORER
    return [rank for rank in ranks_of_card(table, seat, trick.cards[-1]) if not closed >> rank & 1]


def pay_crystal(table: Table, seat: int) -> None:
    """Pay one crystal for a power (S159); the crystal of scroll 18 last, because it can do more."""
    if table.crystals[seat]:
        table.crystals[seat] -= 1
    else:
        assert table.scroll_owner == seat, "only the owner of scroll 18 has a crystal of its own"
        assert table.extra == 1, "there is one crystal of scroll 18"
        table.extra = 0


def lay_cubes(table: Table, trick: Trick, seat: int, change: int) -> None:
    """Put cubes on the player's own card: one point each, without upper or lower limit (S243, reading 9.31)."""
    table.cubes[seat] -= abs(change)
    trick.values[-1] += change


def use(table: Table, trick: Trick, rank: int, user: int) -> None:
    """Use a rank's power on the card just played. ``user`` decides: its player, or the owner of scroll 18 (S345)."""
    trick.powers[-1] |= 1 << rank
    trick.used |= 1 << rank
    if rank == PEASANT:
        trick.next_leader = table.ask(user, "leader", tuple(range(table.players)))
    elif rank == EXPLORER:
        explore(table, user)
    elif rank == ORACLE:
        change_colour(table, trick, user)
    # Dwarf, Sorcerer, Knight and Emperor change rules: the code of the affected rule checks trick.used.


def explore(table: Table, user: int) -> None:
    """Explorer: draw a random card of the previous trick; exchange it or put it back (S185, readings 9.15, 13.18)."""
    previous = table.tricks[-1]
    index = table.chance.pick(len(previous))
    hand = table.hands[user]
    table.drawn = [previous[index]]
    options: tuple[Option | int, ...] = (PUT_BACK, *hand)
    answer = table.ask(user, "explore", options)
    table.drawn = []
    if isinstance(answer, int):
        place = hand.index(answer)
        hand[place], previous[index] = previous[index], answer
        if table.mission != missions.ORDERED_LINE:
            hand.sort()


def change_colour(table: Table, trick: Trick, user: int) -> None:
    """Oracle: change the card's colour, never to the dominant one (S225, reading 13.11).

    A card led takes the lead colour with it (reading 9.16), unless scroll 16 has declared one (reading 13.13).
    """
    now = trick.colours[-1]
    colours = tuple(colour for colour in range(4) if colour not in (now, trick.trump))
    trick.colours[-1] = table.ask(user, "oracle_colour", colours)
    if len(trick.cards) == 1 and not trick.declared:
        trick.lead = trick.colours[-1]


def scroll_16_options(trick: Trick) -> tuple[Option, ...]:
    """Return the options of scroll 16: win, or duck.

    A leader who ducks names any colour (S341, readings 9.12, 13.12, 13.13), Emperor or not (13.3).
    """
    if len(trick.cards) == 1:
        return (WIN, *DUCKS_WITH_COLOUR)
    return (WIN, DUCK)


def declare(table: Table, trick: Trick, seat: int, answer: Option) -> None:
    """Use scroll 16, once in the round."""
    table.scroll_used = True
    if answer == WIN:
        trick.winner_by_scroll = seat
        return
    trick.duck = seat
    if answer.act == "duck_colour":
        trick.lead = answer.what
        trick.declared = True


def extra_crystal(table: Table, trick: Trick) -> None:
    """Scroll 18: let its owner put the crystal on the card that an opponent has just played (S345).

    It is a crystal, so the Emperor bars it (reading 9.20); an opponent's Assassin has been played already.
    """
    owner = table.scroll_owner
    if not table.extra or trick.seats[-1] == owner:
        return
    options = tuple([POWERS[rank] for rank in ranks_open(table, trick, trick.seats[-1])])
    if not options:
        return
    table.subject = trick.seats[-1]
    answer = table.ask(owner, "extra", (DONE, *options))
    if answer != DONE:
        table.extra = 0
        use(table, trick, answer.what, owner)


def is_dead(trick: Trick, colour: int) -> bool:
    """Return whether a card played now loses the dominant rank: a Knight was active before it (S215, reading 9.19)."""
    return colour == trick.trump and trick.has(KNIGHT)


def lowest_wins(trick: Trick) -> bool:
    """Return whether a Dwarf reverses the trick, for cards before and after it (S195)."""
    return trick.has(DWARF)


def lowest_must_be_played(trick: Trick) -> bool:
    """Return whether a Sorcerer restricts those who play after it (S205)."""
    return trick.has(SORCERER)
