"""Bot that plays for the mission: it knows how many tricks are good for it, and which cards win them."""

from __future__ import annotations

from typing import Final

from ..decision import Decision, admit
from ..mypyc_shim import mypyc_attr
from ..options import Option
from . import missions, powers, resources, scrolls, tricks
from .cards import COLOUR, COUNT, DWARF, RANK, SORCERER
from .state import NO, NOBODY, YES, Table, Trick

#: Number of tricks to aim at where a mission wants one, and the number from which one more does no harm.
EXACT: Final = {1: 3, 13: 1, 14: 2}
ALWAYS: Final = frozenset((3, 4, 5, 8, 11, 15, 18, 19, 20, 22, 23))
NEVER: Final = frozenset((2, 6, 9, 10, 21, 24, 25))
#: Scrolls worth playing when tricks are wanted, when they are not wanted, and in any case, best first.
_FOR_TRICKS: Final = (12, 16, 10, 9, 15, 20, 14, 18)
_AGAINST_TRICKS: Final = (16, 14, 9, 15, 20, 18)
_ANYWAY: Final = (8, 3, 11, 9, 15, 16, 10, 12, 20, 14, 18, 7, 2, 1, 13, 4, 19, 6)
#: A number and a card as one number, which orders by the first and then by the second: number * _CARDS + card.
_CARDS: Final = COUNT


#: What the bot answers.
Answered = int | Option


def wants(mission: int, mine: int) -> bool:
    """Return whether one more trick is good, with ``mine`` taken."""
    if mission in ALWAYS or mission in NEVER:
        return mission in ALWAYS
    if mission in EXACT:
        return mine < EXACT[mission]
    if mission == 12:
        return mine % 2 == 1
    if mission == 16:
        return False
    if mission == 17:
        return mine >= 2
    return True


@mypyc_attr(allow_interpreted_subclasses=True)
class MissionBot:
    """A stateless ``choose``: it uses only what its player can see on the table."""

    def __call__(self, decision: Decision) -> Answered:  # noqa: C901  # one line a question, the frequent ones first
        kind = decision.kind
        table: Table = decision.context
        if kind == "play":
            return self.on_play(table, decision)
        if kind == "window":
            return self.on_window(table, decision)
        if kind == "resources":
            return self.on_resources(table, decision)
        if kind == "pass_card":
            return self.on_pass_card(table, decision)
        if kind == "scroll":
            return self.on_scroll(table, decision)
        if kind == "wait" or kind == "play_now" or kind == "steal":
            return self.on_yes_or_no(table, decision)
        if kind == "keep":
            return self.on_keep(table, decision)
        if kind == "copy":
            return self.on_copy(table, decision)
        if kind == "leader" or kind == "leads":
            return self.on_leader(table, decision)
        if kind == "dominant_colour":
            return self.on_dominant_colour(table, decision)
        if kind == "trick_more":
            return self.on_trick_more(table, decision)
        if kind == "two_resources":
            return self.on_two_resources(table, decision)
        first: Answered = decision.options[0]
        return first

    # --- Before the tricks ------------------------------------------------------------------------------------------

    def on_scroll(self, table: Table, decision: Decision) -> int:
        """Keep one scroll for the two points at the end, and play a suitable one of the others."""
        if len(table.held[decision.player]) < 2 and not (3 in decision.options and table.mission in (7, 8, 18)):
            return scrolls.PASS
        preferences = _FOR_TRICKS if wants(table.mission, 0) else _AGAINST_TRICKS
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
        options: tuple[int, ...] = decision.options
        return max(options, key=colours.count)

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
        options: tuple[int, ...] = decision.options
        return max(options, key=table.value_of.__getitem__)

    # --- The tricks -------------------------------------------------------------------------------------------------

    def on_play(self, table: Table, decision: Decision) -> int:
        """Return the cheapest winning card or the most expensive losing one, as the mission wants; pay no crystal."""
        trick = table.trick
        assert trick is not None, "a card is played into a trick"
        options: tuple[int, ...] = decision.options
        if decision.options[-1] in tricks.WITH_CRYSTAL:
            options = tuple([card for card in decision.options if isinstance(card, int)])
        ranked = _ranked(table, trick, options)
        wants_trick = self.wish(table, decision.player)
        if not trick.cards:
            return max(ranked) % _CARDS if wants_trick else max(_weakest(ranked)) % _CARDS
        beat = (_strength_to_beat(trick) + 1) * _CARDS
        if wants_trick:
            winning = [each for each in ranked if each >= beat]
            if winning:
                last = len(trick.cards) == table.players - 1
                return min(winning) % _CARDS if last else max(winning) % _CARDS
        else:
            value_of = table.value_of
            losing = [value_of[each % _CARDS] * _CARDS + each % _CARDS for each in ranked if each < beat]
            if losing:
                return max(losing) % _CARDS
        return min(ranked) % _CARDS

    def wish(self, table: Table, seat: int) -> bool:
        """Return whether the bot wants the trick being played."""
        tricks_won = table.takers.count(seat)
        trick = table.trick
        cards = trick.cards if trick is not None else []
        if table.mission == 7:
            return sum(table.value_of[card] for card in cards) <= missions.LOW_TRICK - 4
        if table.mission == 19 and len(cards) == table.players - 1:
            return any(RANK[card] in (DWARF, SORCERER) for card in cards)
        if table.mission in (6, 9, 10) and len(cards) == table.players - 1:
            return False
        return wants(table.mission, tricks_won)

    def on_window(self, table: Table, decision: Decision) -> Option:
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
        most = table.cubes[seat]
        if not most or not self.turns(trick, seat, most if wants_trick else -most, wants_trick):
            return powers.DONE
        for count in range(1, most + 1):
            answer = powers.cubes(count if wants_trick else -count)
            if answer in decision.options and self.turns(trick, seat, count if wants_trick else -count, wants_trick):
                return answer
        return powers.DONE

    def turns(self, trick: Trick, seat: int, change: int, wants_trick: bool) -> bool:
        """Return whether cubes on the last card give the bot the trick that it wants, or rid it of the other."""
        trick.values[-1] += change
        won = tricks.winner(trick) == seat
        trick.values[-1] -= change
        return won == wants_trick

    def on_leader(self, table: Table, decision: Decision) -> int:
        """Return the bot itself for the whole round, or if it wants the next trick; else the next player."""
        if decision.kind == "leads" or self.wish(table, decision.player):
            return decision.player
        return (decision.player + 1) % table.players

    def on_yes_or_no(self, table: Table, decision: Decision) -> int:
        """Wait: playing last means full information. Steal a trick that is wanted. Keep the only scroll: two points."""
        if decision.kind == "wait":
            return YES
        if decision.kind == "steal":
            return YES if self.wish(table, decision.player) else NO
        return NO if len(table.held[decision.player]) < 2 else YES

    def on_trick_more(self, table: Table, decision: Decision) -> int:
        """Return the number with which the mission pays most."""
        tricks_now = table.tricks_taken()
        seat = decision.player

        def points(change: int) -> int:
            changed = list(tricks_now)
            changed[seat] += change
            if table.mission not in missions.MET_BY_TRICKS:
                return 0
            met = missions.met_by_tricks(table.mission, changed)
            return met[seat] * table.pack.points[table.mission]

        options: tuple[int, ...] = decision.options
        return max(options, key=lambda change: (points(change), -abs(change)))


admit(MissionBot)


def _ranked(table: Table, trick: Trick, cards: tuple[int, ...]) -> list[int]:
    """Return each card with its strength in the trick before it: dominant before lead colour before the rest."""
    trump, lead, value_of = trick.trump, trick.lead, table.value_of
    ranked: list[int] = []
    for card in cards:
        colour = COLOUR[card]
        level = 200 if colour == trump else 100 if lead == NOBODY or colour == lead else 0
        ranked.append((level + value_of[card]) * _CARDS + card)
    return ranked


def _weakest(ranked: list[int]) -> list[int]:
    """Return the cards of the least strength."""
    least = min(ranked) // _CARDS
    return [each for each in ranked if each // _CARDS == least]


def _strength_to_beat(trick: Trick) -> int:
    """Return the strength of the strongest card so far."""
    trump, lead = trick.trump, trick.lead
    strengths: list[int] = []
    for index, colour in enumerate(trick.colours):
        level = 200 if colour == trump and not trick.dead[index] else 100 if colour == lead else 0
        strengths.append(level + trick.values[index])
    return max(strengths)
