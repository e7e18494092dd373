"""A table in the middle of a game, with given cards and the scripted answers of its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.dominion.cards import COUNT, KINGDOM, NAMES, by_name, points
from games.dominion.choose_policy import policies_of
from games.dominion.effects import play_card
from games.dominion.game import GAME
from games.dominion.setup import Setup
from games.dominion.state import Player, Table, zone
from games.game import Choose, Decision

#: A supply without a single card.
NO_SUPPLY = dict.fromkeys(NAMES, 0)
#: A scene needs no legal kingdom of ten; every pile is available.
EVERY_PILE = KINGDOM

Cards = str | Sequence[str]


class Orderly:
    """A randomness source that leaves every pile unchanged and records what was shuffled."""

    def __init__(self) -> None:
        self.shuffled: list[list[str]] = []

    def shuffle(self, items: list[Any]) -> None:
        self.shuffled.append([NAMES[code] for code in items])

    def pick(self, count: int) -> int:
        return 0


def codes(cards: Cards) -> list[int]:
    """Parse ``"gold silver gold"`` as codes."""
    return [by_name(name) for name in (cards.split() if isinstance(cards, str) else cards)]


def counted(cards: Cards) -> Counter[str]:
    """Parse ``"gold silver gold"`` as a multiset of code names."""
    return Counter(NAMES[code] for code in codes(cards))


class Scene:
    """The table and its script.

    Arguments:
        answers: to every question in order, as a record writes them; too few or too many fail the test.
        hands, decks, discards: per seat, cards separated by blanks; a deck's top is named first.
        supply: piles that differ from a new game's. trash: oldest first.
    """

    def __init__(
        self,
        answers: str = "",
        *,
        players: int = 2,
        hands: Sequence[Cards] = (),
        decks: Sequence[Cards] = (),
        discards: Sequence[Cards] = (),
        supply: Mapping[str, int] | None = None,
        trash: Cards = "",
        kingdom: Sequence[str] = EVERY_PILE,
        lay: bool = False,
    ) -> None:
        self.answers = answers.split()
        self.asked: list[Decision] = []
        self.chance = Orderly()
        setup = Setup(players, tuple(kingdom), lay=lay)
        self.table = Table(setup, self.chance, policies_of(self.answer, players))
        for seat, player in enumerate(self.table.seats):
            hand = codes(hands[seat]) if seat < len(hands) else []
            deck = codes(decks[seat])[::-1] if seat < len(decks) else []
            discard = codes(discards[seat]) if seat < len(discards) else []
            player.hand, player.deck, player.undrawn, player.discards = zone(hand), zone(deck), len(deck), zone(discard)
            player.owned = zone([[*hand, *deck, *discard].count(code) for code in range(COUNT)])
        for name, remaining in (supply or {}).items():
            self.table.supply[by_name(name)] = remaining
        self.table.empty = sum(self.table.supply[code] == 0 for code in self.table.piles)
        self.table.trash = zone(codes(trash))
        self.table.actions, self.table.buys = 1, 1

    def answer(self, decision: Decision) -> Any:
        """Return the next answer of the script."""
        self.asked.append(decision)
        assert len(self.asked) <= len(self.answers), f"no answer left for {decision.kind}: {self.options(-1)}"
        return GAME.read(decision, self.answers[len(self.asked) - 1])

    @property
    def me(self) -> Player:
        """The active player."""
        return self.table.seats[self.table.active]

    def seat(self, choose: Choose) -> None:
        """Have every player answer as ``choose`` does."""
        for player, policy in zip(self.table.seats, policies_of(choose, self.table.players), strict=True):
            player.policy = policy

    def play(self, *cards: str) -> Scene:
        """Play Actions of the active player's hand one after the other, each using one action."""
        for card in cards:
            assert self.table.actions > 0, "no action left"
            self.table.actions -= 1
            play_card(self.table, self.me, by_name(card))
        assert len(self.asked) == len(self.answers), f"{self.answers[len(self.asked) :]} were not asked for"
        return self

    def options(self, index: int) -> list[str]:
        """Return the options of a question, as a record writes them."""
        decision = self.asked[index]
        return [GAME.show(decision, option) for option in decision.options]

    def kinds(self) -> list[str]:
        """Return the kinds of the questions, in order."""
        return [decision.kind for decision in self.asked]

    def hand(self, seat: int = 0) -> Counter[str]:
        return Counter(NAMES[code] for code in self.table.hands[seat])

    def deck(self, seat: int = 0) -> list[str]:
        """Return the deck, top first."""
        return [NAMES[code] for code in reversed(self.table.decks[seat])]

    def discard(self, seat: int = 0) -> list[str]:
        """Return the discard pile, oldest first."""
        return [NAMES[code] for code in self.table.discards[seat]]

    def trash(self) -> list[str]:
        return [NAMES[code] for code in self.table.trash]

    def in_play(self) -> list[str]:
        return [NAMES[code] for code in self.table.in_play]

    def supply(self, card: str) -> int:
        return self.table.supply[by_name(card)]

    def owned(self, seat: int, card: str) -> int:
        return self.table.owned[seat][by_name(card)]

    def points(self, seat: int = 0) -> int:
        return points(self.table.owned[seat])
