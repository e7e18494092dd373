"""Table of a game of Dominion: every zone, every pile, and the question that is being answered.

Cards are the small integers of :mod:`games.dominion.cards`. Zones are vectors (:mod:`games.mypyc_shim`): the rules are
compiled to machine words, or run as they are on lists. The context of a question is on the table: the active player,
actions, buys and coins left, and what the question is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ..chance import NO_CHANCE, CarryChance
from ..game import Chance, Decision, IllegalChoice
from ..hidden_cards import UNKNOWN
from ..mypyc_shim import append, extend, i64, mypyc_attr, remove, vec
from .cards import COST, COUNT, IS_ACTION, IS_TREASURE, IS_VICTORY, PROVINCE, STARTING_DECK, VALUE
from .setup import Setup, layout_of

#: The answer "nothing" or "no more", for the questions that allow it.
STOP: Final = -1
#: The answers to a question answered yes or no; every other one is answered with a card or, where allowed, STOP.
NO: Final = 0
YES: Final = 1
#: "No player", "no card" in ``Table.subject`` and ``Table.shown``.
NOBODY: Final = -1

HAND: Final = 5
#: Capacity of a zone that is about to grow: allocating card by card would cost more than the rules.
_ROOM: Final = 32
#: An empty zone, to be copied: ``NO_CARDS[:]``.
NO_CARDS: Final[vec[i64]] = vec[i64]()

#: Columns of the cards as vectors, by code: cost, coins of a Treasure, and 1 for the cards of a type.
COSTS: Final[vec[i64]] = vec[i64](list(COST))
VALUES: Final[vec[i64]] = vec[i64](list(VALUE))
ARE_ACTIONS: Final[vec[i64]] = vec[i64]([int(each) for each in IS_ACTION])
ARE_TREASURES: Final[vec[i64]] = vec[i64]([int(each) for each in IS_TREASURE])
ARE_VICTORIES: Final[vec[i64]] = vec[i64]([int(each) for each in IS_VICTORY])
ANY_CARD: Final[vec[i64]] = vec[i64]([1] * COUNT)

#: Every player's first deck, 7 Coppers and 3 Estates, and the same as copies per code.
FIRST_DECK: Final[vec[i64]] = vec[i64]([code for code in range(COUNT) for _ in range(STARTING_DECK[code])])
FIRST_COUNTS: Final[vec[i64]] = vec[i64](list(STARTING_DECK))
_MANY_UNKNOWN: Final[vec[i64]] = vec[i64]([UNKNOWN] * 60)


def zone(cards: list[int]) -> vec[i64]:
    """Return cards as a zone, the last one its end."""
    return vec[i64](cards)


def unknown_cards(count: i64) -> vec[i64]:
    """Return a zone of cards that nobody knows."""
    return _MANY_UNKNOWN[:count] if count <= len(_MANY_UNKNOWN) else vec[i64]([UNKNOWN] * count)


def contains_any(cards: vec[i64], which: vec[i64]) -> bool:
    """Return whether one of the cards is one of ``which``, a column of ones and zeros by code."""
    for card in cards:  # noqa: SIM110  # a generator would cost more than the turn
        if which[card]:
            return True
    return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Answers:
    """Who answers a player's questions: a bot, or whoever chooses among decisions. In a view of a table nobody does."""

    def answer(self, question: Question, table: Table, me: Player) -> i64:
        """Return the answer to a question."""
        raise NotImplementedError

    def play(self, table: Table, me: Player) -> i64:
        """Return the Action to play, or STOP."""
        raise NotImplementedError

    def buy(self, table: Table, me: Player) -> i64:
        """Return the card to buy, or STOP: one that ``table.offers``, which costs up to ``table.limit``."""
        raise NotImplementedError


NO_ANSWERS: Final = Answers()


@final
class Player:
    """One seat: its zones and counts.

    Attributes:
        policy: answers the player's questions.
        deck, undrawn: the deck is the first ``undrawn`` cards of ``deck``, its top the last of these; what follows has
            been drawn.
        hand, discards, aside: zones; ``aside`` holds what is revealed or set aside while a card is being resolved.
        owned: copies per code, over all zones. turns: turns begun.
    """

    __slots__ = ("aside", "deck", "discards", "hand", "owned", "policy", "seat", "turns", "undrawn")

    def __init__(self, seat: i64, policy: Answers) -> None:
        self.seat: i64 = seat
        self.policy: Answers = policy
        self.deck: vec[i64] = FIRST_DECK[:]
        self.undrawn: i64 = len(FIRST_DECK)
        self.hand: vec[i64] = NO_CARDS[:]
        self.discards: vec[i64] = vec[i64](capacity=_ROOM)
        self.aside: vec[i64] = NO_CARDS[:]
        self.owned: vec[i64] = FIRST_COUNTS[:]
        self.turns: i64 = 0

    def take_from_hand(self, card: i64) -> None:
        """Take a card out of the hand."""
        self.hand = remove(self.hand, card)

    def top(self) -> i64:
        """Return the top card of the deck, which must not be empty."""
        return self.deck[self.undrawn - 1]

    def take_top(self) -> i64:
        """Take the top card off the deck, which must not be empty."""
        self.undrawn -= 1
        return self.deck[self.undrawn]

    def put_on_deck(self, card: i64) -> None:
        """Put a card on top of the deck."""
        self.deck = append(self.deck[: self.undrawn], card)
        self.undrawn += 1

    def discard_deck(self) -> None:
        """Put the whole deck into the discard pile."""
        self.discards = extend(self.discards, self.deck[: self.undrawn])
        self.undrawn = 0

    def discard_aside(self) -> None:
        """Put what is set aside into the discard pile."""
        self.discards = extend(self.discards, self.aside)
        self.aside = NO_CARDS[:]

    def discard_from_hand(self, card: i64) -> None:
        """Move a card from the hand to the discard pile."""
        self.take_from_hand(card)
        self.discards = append(self.discards, card)

    def copy_to(self, copy: Player) -> None:
        """Give another seat the same cards and counts; its policy stays."""
        self.copy_open_to(copy)
        copy.deck, copy.hand, copy.discards = self.deck[: self.undrawn], self.hand[:], self.discards[:]

    def copy_open_to(self, copy: Player) -> None:
        """Give another seat what all players know of this one."""
        copy.owned, copy.turns, copy.aside, copy.undrawn = self.owned[:], self.turns, self.aside[:], self.undrawn

    def show_to(self, view: Player, is_own: bool) -> None:
        """Give a seat of a view what its player knows of this one: the own hand and discard pile, the top of others."""
        self.copy_open_to(view)
        view.deck = unknown_cards(self.undrawn)
        if is_own:
            view.hand, view.discards = self.hand[:], self.discards[:]
            return
        view.hand = unknown_cards(len(self.hand))
        below = len(self.discards) - 1
        view.discards = append(unknown_cards(below), self.discards[below]) if below >= 0 else self.discards[:]

    def size(self) -> i64:
        """Return the number of cards that the player owns."""
        total: i64 = 0
        for copies in self.owned:
            total += copies
        return total


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """A kind of question, with the rule of its legal answers.

    Arguments:
        kind: its name in records and on pages, e.g. ``"buy"``.
    """

    def __init__(self, kind: str) -> None:
        self.kind: str = kind
        QUESTIONS[kind] = self

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        """Return whether the player may give the answer."""
        raise NotImplementedError

    def candidates(self, table: Table, player: Player) -> list[int]:
        """Return every answer that could be legal, in ascending order, each once."""
        raise NotImplementedError

    def options(self, table: Table, player: Player) -> tuple[int, ...]:
        """Return every legal answer, in ascending order."""
        return tuple([answer for answer in self.candidates(table, player) if self.allows(table, player, answer)])


#: Every question by its kind: a question enters itself.
QUESTIONS: Final[dict[str, Question]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """A game in progress.

    Attributes:
        seats: the players. in_play: the active player's cards in play. trash: the trash pile, oldest first.
        supply: cards left per code; only the codes of ``piles`` are in the game. empty: number of empty piles.
        active, actions, buys, coins: the turn in progress.
        subject, shown: the seat and the card that the open question is about, or NOBODY.
        limit: the highest cost that the open question allows. lowest: the lowest code, where cards are chosen one by
            one in ascending order. left: how many more cards (Cellar, Chapel, Militia) may or must be picked.
        stolen: Treasures that the Thief trashed and nobody took yet. steps: decisions answered so far where options
            are listed (:mod:`games.dominion.choose_policy`), for the errors.
    """

    __slots__ = (
        "_carry",
        "_gainable",
        "actions",
        "active",
        "buys",
        "chance",
        "coins",
        "empty",
        "in_play",
        "left",
        "limit",
        "lowest",
        "piles",
        "players",
        "seats",
        "setup",
        "shown",
        "steps",
        "stolen",
        "subject",
        "supply",
        "trash",
    )

    def __init__(self, setup: Setup, chance: Chance, policies: Sequence[Answers]) -> None:
        layout = layout_of(setup.kingdom, setup.players)
        self.setup: Setup = setup
        self.shuffle_with(chance)
        self.players: i64 = setup.players
        self.piles: tuple[int, ...] = layout.piles
        self.supply: vec[i64] = layout.supply[:]
        self.seats: list[Player] = [Player(seat, policy) for seat, policy in enumerate(policies)]
        self.in_play: vec[i64] = vec[i64](capacity=8)
        self.trash: vec[i64] = NO_CARDS[:]
        self.stolen: vec[i64] = NO_CARDS[:]
        self.empty: i64 = 0
        self.active: i64 = 0
        self.actions: i64 = 0
        self.buys: i64 = 0
        self.coins: i64 = 0
        self.subject: i64 = NOBODY
        self.shown: i64 = NOBODY
        self.limit: i64 = 0
        self.lowest: i64 = 0
        self.left: i64 = 0
        self.steps: i64 = 0
        self._gainable: dict[int, tuple[int, ...]] = {}

    # --- questions -------------------------------------------------------------------------------------------------

    def ask(self, player: Player, question: Question, subject: i64 = NOBODY, shown: i64 = NOBODY) -> i64:
        """Return the player's answer to a question about a seat and a card.

        Raises:
            IllegalChoice: the question does not allow the answer.
        """
        self.subject = subject
        self.shown = shown
        return self.checked(player, question, player.policy.answer(question, self, player))

    def checked(self, player: Player, question: Question, answer: i64) -> i64:
        """Return the answer if the rules allow it. Raises IllegalChoice otherwise."""
        if not question.allows(self, player, answer):
            decision = Decision(player.seat, question.kind, question.options(self, player))
            raise IllegalChoice(self.steps, decision, answer)
        return answer

    # --- piles -----------------------------------------------------------------------------------------------------

    def offers(self, card: i64) -> bool:
        """Return whether a card's pile is not empty and the card costs no more than the limit of the question."""
        supply = self.supply
        return 0 <= card < len(supply) and supply[card] > 0 and COSTS[card] <= self.limit

    def gainable(self) -> tuple[int, ...]:
        """Return the cards on offer, by code."""
        options = self._gainable.get(self.limit)
        if options is None:
            options = tuple([card for card in self.piles if self.offers(card)])
            self._gainable[self.limit] = options
        return options

    def gain(self, player: Player, card: i64) -> None:
        """Move a card from its pile to the player's discard pile (D-10)."""
        self._take_from_pile(player, card)
        player.discards = append(player.discards, card)

    def gain_to_hand(self, player: Player, card: i64) -> None:
        """Move a card from its pile to the player's hand."""
        self._take_from_pile(player, card)
        player.hand = append(player.hand, card)

    def gain_onto_deck(self, player: Player, card: i64) -> None:
        """Move a card from its pile onto the player's deck."""
        self._take_from_pile(player, card)
        player.put_on_deck(card)

    def _take_from_pile(self, player: Player, card: i64) -> None:
        left = self.supply[card] - 1
        assert left >= 0, "gained from an empty pile"
        self.supply[card] = left
        player.owned[card] += 1
        if left == 0:
            self.empty += 1
            self._gainable = {}

    def put_in_trash(self, player: Player, card: i64) -> None:
        """Put a card that has left the player's zones into the trash (D-09)."""
        self.trash = append(self.trash, card)
        player.owned[card] -= 1

    def trash_from_hand(self, player: Player, card: i64) -> None:
        """Move a card from the hand to the trash."""
        player.take_from_hand(card)
        self.put_in_trash(player, card)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def shuffle_with(self, chance: Chance) -> None:
        """Shuffle with another source of randomness from now on."""
        self.chance: Chance = chance
        self._carry: CarryChance | None = chance if isinstance(chance, CarryChance) else None

    def shuffle(self, player: Player) -> None:
        """Shuffle the player's deck."""
        if self._carry is not None:
            self._carry.shuffle_codes(player.deck)
            return
        order: list[int] = list(player.deck)
        self.chance.shuffle(order)
        player.deck = vec[i64](order)

    def renew(self, player: Player) -> None:
        """Shuffle the discard pile to form a new deck; the player's deck must be empty (D-05, D-06)."""
        player.deck = player.discards
        player.undrawn = len(player.deck)
        player.discards = vec[i64](capacity=_ROOM)
        if player.undrawn > 1:
            self.shuffle(player)

    def draw(self, player: Player, count: i64) -> None:
        """Draw cards to the hand, renewing the deck as needed; stop when no card is left (D-05)."""
        top = player.undrawn
        if count > top:
            player.hand = extend(player.hand, player.deck[:top])
            count -= top
            player.undrawn = 0
            self.renew(player)
            top = player.undrawn
            if count > top:
                count = top
        player.undrawn = top - count
        drawn = player.deck[top - count : top]
        player.hand = extend(player.hand, drawn) if len(player.hand) > 0 else drawn

    def has_top(self, player: Player) -> bool:
        """Return whether the player can reveal the top card of the deck; renew the deck if it is empty (D-06)."""
        if player.undrawn == 0:
            self.renew(player)
        return player.undrawn > 0

    # --- players ---------------------------------------------------------------------------------------------------

    def others(self) -> list[Player]:
        """Return the other players in turn order, from the left of the active one (D-15)."""
        first = int(self.active) + 1
        return self.seats[first:] + self.seats[: first - 1]

    def is_over(self) -> bool:
        """Return whether the game ends after this turn: no Province left, or three piles empty (section 6)."""
        return self.empty >= 3 or self.supply[PROVINCE] == 0

    # --- copies of the table -----------------------------------------------------------------------------------------

    def copied(self, policies: Sequence[Answers], chance: Chance) -> Table:
        """Return a table of its own at the same point, for a search.

        Arguments:
            policies: answer the questions of its seats. chance: makes the shuffles to come.
        """
        copy = Table(self.setup, chance, policies)
        self._copy_open_to(copy)
        for player, other in zip(self.seats, copy.seats, strict=True):
            player.copy_to(other)
        return copy

    def seen_by(self, seat: i64) -> Table:
        """Return the table as a seat sees it: a copy without the cards that it does not know.

        Unknown are the order of every deck, the other hands, and the other discard piles below their tops; a card that
        lies revealed on a deck is what the question shows. Nothing can be shuffled in a view, and nobody is asked.
        """
        view = Table(self.setup, NO_CHANCE, [NO_ANSWERS] * self.players)
        self._copy_open_to(view)
        place: i64 = 0
        while place < self.players:
            self.seats[place].show_to(view.seats[place], place == seat)
            place += 1
        return view

    def _copy_open_to(self, copy: Table) -> None:
        """Give another table what lies open, and the turn in progress."""
        copy.supply, copy.in_play, copy.trash, copy.stolen = (
            self.supply[:],
            self.in_play[:],
            self.trash[:],
            self.stolen[:],
        )
        copy.empty, copy.active, copy.actions, copy.buys = self.empty, self.active, self.actions, self.buys
        copy.coins, copy.subject, copy.shown, copy.limit = self.coins, self.subject, self.shown, self.limit
        copy.lowest, copy.left, copy.steps = self.lowest, self.left, self.steps

    # --- copies of the zones by seat, for pages, records and tests ---------------------------------------------------

    @property
    def hands(self) -> list[list[int]]:
        """The hand of every seat."""
        return [list(player.hand) for player in self.seats]

    @property
    def decks(self) -> list[list[int]]:
        """The deck of every seat; its top is the end."""
        return [list(player.deck[: player.undrawn]) for player in self.seats]

    @property
    def discards(self) -> list[list[int]]:
        """The discard pile of every seat, oldest first."""
        return [list(player.discards) for player in self.seats]

    @property
    def asides(self) -> list[list[int]]:
        """Return the cards that every seat has revealed or set aside."""
        return [list(player.aside) for player in self.seats]

    @property
    def owned(self) -> list[list[int]]:
        """Copies per code of every seat."""
        return [list(player.owned) for player in self.seats]

    @property
    def turns(self) -> list[int]:
        """Turns begun by every seat."""
        return [int(player.turns) for player in self.seats]
