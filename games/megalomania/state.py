"""Table state of a game of Megalomania. The rules are in the other modules of this package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ..chance import NO_CHANCE
from ..decision import Choose, Decision, Position, put
from ..game import Chance, IllegalChoice
from ..hidden_cards import UNKNOWN, nobody
from ..table_copies import copy_fields
from .pack.loading import Pack

#: The answers to one question: cards, colours, seats or numbers, or :class:`games.options.Option`.
Answer = TypeVar("Answer")

NOBODY: Final = -1
NO: Final = 0
YES: Final = 1
#: Scroll 5 is kept to the end and brings another at once: who holds it is known (S320).
KEEPSAKE: Final = 5
#: Fields of a trick and of a table, and those that a table has from its beginning and shares with its copies.
_TRICK_FIELDS: Final = (
    *("cards", "colours", "dead", "declared", "duck", "lead", "leader", "next_leader"),
    *("powers", "seats", "trump", "used", "values", "waiting", "winner_by_scroll"),
)
_GIVEN: Final = ("_seats", "choose", "pack", "players", "setup", "value_of")
_TABLE_FIELDS: Final = (
    *("bank_crystals", "bank_cubes", "chance", "choices", "chosen_leader", "covered"),
    *("crystals", "cubes", "dealer", "dominant", "drawn", "effective", "entries", "extra", "hands", "held"),
    *("line_order", "mission", "mission_deck", "played", "removed", "rewards", "round"),
    *("rows", "scores", "scroll", "scroll_deck", "scroll_owner", "scroll_used", "shown", "step"),
    *("subject", "takers", "trick", "tricks", "undealt", "unseen"),
)


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

    __slots__ = _TRICK_FIELDS

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
        copy_fields(self, copy, _TRICK_FIELDS)
        return copy

    def has(self, rank: int) -> bool:
        """Return whether the power of a rank was used in this trick."""
        return bool(self.used >> rank & 1)


class Table:
    """A game in progress.

    Arguments:
        setup: the parameters of the game. chance: the randomness. choose: answers the questions.
    """

    __slots__ = (*_GIVEN, *_TABLE_FIELDS)

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
        copy_fields(self, copy, _TABLE_FIELDS)
        return copy

    def ask(self, player: int, kind: str, options: tuple[Answer, ...]) -> Answer:
        """Return the player's answer; a single legal option is taken without a question.

        Raises:
            IllegalChoice: the answer is none of the options.
        """
        if len(options) == 1:
            return options[0]
        answer: Answer = put(self.choose, Position(player, kind, options, self))
        if answer not in options:
            raise IllegalChoice(self.step, Decision(player, kind, options), answer)
        self.step += 1
        return answer

    def seen_by(self, seat: int) -> Table:
        """Return the table as a seat sees it: a copy without the cards, scrolls and missions that it does not know.

        Their numbers remain, and what they are without their places (``unseen``). Nothing can be shuffled in a view,
        and nobody is asked.
        """
        view = self.copied(nobody)
        view.rows = [_own(row) for row in self.rows]
        view.unseen = self.unseen_by(seat)
        view.chance = NO_CHANCE
        for zone in (*view.card_zones(seat), view.mission_deck):
            zone[:] = [UNKNOWN] * len(zone)
        for zone, place in view.scroll_places(seat):
            zone[place] = UNKNOWN
        view.covered = dict.fromkeys(view.covered, UNKNOWN)
        return view

    def card_zones(self, seat: int) -> list[list[int]]:
        """Return the zones of cards that a seat does not know, but for the cards under others."""
        return [self.undealt, *self.line_order, *[self.hands[other] for other in self.others(seat)]]

    def scroll_places(self, seat: int) -> list[tuple[list[int], int]]:
        """Return the places of scrolls that a seat does not know, those in hands first.

        Who holds no. 5 is known: it brings another scroll at once.
        """
        hands = [(self.held[other], place) for other in self.others(seat) for place in range(len(self.held[other]))]
        secret = [(hand, place) for hand, place in hands if hand[place] != KEEPSAKE]
        return secret + [(zone, place) for zone in (self.scroll_deck, self.removed) for place in range(len(zone))]

    def unseen_by(self, seat: int) -> tuple[list[int], list[int], list[int]]:
        """Return the cards, scrolls and missions that a seat sees nowhere, sorted: their places are unknown."""
        if self.unseen is not None:
            return self.unseen
        cards = sorted([*self.covered.values(), *[card for zone in self.card_zones(seat) for card in zone]])
        scrolls = sorted([zone[place] for zone, place in self.scroll_places(seat)])
        return cards, scrolls, sorted(self.mission_deck)

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


def _own(value: Any) -> Any:
    """Return a copy of a part of the score sheet: a bot that writes on it changes no one else's."""
    if isinstance(value, dict):
        return {name: _own(each) for name, each in value.items()}
    return [_own(each) for each in value] if isinstance(value, list | tuple) else value
