"""Table state of a game of Megalomania. The rules are in the other modules of this package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..decision import Choose, Decision, Position, put
from ..game import Chance, IllegalChoice
from .pack.loading import Pack

NOBODY: Final = -1
NO: Final = 0
YES: Final = 1


@dataclass(frozen=True, slots=True)
class Setup:
    """Parameters of a game, fixed before the first round.

    Arguments:
        players: 2 to 4, in clockwise order. dealer: seat of the first dealer, from 0 (S101: the nearest birthday).
        pack: the figures. dominant: colour of each of the 12 rounds. pairs: seats 0 and 2 against 1 and 3.
    """

    players: int
    dealer: int
    pack: Pack
    dominant: tuple[int, ...]
    pairs: bool = False


class Trick:
    """One trick in progress. The lists are in playing order.

    Arguments:
        trump: the dominant colour of this trick. leader: the seat that leads.
    """

    __slots__ = (
        *("cards", "colours", "dead", "declared", "duck", "lead", "leader", "next_leader"),
        *("powers", "seats", "trump", "used", "values", "waiting", "winner_by_scroll"),
    )

    def __init__(self, leader: int, trump: int) -> None:
        self.leader = leader
        self.trump = trump
        #: Effective colour of the card led; NOBODY before.
        self.lead = NOBODY
        #: Seats that have not played yet, in playing order.
        self.waiting: list[int] = []
        self.seats: list[int] = []
        self.cards: list[int] = []
        self.colours: list[int] = []
        self.values: list[int] = []
        #: Dominant cards that have lost their rank to a Knight.
        self.dead: list[bool] = []
        #: Bit per rank: powers used on each card, and in the complete trick.
        self.powers: list[int] = []
        self.used = 0
        #: The next leader named by a Peasant.
        self.next_leader = NOBODY
        #: Scroll 16: the seat that wins, the seat that ducks, and whether the lead colour was declared.
        self.winner_by_scroll = NOBODY
        self.duck = NOBODY
        self.declared = False

    def copied(self) -> Trick:
        """Return a trick of its own at the same point."""
        copy = Trick(self.leader, self.trump)
        copy.lead, copy.used, copy.next_leader = self.lead, self.used, self.next_leader
        copy.waiting, copy.seats, copy.cards = self.waiting[:], self.seats[:], self.cards[:]
        copy.colours, copy.values, copy.dead = self.colours[:], self.values[:], self.dead[:]
        copy.powers, copy.winner_by_scroll = self.powers[:], self.winner_by_scroll
        copy.duck, copy.declared = self.duck, self.declared
        return copy

    def has(self, rank: int) -> bool:
        """Return whether the power of a rank was used in this trick."""
        return bool(self.used >> rank & 1)


class Table:
    """A game in progress.

    Arguments:
        setup: the parameters of the game. chance: the randomness. choose: answers the questions.
    """

    __slots__ = (
        *("_seats", "bank_crystals", "bank_cubes", "chance", "choices", "choose", "chosen_leader", "covered"),
        *("crystals", "cubes", "dealer", "dominant", "drawn", "effective", "entries", "extra", "hands", "held"),
        *("line_order", "mission", "mission_deck", "pack", "played", "players", "removed", "rewards", "round"),
        *("rows", "scores", "scroll", "scroll_deck", "scroll_owner", "scroll_used", "setup", "shown", "step"),
        *("subject", "takers", "trick", "tricks", "undealt", "unseen", "value_of"),
    )

    def __init__(self, setup: Setup, chance: Chance, choose: Choose) -> None:
        count = setup.players
        self.setup = setup
        self.players = count
        self._seats: tuple[int, ...] = (*range(count), *range(count))
        self.pack = setup.pack
        self.value_of = setup.pack.value_of
        self.chance = chance
        self.choose = choose
        self.step = 0
        # State of the game.
        self.round = 0
        self.dealer = setup.dealer
        self.mission_deck: list[int] = []
        self.scroll_deck: list[int] = []
        #: Scrolls in each player's hand; no. 5 stays in it.
        self.held: list[list[int]] = [[] for _ in range(count)]
        #: Scrolls played so far, in order; those discarded through no. 8 are in ``removed``.
        self.played: list[int] = []
        self.removed: list[int] = []
        #: Points of scroll 17.
        self.rewards = [0] * count
        self.scores: list[list[int]] = [[] for _ in range(count)]
        #: The rounds in the score sheet's format.
        self.rows: list[dict[str, Any]] = []
        # State of the round.
        self.mission = 0
        self.dominant = 0
        self.undealt: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(count)]
        #: Face-up table cards (missions 13 and 18).
        self.shown: list[list[int]] = [[] for _ in range(count)]
        #: Mission 18: face-up card -> the card under it.
        self.covered: dict[int, int] = {}
        #: Mission 19: the face-down row, next card first.
        self.line_order: list[list[int]] = [[] for _ in range(count)]
        self.crystals = [0] * count
        self.cubes = [0] * count
        self.bank_crystals = setup.pack.crystals
        self.bank_cubes = setup.pack.cubes
        #: The scroll in force, its owner, whether its one use is spent, and what it names.
        self.scroll = 0
        self.scroll_owner = NOBODY
        self.scroll_used = False
        self.chosen_leader = NOBODY
        #: The crystal of scroll 18.
        self.extra = 0
        #: Scrolls of the round as listed on the sheet, and who played them.
        self.entries: list[int] = []
        self.choices: list[str | None] = [None] * count
        self.tricks: list[list[int]] = []
        self.takers: list[int] = []
        self.effective: list[int] = [0] * count
        self.trick: Trick | None = None
        #: Visible to the deciding player: a card drawn by an Explorer; for scroll 8, the scrolls drawn.
        self.drawn: list[int] = []
        #: The seat that a question is about, NOBODY if none.
        self.subject = NOBODY
        #: In a player's view the cards, scrolls and missions that lie somewhere out of sight, sorted; None otherwise.
        self.unseen: tuple[list[int], list[int], list[int]] | None = None

    def copied(self, choose: Choose) -> Table:
        """Return a table of its own at the same point, whose questions go to ``choose``: for a search."""
        copy = Table(self.setup, self.chance, choose)
        copy.round, copy.dealer, copy.mission, copy.dominant = self.round, self.dealer, self.mission, self.dominant
        copy.mission_deck, copy.scroll_deck, copy.played = self.mission_deck[:], self.scroll_deck[:], self.played[:]
        copy.held, copy.hands, copy.shown = _each(self.held), _each(self.hands), _each(self.shown)
        copy.line_order, copy.scores, copy.tricks = _each(self.line_order), _each(self.scores), _each(self.tricks)
        copy.removed, copy.rewards, copy.undealt = self.removed[:], self.rewards[:], self.undealt[:]
        copy.rows, copy.covered, copy.entries = self.rows[:], dict(self.covered), self.entries[:]
        copy.crystals, copy.cubes, copy.choices = self.crystals[:], self.cubes[:], self.choices[:]
        copy.bank_crystals, copy.bank_cubes, copy.extra = self.bank_crystals, self.bank_cubes, self.extra
        copy.scroll, copy.scroll_owner, copy.scroll_used = self.scroll, self.scroll_owner, self.scroll_used
        copy.chosen_leader, copy.takers, copy.effective = self.chosen_leader, self.takers[:], self.effective[:]
        copy.drawn, copy.subject, copy.step = self.drawn[:], self.subject, self.step
        copy.unseen = self.unseen
        copy.trick = self.trick.copied() if self.trick is not None else None
        return copy

    def ask(self, player: int, kind: str, options: tuple[int, ...]) -> int:
        """Return the player's answer; a single legal option is taken without a question.

        Raises:
            IllegalChoice: the answer is none of the options.
        """
        if len(options) == 1:
            return options[0]
        answer: int = put(self.choose, Position(player, kind, options, self))
        if answer not in options:
            raise IllegalChoice(self.step, Decision(player, kind, options), answer)
        self.step += 1
        return answer

    def seen_by(self, seat: int) -> Table:
        """Return the table as a seat sees it: see :func:`games.megalomania.hidden.seen_by`."""
        from .hidden import seen_by

        return seen_by(self, seat)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Return all seats, clockwise from ``first``."""
        return self._seats[first : first + self.players]

    @property
    def left_of_dealer(self) -> int:
        """The seat that acts first in everything but the deal."""
        return (self.dealer + 1) % self.players

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats, in seating order."""
        return tuple(other for other in range(self.players) if other != seat)

    def tricks_taken(self) -> list[int]:
        """Return the tricks won by each seat so far in this round."""
        return [self.takers.count(seat) for seat in range(self.players)]

    def unplayed(self, seat: int) -> list[int]:
        """Return the cards that a seat can play from now: in hand and face up on the table."""
        return self.hands[seat] + self.shown[seat] if self.shown[seat] else self.hands[seat]


def _each(zones: list[list[int]]) -> list[list[int]]:
    return [zone[:] for zone in zones]
