"""Bot that plays for the mission: it knows how many tricks are good for it, and which cards win them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..decision import Decision
from . import missions, powers, resources, scrolls, tricks
from .cards import COLOUR, DWARF, RANK, SORCERER
from .state import NO, NOBODY, YES, Table, Trick

#: Number of tricks to aim at where a mission wants one, and the number from which one more does no harm.
EXACT: Final = {1: 3, 13: 1, 14: 2}
ALWAYS: Final = frozenset((3, 4, 5, 8, 11, 15, 18, 19, 20, 22, 23))
NEVER: Final = frozenset((2, 6, 9, 10, 21, 24, 25))
#: Scrolls worth playing when tricks are wanted, when they are not wanted, and in any case, best first.
_FOR_TRICKS: Final = (12, 16, 10, 9, 15, 20, 14, 18)
_AGAINST_TRICKS: Final = (16, 14, 9, 15, 20, 18)
_ANYWAY: Final = (8, 3, 11, 9, 15, 16, 10, 12, 20, 14, 18, 7, 2, 1, 13, 4, 19, 6)


def wants(mission: int, mine: int, left: int) -> bool:
    """Return whether one more trick is good, with ``mine`` taken and ``left`` tricks to come, including this one."""
    if mission in EXACT:
        return mine < EXACT[mission]
    if mission in ALWAYS or mission in NEVER:
        return mission in ALWAYS
    if mission == 12:
        return mine % 2 == 1
    if mission == 16:
        return False
    if mission == 17:
        return mine >= 2
    return True


def _options(decision: Decision) -> tuple[int, ...]:
    return decision.options


class MissionBot:
    """A stateless ``choose``: it uses only what its player can see on the table."""

    def __call__(self, decision: Decision) -> int:
        answer = getattr(self, f"on_{decision.kind}", None)
        choice: int = decision.options[0] if answer is None else answer(decision.context, decision)
        return choice

    # --- Before the tricks ------------------------------------------------------------------------------------------

    def on_scroll(self, table: Table, decision: Decision) -> int:
        """Keep one scroll for the two points at the end, and play a suitable one of the others."""
        if len(table.held[decision.player]) < 2 and not (3 in decision.options and table.mission in (7, 8, 18)):
            return scrolls.PASS
        preferences = _FOR_TRICKS if wants(table.mission, 0, 8) else _AGAINST_TRICKS
        return next((scroll for scroll in (*preferences, *_ANYWAY) if scroll in decision.options), scrolls.PASS)

    def on_keep(self, table: Table, decision: Decision) -> int:
        """Return the scroll with the most points."""
        return next(scroll for scroll in (17, 5, *_ANYWAY) if scroll in decision.options)

    def on_copy(self, table: Table, decision: Decision) -> int:
        """Return the best of the scrolls already played."""
        return next(scroll for scroll in _ANYWAY if scroll in decision.options)

    def on_dominant_colour(self, table: Table, decision: Decision) -> int:
        """Return the colour of which the bot holds most, or fewest."""
        colours = [COLOUR[card] for card in table.unplayed(decision.player)]
        return max(_options(decision), key=colours.count)

    def on_leads(self, table: Table, decision: Decision) -> int:
        """Return the bot's own seat."""
        return decision.player

    def on_resources(self, table: Table, decision: Decision) -> int:
        """Return a scroll while the bot holds none; then cubes, which decide tricks when one plays late."""
        if resources.SCROLL in decision.options and not table.held[decision.player] and table.round <= 10:
            return resources.SCROLL
        return 1

    def on_two_resources(self, table: Table, decision: Decision) -> int:
        """Return a crystal and fifteen cubes."""
        return 2

    def on_pass_card(self, table: Table, decision: Decision) -> int:
        """Return the most valuable card: mission 25 costs a point per trick."""
        return max(_options(decision), key=lambda card: table.value_of[card])

    # --- The tricks -------------------------------------------------------------------------------------------------

    def on_play(self, table: Table, decision: Decision) -> int:
        """Return the cheapest winning card or the most expensive losing one, as the mission wants; pay no crystal."""
        trick = table.trick
        assert trick is not None, "a card is played into a trick"
        seat = decision.player
        options = [card for card in _options(decision) if card < tricks.WITH_CRYSTAL] or list(decision.options)
        strength = {card: _strength(table, trick, card % tricks.WITH_CRYSTAL) for card in options}
        wants_trick = self.wish(table, seat)
        if not trick.cards:
            return max(options, key=lambda card: (strength[card] if wants_trick else -strength[card], card))
        beat = _strength_to_beat(table, trick)
        winning = [card for card in options if strength[card] > beat]
        losing = [card for card in options if strength[card] <= beat]
        last = len(trick.cards) == table.players - 1
        if wants_trick and winning:
            return (min if last else max)(winning, key=lambda card: (strength[card], card))
        if not wants_trick and losing:
            return max(losing, key=lambda card: (table.value_of[card % tricks.WITH_CRYSTAL], card))
        return min(options, key=lambda card: (strength[card], card))

    def wish(self, table: Table, seat: int) -> bool:
        """Return whether the bot wants the trick being played."""
        tricks_won = table.takers.count(seat)
        left = table.pack.tricks[table.mission] - len(table.tricks)
        trick = table.trick
        cards = trick.cards if trick is not None else []
        if table.mission == 7:
            return sum(table.value_of[card] for card in cards) <= missions.LOW_TRICK - 4
        if table.mission == 19 and len(cards) == table.players - 1:
            return any(RANK[card] in (DWARF, SORCERER) for card in cards)
        if table.mission in (6, 9, 10) and len(cards) == table.players - 1:
            return False
        return wants(table.mission, tricks_won, left)

    def on_window(self, table: Table, decision: Decision) -> int:
        """Return the cubes that turn the trick, if the bot plays last; scroll 16 if the trick goes the wrong way."""
        trick = table.trick
        assert trick is not None, "a window stands in a trick"
        seat = decision.player
        if len(trick.cards) < table.players:
            return powers.DONE
        wants_trick, won = self.wish(table, seat), tricks.winner(trick) == seat
        if wants_trick == won:
            return powers.DONE
        for option in (powers.WIN, powers.DUCK):
            if option in decision.options and (option == powers.WIN) == wants_trick:
                return option
        before = trick.values[-1]
        for count in range(1, table.cubes[seat] + 1):
            change = count if wants_trick else -count
            trick.values[-1] = before + change
            turned = (tricks.winner(trick) == seat) == wants_trick
            trick.values[-1] = before
            answer = powers.CUBES + count if wants_trick else -count
            if turned and answer in decision.options:
                return answer
        return powers.DONE

    def on_leader(self, table: Table, decision: Decision) -> int:
        """Return the bot itself if it wants tricks, else the next player."""
        wants_trick = self.wish(table, decision.player)
        return decision.player if wants_trick else (decision.player + 1) % table.players

    def on_steal(self, table: Table, decision: Decision) -> int:
        """Return whether to steal a trick: yes if the bot wants it."""
        return YES if self.wish(table, decision.player) else NO

    def on_wait(self, table: Table, decision: Decision) -> int:
        """Return YES: playing last means full information."""
        return YES

    def on_play_now(self, table: Table, decision: Decision) -> int:
        """Return NO for the only scroll held: it is worth two points at the end."""
        return NO if len(table.held[decision.player]) < 2 else YES

    def on_trick_more(self, table: Table, decision: Decision) -> int:
        """Return the number with which the mission pays most."""
        tricks_now = table.tricks_taken()
        seat = decision.player

        def points(change: int) -> int:
            changed = list(tricks_now)
            changed[seat] += change
            met = missions.MET_BY_TRICKS.get(table.mission)
            return int(met(changed)[seat]) * table.pack.points[table.mission] if met else 0

        return max(_options(decision), key=lambda change: (points(change), -abs(change)))


def _strength(table: Table, trick: Trick, card: int) -> int:
    """Return a number that orders cards in a trick: dominant before lead colour before the rest."""
    colour, value = COLOUR[card], table.value_of[card]
    if colour == trick.trump:
        return 200 + value
    return 100 + value if trick.lead in (NOBODY, colour) else value


def _strength_to_beat(table: Table, trick: Trick) -> int:
    """Return the strength of the card that wins so far."""
    strengths: Sequence[int] = [
        (200 if colour == trick.trump and not dead else 100 if colour == trick.lead else 0) + value
        for colour, dead, value in zip(trick.colours, trick.dead, trick.values, strict=True)
    ]
    return max(strengths)
