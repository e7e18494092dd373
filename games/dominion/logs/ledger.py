"""Ledger of all cards while a log is followed: exactly what the turns prove about each player's cards.

A log hides most hands. The ledger stores, for each player, the exact number of cards in every zone, the exact cards
owned, and the certain cards of each zone. Cards that may be in more than one zone are in the *fog*: their
composition is exact, their place is not. So the ledger never rejects a possible game.
"""

from __future__ import annotations

from .. import cards
from .phrases import Counted, total

HAND_SIZE = 5


class Holding:
    """One player's cards.

    Attributes (all arrays hold one count per card code):
        own: every card owned. play: the cards in play, ``play_n`` of them.
        deck, discard: number of cards there. top: the known top cards of the deck, the topmost last.
        fog: cards of the deck, the hand or the discard pile whose place the log does not reveal.
        fog_hand: number of cards of the hand that are in the fog.
        pool: cards of which ``pool_in`` are in the hand and the rest was discarded (all in hand: the usual case).
        known: the certain cards of the discard pile.
    """

    __slots__ = (
        "deck", "discard", "fog", "fog_hand", "known", "own", "play", "play_n", "pool", "pool_in", "pool_n", "top",
    )  # fmt: skip

    def __init__(self) -> None:
        self.own = list(cards.STARTING_DECK)
        self.fog = list(cards.STARTING_DECK)
        self.deck, self.discard, self.fog_hand = 10, 0, 0
        self.top: list[int] = []
        self.pool, self.known, self.play = [0] * cards.COUNT, [0] * cards.COUNT, [0] * cards.COUNT
        self.pool_n = self.pool_in = self.play_n = 0
        self.draw(HAND_SIZE)

    @property
    def hand(self) -> int:
        """Number of cards in the hand."""
        return self.pool_in + self.fog_hand

    def available(self, wanted: int) -> int:
        """Return how many of ``wanted`` cards can be drawn or revealed.

        Source: rulebook, drawing with a short deck (D-05).
        """
        return min(wanted, self.deck + self.discard)

    def must_shuffle(self, wanted: int) -> bool:
        """Return whether drawing ``wanted`` cards requires a reshuffle (D-05, D-06)."""
        return self.deck < wanted and self.discard > 0

    def draw(self, wanted: int) -> None:
        """Draw up to ``wanted`` cards, unseen, into the hand."""
        first = min(wanted, self.deck)
        self._draw(first)
        rest = min(wanted - first, self.discard)
        if rest:
            self.shuffle()
            self._draw(rest)

    def _draw(self, count: int) -> None:
        while count and self.top:
            self._into_pool(self.top.pop())
            self.deck -= 1
            count -= 1
        if count and count == self.deck and not self.fog_hand and not self._fog_discard():
            # The complete rest of the deck is drawn and the fog is nowhere else: all of its cards are now in the hand.
            for code, copies in enumerate(self.fog):
                self.pool[code] += copies
            self.fog = [0] * cards.COUNT
            self.pool_n += count
            self.pool_in += count
        else:
            self.fog_hand += count
        self.deck -= count

    def _into_pool(self, code: int) -> None:
        self.pool[code] += 1
        self.pool_n += 1
        self.pool_in += 1

    def _fog_discard(self) -> int:
        return self.discard - sum(self.known) - (self.pool_n - self.pool_in)

    def _pool_to_fog(self) -> None:
        if self.pool_n:
            for code, copies in enumerate(self.pool):
                self.fog[code] += copies
            self.pool = [0] * cards.COUNT
            self.fog_hand += self.pool_in
            self.pool_n = self.pool_in = 0

    def shuffle(self) -> None:
        """Turn the discard pile into the deck; the rest of the old deck stays on top of it, unseen."""
        if self.pool_in < self.pool_n:
            self._pool_to_fog()
        for code, copies in enumerate(self.known):
            self.fog[code] += copies
        self.known = [0] * cards.COUNT
        self.deck += self.discard
        self.discard = 0

    def name_hand(self, named: Counted) -> bool:
        """Set the hand to exactly ``named``, following the log in any case; return false if that is impossible."""
        wanted = [0] * cards.COUNT
        for code, copies in named:
            wanted[code] += copies
        possible = total(named) == self.hand
        if possible and self.pool_in < self.pool_n:
            self._pool_to_fog()
        if possible:
            for code in cards.CODES:
                rest = wanted[code] - self.pool[code]
                if rest < 0 or rest > self.fog[code]:
                    possible = False
                    break
        if not possible:
            self.forget()
            return False
        for code in cards.CODES:
            self.fog[code] -= wanted[code] - self.pool[code]
        self.pool, self.pool_n, self.pool_in, self.fog_hand = wanted, total(named), total(named), 0
        return True

    def forget(self) -> None:
        """Move every card that is not in play to the fog: recovery after a contradiction."""
        self.fog = [owned - played for owned, played in zip(self.own, self.play, strict=True)]
        self.fog_hand = self.hand
        self.pool, self.known, self.top = [0] * cards.COUNT, [0] * cards.COUNT, []
        self.pool_n = self.pool_in = 0

    def from_hand(self, code: int) -> bool:
        """Take one card out of the hand, still owned; return false and move nothing if the hand cannot hold it."""
        if self.pool[code] > 0 and self.pool_in > 0:
            if self.pool_in == self.pool_n or not self.fog_hand or not self.fog[code]:
                self.pool[code] -= 1
                self.pool_n -= 1
                self.pool_in -= 1
                return True
            self._pool_to_fog()
        if self.fog[code] > 0 and self.fog_hand > 0:
            self.fog[code] -= 1
            self.fog_hand -= 1
            return True
        return False

    def may_hold(self, code: int) -> bool:
        """Return whether the hand may contain this card."""
        return bool((self.pool[code] and self.pool_in) or (self.fog[code] > 0 and self.fog_hand > 0))

    def holds(self, kind: tuple[bool, ...]) -> bool:
        """Return whether a card of this kind (a table of ``cards``) is certainly in the hand."""
        return self.pool_in == self.pool_n and any(copies and kind[code] for code, copies in enumerate(self.pool))

    def reveal(self, named: Counted) -> bool:
        """Take cards off the deck, reshuffling if it runs out; return false and move nothing if that is impossible."""
        left = [code for code, copies in named for _ in range(copies)]
        for done in range(len(left)):
            if not self.deck and self.discard:
                self.shuffle()
            if not self.deck:
                code = -1
            elif self.top:
                code = self.top.pop() if self.top[-1] in left else -1
            else:
                # Any order is valid: cards that the old deck does not hold come after the reshuffle.
                code = next((code for code in left if self.fog[code] > 0), -1)
                self.fog[code] -= code >= 0
            if code < 0:
                self.deck += done
                self.forget()
                return False
            left.remove(code)
            self.deck -= 1
        return True

    def force(self, code: int) -> bool:
        """Take a card from any zone, after :meth:`forget`; return false if the player does not own it."""
        self.forget()
        if self.fog[code] <= 0:
            return False
        self.fog[code] -= 1
        if self.fog_hand:
            self.fog_hand -= 1
        elif self.deck:
            self.deck -= 1
        else:
            self.discard -= 1
        return True

    def discard_unseen(self, count: int) -> None:
        """Discard ``count`` cards of the hand that the log does not name."""
        if self.fog_hand:
            self._pool_to_fog()
            self.fog_hand -= count
        else:
            self.pool_in -= count
        self.discard += count

    def to_discard(self, code: int) -> None:
        """Put a card seen by all on the discard pile."""
        self.known[code] += 1
        self.discard += 1

    def to_deck(self, code: int) -> None:
        """Put a card seen by all onto the deck."""
        self.top.append(code)
        self.deck += 1

    def to_hand(self, code: int) -> None:
        """Put a card seen by all into the hand."""
        self._into_pool(code)

    def to_play(self, code: int) -> None:
        """Put a card into play."""
        self.play[code] += 1
        self.play_n += 1

    def dump_deck(self) -> None:
        """Put the complete deck into the discard pile, unseen (Chancellor)."""
        for code in self.top:
            self.known[code] += 1
        self.top = []
        self.discard += self.deck
        self.deck = 0

    def clean_up(self) -> None:
        """Discard everything in play and in the hand. Source: rulebook, clean-up (D-13)."""
        self.discard += self.play_n + self.hand
        for code in cards.CODES:
            self.known[code] += self.play[code] + self.pool[code]
        self.play, self.pool = [0] * cards.COUNT, [0] * cards.COUNT
        self.play_n = self.pool_n = self.pool_in = self.fog_hand = 0
