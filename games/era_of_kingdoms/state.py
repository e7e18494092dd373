"""Table state of a game of Era of Kingdoms: decks, board, kingdoms, the current turn, and the questions to players.

Cards are the codes of the pack. The top of a deck is the end of its list. Seats count from 0; in the solo game the
shadow realm is the side after the only seat.
"""

from __future__ import annotations

from typing import Final, TypeVar

from ..chance import NO_CHANCE
from ..decision import Position, put
from ..game import Chance, Choose, Decision, IllegalChoice
from ..hidden_cards import UNKNOWN, nobody
from ..options import Option
from ..table_copies import copy_fields
from .kingdom import Kingdom, Shadow, Side
from .pack.loading import NONE, Card, Pack, pack
from .setup import Setup

BASE: Final = 0
MEDIUM: Final = 1
ADVANCED: Final = 2
#: The answers to one question: cards, cells, decks or resources, or :class:`games.options.Option`.
Answer = TypeVar("Answer")
#: The answer "nothing" or "no more", for the questions that allow it.
STOP: Final = -1
#: To take a card from a deck, not from the trade board.
DRAW: Final = Option("draw")
NO: Final = 0
YES: Final = 1
NOBODY: Final = -1
FROM_DECK: Final = "deck"
FROM_REFILL: Final = "refill"
BY_ROUND_LIMIT: Final = "round_limit"

#: Fields of a table, and those that it has from its beginning.
_GIVEN: Final = ("_seats", "cards", "chance", "choose", "deck_of", "kingdoms", "pack", "players", "setup")
_SIDES: Final = ("shadow", "sides")
_FIELDS: Final = (
    *("active", "actions", "aside", "board", "borrowed", "decks", "discards", "dismissed", "draw_level", "drawer"),
    *("how", "left", "lent", "moves", "pool", "refreshed", "rounds", "shown", "steps", "turns", "unseen"),
)


def draft(code: int) -> Option:
    """Return the answer that takes a card from the trade board."""
    return Option("draft", code)


class Table:
    """A game in progress.

    Attributes:
        cards, deck_of: the pack's cards and their decks, by code.
        kingdoms: per seat. shadow: the shadow realm, solo only. sides: both, in turn order.
        decks, discards: base, medium, advanced. board: the three rows of the trade board, or empty without trade.
        aside: cards being played, revealed or resolved.
        active, actions, moves: the current turn, its actions left, its questions so far. turns: begun, per side.
        pool: units of cards removed since the last action.
        borrowed: units borrowed. lent: whether riches were given this turn. refreshed: Posts used this turn.
        dismissed: persons removed this turn. draw_level: the realm that counts for drawing.
        rounds: turns begun by the start player. drawer, how: who ended the game, NOBODY until then, and how.
        shown, left: the card that the open question is about, and how many more may be picked.
        steps: decisions answered so far.
        unseen: in a player's view the cards of each deck that lie somewhere out of sight, sorted; None otherwise.
    """

    __slots__ = (*_GIVEN, *_SIDES, *_FIELDS)

    def __init__(self, setup: Setup, chance: Chance, choose: Choose, *, is_view: bool = False) -> None:
        self.setup: Setup = setup
        self.unseen: tuple[list[int], ...] | None = None
        self.chance: Chance = chance
        self.choose: Choose = choose
        self.players: int = setup.players
        self._seats: tuple[int, ...] = (*range(setup.players), *range(setup.players))
        self.pack: Pack = pack(setup.pack)
        self.cards: tuple[Card, ...] = self.pack.cards
        self.deck_of: tuple[int, ...] = self.pack.decks
        self.kingdoms: list[Kingdom] = [Kingdom(self.pack, setup.riches) for _ in range(setup.players)]
        is_solo = setup.players == 1
        self.shadow: Shadow | None = Shadow(self.pack, setup.riches) if is_solo else None
        self.sides: list[Side] = [*self.kingdoms, *([self.shadow] if self.shadow else [])]
        self.decks: list[list[int]] = [[], [], []]
        if not is_view:
            for code, count in enumerate(self.pack.counts(setup.players, trade=setup.trade)):
                self.decks[self.deck_of[code]].extend([code] * count)
        self.discards: list[list[int]] = [[], [], []]
        self.board: list[list[int]] = [[], [], []] if setup.trade else []
        self.aside: list[int] = []
        self.active: int = setup.start
        self.actions: int = 0
        self.moves: int = 0
        self.turns: list[int] = [0] * len(self.sides)
        self.pool: list[int] = [0, 0, 0, 0]
        self.borrowed: list[int] = [0, 0, 0, 0]
        self.lent: bool = False
        self.refreshed: int = 0
        self.dismissed: int = 0
        self.draw_level: int = 0
        self.rounds: int = 0
        self.drawer: int = NOBODY
        self.how: str = ""
        self.shown: int = NONE
        self.left: int = 0
        self.steps: int = 0

    # --- questions --------------------------------------------------------------------------------------------------

    def ask(self, seat: int, kind: str, options: tuple[Answer, ...], shown: int = NONE) -> Answer:
        """Return the seat's answer to a question; a single legal answer is taken without a question.

        Raises:
            IllegalChoice: the answer is none of the options.
        """
        if len(options) == 1:
            return options[0]
        self.shown = shown
        choice: Answer = put(self.choose, Position(seat, kind, options, self))
        if choice not in options:
            raise IllegalChoice(self.steps, Decision(seat, kind, options), choice)
        self.steps += 1
        return choice

    def pick_up_to(self, seat: int, kind: str, pile: list[int], most: int, shown: int = NONE) -> list[int]:
        """Take up to ``most`` cards out of ``pile`` and return them; chosen in ascending order until STOP."""
        picked: list[int] = []
        options = sorted(set(pile))
        while len(picked) < most:
            self.left = most - len(picked)
            lowest = self.ask(seat, kind, (STOP, *options), shown)
            if lowest == STOP:
                break
            pile.remove(lowest)
            picked.append(lowest)
            self.aside.append(lowest)
            options = sorted({card for card in pile if card >= lowest})
        self.left = 0
        for card in picked:
            self.aside.remove(card)
        return picked

    def pick_exactly(self, seat: int, kind: str, pile: list[int], count: int, shown: int = NONE) -> list[int]:
        """Take ``count`` cards (or all, if fewer) out of ``pile`` and return them; chosen in ascending order."""
        picked: list[int] = []
        lowest = 0
        while len(picked) < count and pile:
            self.left = count - len(picked)
            ordered = sorted(pile)
            options = {card for card in ordered[: len(pile) - self.left + 1] if card >= lowest}
            lowest = self.ask(seat, kind, tuple(sorted(options)), shown)
            pile.remove(lowest)
            picked.append(lowest)
            self.aside.append(lowest)
        self.left = 0
        for card in picked:
            self.aside.remove(card)
        return picked

    # --- what a seat sees -------------------------------------------------------------------------------------------

    def seen_by(self, seat: int) -> Table:
        """Return the table as a seat sees it: a copy without the other hands and the order of the decks.

        Their numbers remain, and what they hold in all (``unseen``). Nothing is shuffled in a view, and nobody is
        asked.
        """
        view = Table(self.setup, NO_CHANCE, nobody, is_view=True)
        for side, seen in zip(self.sides, view.sides, strict=True):
            side.copy_to(seen)
        copy_fields(self, view, _FIELDS)
        view.unseen = self.unseen_by(seat)
        for deck in range(len(view.decks)):
            for zone, place in view.hidden_places(seat, deck):
                zone[place] = UNKNOWN + deck
        return view

    def hidden_places(self, seat: int, deck: int) -> list[tuple[list[int], int]]:
        """Return every place of a card of a deck that a seat does not know: in the other hands, then in the deck.

        Age of Enlightenment stays: everybody knows below how many cards it was put.
        """
        hands = [kingdom.hand for other, kingdom in enumerate(self.kingdoms) if other != seat]
        places = [(hand, place) for hand in hands for place, card in enumerate(hand) if self._deck_shown(card) == deck]
        cards, end = self.decks[deck], self.pack.end_code
        return places + [(cards, place) for place, card in enumerate(cards) if card != end]

    def _deck_shown(self, card: int) -> int:
        """Return the deck of a card, which its back shows even where the card is unknown."""
        return card - UNKNOWN if card >= UNKNOWN else self.deck_of[card]

    def unseen_by(self, seat: int) -> tuple[list[int], ...]:
        """Return the cards of each deck that a seat does not see anywhere, sorted: their places are unknown."""
        if self.unseen is not None:
            return self.unseen
        return tuple(
            [sorted([zone[place] for zone, place in self.hidden_places(seat, deck)]) for deck in range(len(self.decks))]
        )

    # --- decks ------------------------------------------------------------------------------------------------------

    def discard(self, card: int) -> None:
        """Put a card on the discard pile of its own deck (13.36)."""
        self.discards[self.deck_of[card]].append(card)

    def can_draw(self, deck: int) -> bool:
        """Return whether a deck or its discard pile has a card."""
        return bool(self.decks[deck] or self.discards[deck])

    def take_top(self, deck: int, given_back: int = 0) -> int:
        """Return the top card of a deck, or NONE. An empty deck is rebuilt from its discard pile (S424-S427).

        Arguments:
            given_back: number of cards of the deck that were shuffled back during this same draw: a deck with
                only these counts as empty (17.1).
        """
        cards = self.decks[deck]
        if len(cards) <= given_back:
            if not self.discards[deck]:
                return NONE
            cards.extend(self.discards[deck])
            self.discards[deck].clear()
            self.chance.shuffle(cards)
        return cards.pop()

    def shuffle_in(self, card: int) -> None:
        """Shuffle a card into its deck."""
        deck = self.decks[self.deck_of[card]]
        deck.append(card)
        self.chance.shuffle(deck)

    def draw(self, seat: int, deck: int, how: str = FROM_DECK) -> int:
        """Draw one card for a seat; play-immediately cards are settled and replaced (S543-S548).

        Returns:
            The card, in no zone yet; NONE if there is none, or if it was Age of Enlightenment, which is not replaced.
        """
        given_back: list[int] = []
        while True:
            card = self.take_top(deck, len(given_back))
            if card == NONE:
                return NONE
            kind = self.cards[card].type
            if kind == "immediate":
                if card in given_back:
                    given_back.remove(card)
                if not self.settle(card):
                    given_back.append(card)
            elif kind == "end":
                self.draw_age(seat, how)
                return NONE
            else:
                return card

    def draw_to_hand(self, seat: int, deck: int) -> None:
        """Draw one card of a deck into the seat's hand."""
        card = self.draw(seat, deck)
        if card != NONE:
            self.kingdoms[seat].hand.append(card)

    def may_draw(self, seat: int, playing: int = 0) -> bool:
        """Return whether the hand limit lets a seat draw from a deck outside the draw phase (S318-S324, 13.6, 17.3).

        Arguments:
            playing: number of hand cards being played, which no longer count.
        """
        kingdom = self.kingdoms[seat]
        return len(kingdom.hand) - playing < kingdom.limit

    def draw_by_effect(self, seat: int, count: int) -> None:
        """Draw base cards that an event grants to a seat, as far as the hand limit allows."""
        for _ in range(count):
            if self.may_draw(seat):
                self.draw_to_hand(seat, BASE)

    def draw_age(self, side: int, how: str) -> None:
        """Resolve Age of Enlightenment: it stays with its drawer and starts the end of the game (section 8)."""
        self.sides[side].age = True
        self.drawer, self.how = side, how

    def settle(self, card: int) -> bool:
        """Give a play-immediately card to the side that best meets its condition (section 6).

        After a tie in both numbers it is shuffled back.

        Help goes to the fewest units of its resource, tie-break fewest riches; Festival to the most, most riches.

        Returns:
            Whether a side won it.
        """
        drawn = self.cards[card]
        helps = drawn.effect == "help"
        best = self._best(self.sides, [side.units[drawn.resource] for side in self.sides], fewest=helps)
        if len(best) > 1:
            best = self._best(best, [side.riches for side in best], fewest=helps)
        if len(best) > 1:
            self.shuffle_in(card)
            return False
        best[0].won.append(card)
        return True

    @staticmethod
    def _best(sides: list[Side], values: list[int], *, fewest: bool) -> list[Side]:
        wanted = min(values) if fewest else max(values)
        return [side for side, value in zip(sides, values, strict=True) if value == wanted]

    # --- players ----------------------------------------------------------------------------------------------------

    def opponents(self) -> tuple[int, ...]:
        """Return the other sides: the other seats, or the shadow realm."""
        return self.others() if self.shadow is None else (self.players,)

    def others(self) -> tuple[int, ...]:
        """Return the other seats clockwise from the left of the active player."""
        return self._seats[self.active + 1 : self.active + self.players]

    def prevents(self, seat: int, shown: int) -> bool:
        """Return whether a seat plays Survival Tactics against ``shown`` (S388-S393).

        If so the seat discards it and draws 1 base card.
        """
        kingdom = self.kingdoms[seat]
        tactics = self.pack.tactics_code
        if tactics not in kingdom.hand or self.ask(seat, "tactics", (NO, YES), shown) == NO:
            return False
        kingdom.hand.remove(tactics)
        self.discard(tactics)
        self.draw_by_effect(seat, 1)
        return True

    def shadow_prevents(self) -> bool:
        """Use up a Survival Tactics of the shadow realm; return whether it had one to cancel the effect.

        Source: S1018-S1022, 17.31.
        """
        shadow = self.shadow
        if shadow is None or not shadow.tactics:
            return False
        shadow.tactics -= 1
        return True

    def means(self) -> list[int]:
        """Return the active player's resources for the next action: fixed and chosen units, pool, borrowed."""
        kingdom = self.kingdoms[self.active]
        units, chosen, borrowed, pool = kingdom.units, kingdom.chosen, self.borrowed, self.pool
        return [
            units[0] + chosen[0] + borrowed[0] + pool[0],
            units[1] + chosen[1] + borrowed[1] + pool[1],
            units[2] + chosen[2] + borrowed[2] + pool[2],
            units[3] + chosen[3] + borrowed[3] + pool[3],
        ]

    def end_pool(self) -> None:
        """Clear the pool: any action ends the effect of removed cards (S236-S241)."""
        self.pool = [0, 0, 0, 0]

    # --- territory --------------------------------------------------------------------------------------------------

    def locked(self, seat: int, cell: int) -> bool:
        """Return whether a plague keeps the last land card of a cell in place (13.11)."""
        stack = self.kingdoms[seat].cells[cell]
        return stack is not None and bool(stack.plagues) and len(stack.lands) == 1

    def discard_top(self, seat: int, cell: int) -> int:
        """Discard the top land of a cell and return it; the last one takes everything below along (17.26)."""
        kingdom = self.kingdoms[seat]
        stack = kingdom.cells[cell]
        assert stack is not None
        card = stack.lands.pop()
        self.discard(card)
        if stack.lands:
            stack.chosen.clear()
        else:
            self._discard_below(seat, cell)
        kingdom.lost = True
        kingdom.refresh()
        return card

    def discard_stack(self, seat: int, cell: int) -> None:
        """Clear a cell completely for another land (13.37)."""
        kingdom = self.kingdoms[seat]
        stack = kingdom.cells[cell]
        assert stack is not None
        for card in stack.lands:
            self.discard(card)
        self._discard_below(seat, cell)
        kingdom.lost = True

    def _discard_below(self, seat: int, cell: int) -> None:
        kingdom = self.kingdoms[seat]
        stack = kingdom.cells[cell]
        assert stack is not None
        for _ in range(stack.yields):
            self.discard(self.pack.yield_code)
        for plague in stack.plagues:
            self.discard(plague)
        kingdom.cells[cell] = None

    def cure_cell(self, seat: int, cell: int) -> None:
        """Discard the plagues of one cell."""
        stack = self.kingdoms[seat].cells[cell]
        if stack is not None:
            for plague in stack.plagues:
                self.discard(plague)
            stack.plagues.clear()

    def discard_person(self, seat: int, index: int) -> int:
        """Discard a person from its slot and return the card."""
        kingdom = self.kingdoms[seat]
        card = kingdom.persons.pop(index)
        kingdom.person_chosen.pop(index)
        self.discard(card)
        kingdom.lost = True
        kingdom.refresh()
        return card
