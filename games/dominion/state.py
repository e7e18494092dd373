"""Table state of a game of Dominion: every zone, every pile, and the questions put to the players.

Cards are the small integers of :mod:`games.dominion.cards`. The top of a deck is the end of its list. The context of
a question is on the table: the active player, actions, buys and coins left, and the subject of the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..compiling import mypyc_attr
from ..game import Chance, Choose, Decision, IllegalChoice
from .cards import (
    BASE_CODES,
    COST,
    COUNT,
    GIVES_ACTIONS,
    GIVES_BUYS,
    GIVES_CARDS,
    GIVES_COINS,
    IS_ACTION,
    IS_VICTORY,
    PROVINCE,
    STARTING_DECK,
    SUPPLY,
    VALUE,
)
from .cards import by_name as card_code

#: The answer "nothing" or "no more", for the questions that allow it.
STOP: Final = -1
#: The answers to the questions of :data:`YES_NO`.
NO: Final = 0
YES: Final = 1
#: Questions answered yes or no: reveal the Moat; put the deck into the discard pile; set the drawn Action aside;
#: discard the revealed card. Every other question is answered with a card or, where allowed, STOP.
YES_NO: Final = frozenset({"moat", "chancellor", "library", "spy"})
#: Maximum cost of a card, in coins.
DEAREST: Final[int] = max(COST)
#: "No player", "no card" in ``Table.subject`` and ``Table.shown``.
NOBODY: Final = -1

HAND: Final = 5
#: Every player's first deck: 7 Coppers and 3 Estates.
FIRST_DECK: Final[tuple[int, ...]] = tuple([code for code in range(COUNT) for _ in range(STARTING_DECK[code])])
ACTIONS: Final = frozenset(code for code in range(COUNT) if IS_ACTION[code])
TREASURES: Final = frozenset(code for code in range(COUNT) if VALUE[code])
VICTORIES: Final = frozenset(code for code in range(COUNT) if IS_VICTORY[code])


@dataclass(frozen=True, slots=True)
class Setup:
    """Parameters of a game, fixed before the first shuffle.

    Arguments:
        players: 2, 3 or 4.
        kingdom: the ten kingdom cards, by code name, in draw order.
        lay: whether the active player chooses which Treasures to lay; otherwise all are laid. With this set of cards
            keeping some in the hand never changes anything.
        turn_limit: the game ends after this many turns of the whole table (end ``"time"``); 0 for no limit.
        tournament: whether the sheet is one of the championship (Moat rule, tie-break chain).
    """

    players: int
    kingdom: tuple[str, ...]
    lay: bool = False
    turn_limit: int = 0
    tournament: bool = False


@lru_cache(maxsize=256)
def piles_of(kingdom: tuple[str, ...]) -> tuple[int, ...]:
    """Return the codes of the 17 piles of a game, base cards first."""
    return (*BASE_CODES, *sorted([card_code(name) for name in kingdom]))


@lru_cache(maxsize=256)
def gainable_at_first(piles: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return per number of coins up to DEAREST the cards that cost no more, for the time while no pile is empty."""
    return tuple([tuple([code for code in piles if COST[code] <= limit]) for limit in range(DEAREST + 1)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """A game in progress.

    Attributes:
        decks, hands, discards, asides: per seat, lists of cards; a deck's top is its end; ``asides`` holds what is
            revealed or set aside while a card is being resolved.
        in_play: the active player's cards in play. trash: the trash pile, oldest first.
        supply: cards left per code; only the codes of ``piles`` are in the game. empty: number of empty piles.
        owned: per seat, copies per code, over all zones. turns: turns begun per seat.
        active, actions, buys, coins: the turn in progress.
        subject, shown: the seat and the card that the open question is about, or NOBODY.
        left: how many more cards the open question (Cellar, Chapel, Militia) allows or requires the player to pick.
        steps: decisions answered so far.
    """

    __slots__ = (
        "_buy_questions",
        "_gainable",
        "actions",
        "active",
        "asides",
        "buys",
        "chance",
        "choose",
        "coins",
        "decks",
        "discards",
        "empty",
        "hands",
        "in_play",
        "left",
        "owned",
        "piles",
        "players",
        "setup",
        "shown",
        "steps",
        "subject",
        "supply",
        "trash",
        "turns",
    )

    def __init__(self, setup: Setup, chance: Chance, choose: Choose) -> None:
        players = setup.players
        self.setup: Setup = setup
        self.chance: Chance = chance
        self.choose: Choose = choose
        self.players: int = players
        self.piles: tuple[int, ...] = piles_of(setup.kingdom)
        sizes = SUPPLY[players]
        self.supply: list[int] = [0] * COUNT
        for code in self.piles:
            self.supply[code] = sizes[code]
        self.decks: list[list[int]] = []
        self.hands: list[list[int]] = []
        self.discards: list[list[int]] = []
        self.asides: list[list[int]] = []
        self.owned: list[list[int]] = []
        for _ in range(players):
            self.decks.append(list(FIRST_DECK))
            self.hands.append([])
            self.discards.append([])
            self.asides.append([])
            self.owned.append(list(STARTING_DECK))
        self.in_play: list[int] = []
        self.trash: list[int] = []
        self.turns: list[int] = [0] * players
        self.empty: int = 0
        self.active: int = 0
        self.actions: int = 0
        self.buys: int = 0
        self.coins: int = 0
        self.subject: int = NOBODY
        self.shown: int = NOBODY
        self.left: int = 0
        self.steps: int = 0
        self._gainable: list[tuple[int, ...] | None] = list(gainable_at_first(self.piles))
        self._buy_questions: list[list[Decision | None]] = [[None] * (DEAREST + 1) for _ in range(players)]

    # --- questions -------------------------------------------------------------------------------------------------

    def ask(
        self,
        player: int,
        kind: str,
        options: tuple[int, ...],
        subject: int = NOBODY,
        shown: int = NOBODY,
    ) -> int:
        """Return the player's answer to a question; a single legal answer is taken without a question.

        Raises:
            IllegalChoice: the answer is none of the options.
        """
        if len(options) == 1:
            return options[0]
        self.subject = subject
        self.shown = shown
        question = Decision(player, kind, options, self)
        choice: int = self.choose(question)
        if choice not in options:
            raise IllegalChoice(self.steps, question, choice)
        self.steps += 1
        return choice

    def ask_buy(self) -> int:
        """Return the pile that the active player buys from, or STOP; any non-empty affordable pile is legal (D-12)."""
        limit = self.coins if self.coins < DEAREST else DEAREST
        question = self._buy_questions[self.active][limit]
        if question is None:
            question = Decision(self.active, "buy", (STOP, *self.gainable(limit)), self)
            self._buy_questions[self.active][limit] = question
        options = question.options
        if len(options) == 1:
            return STOP
        choice: int = self.choose(question)
        if choice not in options:
            raise IllegalChoice(self.steps, question, choice)
        self.steps += 1
        return choice

    # --- piles -----------------------------------------------------------------------------------------------------

    def gainable(self, limit: int) -> tuple[int, ...]:
        """Return the non-empty piles of cards costing up to ``limit`` coins, by code."""
        bound = limit if limit < DEAREST else DEAREST
        options = self._gainable[bound]
        if options is None:
            supply = self.supply
            options = tuple([code for code in self.piles if supply[code] and COST[code] <= bound])
            self._gainable[bound] = options
        return options

    def gain(self, player: int, card: int, zone: list[int]) -> None:
        """Move a card from its pile, which must not be empty, to the end of one of the player's zones (D-10)."""
        left = self.supply[card] - 1
        assert left >= 0, "gained from an empty pile"
        self.supply[card] = left
        self.owned[player][card] += 1
        zone.append(card)
        if left == 0:
            self.empty += 1
            self.forget_options()

    def forget_options(self) -> None:
        """Invalidate the cached options for buying and gaining; call this when a pile has become empty."""
        self._gainable = [None] * (DEAREST + 1)
        self._buy_questions = [[None] * (DEAREST + 1) for _ in range(self.players)]

    def discard_from_hand(self, player: int, card: int) -> None:
        """Move a card from the hand to the discard pile."""
        self.hands[player].remove(card)
        self.discards[player].append(card)

    def trash_from(self, zone: list[int], player: int, card: int) -> None:
        """Move a card from one of the player's zones to the trash (D-09)."""
        zone.remove(card)
        self.trash.append(card)
        self.owned[player][card] -= 1

    # --- drawing ---------------------------------------------------------------------------------------------------

    def renew(self, player: int) -> None:
        """Shuffle the discard pile to form a new deck; the player's deck must be empty (D-05, D-06)."""
        deck = self.discards[player]
        self.discards[player] = []
        self.decks[player] = deck
        if len(deck) > 1:
            self.chance.shuffle(deck)

    def draw(self, player: int, count: int) -> None:
        """Draw cards to the hand, renewing the deck as needed; stop when no card is left (D-05)."""
        deck = self.decks[player]
        hand = self.hands[player]
        short = count - len(deck)
        if short > 0:
            hand.extend(deck)
            deck.clear()
            self.renew(player)
            deck = self.decks[player]
            count = short if short < len(deck) else len(deck)
        if count > 0:
            hand.extend(deck[-count:])
            del deck[-count:]

    def give(self, card: int) -> None:
        """Give the active player the cards, actions, buys and coins that the card's row names."""
        if GIVES_CARDS[card]:
            self.draw(self.active, GIVES_CARDS[card])
        self.actions += GIVES_ACTIONS[card]
        self.buys += GIVES_BUYS[card]
        self.coins += GIVES_COINS[card]

    def has_top(self, player: int) -> bool:
        """Return whether the player can reveal the top card of the deck; renew the deck if it is empty (D-06)."""
        if not self.decks[player]:
            self.renew(player)
        return bool(self.decks[player])

    # --- players ---------------------------------------------------------------------------------------------------

    def others(self) -> list[int]:
        """Return the other seats in turn order, from the left of the active player (D-15)."""
        return [(self.active + step) % self.players for step in range(1, self.players)]

    def is_over(self) -> bool:
        """Return whether the game ends after this turn: no Province left, or three piles empty (section 6)."""
        return self.empty >= 3 or self.supply[PROVINCE] == 0
