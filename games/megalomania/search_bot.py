"""Bot that tries its options: it deals what it cannot see anew and plays the round to its end, several times for each.

The rest of the round is played by the mission bot in every seat. An option's value is the points of the own side in the
round less a share of the others', in the mean over the deals; all options are tried on the same deals. Questions that
are asked while cards lie between two hands are answered by the mission bot itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..chance import carry_chance
from ..decision import Decision, Watching, admit
from ..options import Option
from . import hidden, powers, rounds, scrolls, tricks
from .mission_bot import MissionBot
from .state import Table

#: How often every option is tried.
DEALS: Final = 12
#: Share of the others' points that counts against the own ones.
AGAINST: Final = 0.5
#: What holding a scroll is worth: two points at the end for one, and its use.
SCROLL_VALUE: Final = 1.0
#: Numbers of cubes tried on a card that is not the last of its trick.
_SOME_CUBES: Final = (3, 6, 10)


class SearchBot:
    """A ``choose`` that tries its options on deals of its own: the same table and seed give the same answer.

    Arguments:
        seed: of its deals. deals: how many for each option.
    """

    def __init__(self, seed: str, deals: int = DEALS) -> None:
        self.seed, self.deals = seed, deals
        self.policy = MissionBot()

    def __call__(self, decision: Decision) -> int | Option:
        resume = _RESUMED.get(decision.kind)
        planned = self.policy(decision)
        if resume is None:
            return planned
        options = candidates(decision, planned)
        if len(options) == 1:
            return options[0]
        table: Table = decision.context
        values = [0.0] * len(options)
        for deal in range(self.deals):
            for place, option in enumerate(options):
                values[place] += self.tried(decision, option, f"{self.seed}/{table.step}/{deal}", resume)
        return options[values.index(max(values))]

    def tried(self, decision: Decision, option: int | Option, seed: str, resume: Callable[[Table, int], None]) -> float:
        """Return what the round brings when the question is answered with the option, on one deal."""
        answers = [option]

        def choose(later_decision: Decision) -> int | Option:
            return answers.pop() if answers else self.policy(later_decision)

        table: Table = decision.context
        copy = table.copied(Watching(choose))
        hidden.redeal(Decision(decision.player, decision.kind, decision.options, copy), carry_chance(seed))
        resume(copy, decision.player)
        return value(copy, decision.player)


admit(SearchBot)


def value(table: Table, seat: int) -> float:
    """Return what a finished round is worth to a seat."""
    side = [each for each in range(table.players) if table.setup.pairs and (each - seat) % 2 == 0] or [seat]
    others = [each for each in range(table.players) if each not in side]

    def worth(each: int) -> float:
        return table.scores[each][-1] + table.rewards[each] + SCROLL_VALUE * min(len(table.held[each]), 3)

    mine = sum(worth(each) for each in side) / len(side)
    return mine - AGAINST * sum(worth(each) for each in others) / len(others)


# --- the options that are tried ---------------------------------------------------------------------------------------


def candidates(decision: Decision, planned: int | Option) -> Sequence[int | Option]:
    """Return the options worth trying, the planned one first."""
    options: Sequence[int | Option] = decision.options
    if decision.kind == "window":
        table: Table = decision.context
        tried = {powers.cubes(change) for change in _cubes(table, decision.player)}
        options = [each for each in options if isinstance(each, int) or each.act != "cubes" or each in tried]
    return [planned, *(option for option in options if option != planned)]


def _cubes(table: Table, seat: int) -> set[int]:
    """Return the changes by cubes worth trying: the fewest that turn the trick; some, while others follow."""
    trick = table.trick
    assert trick is not None, "a window stands in a trick"
    cubes_tried: set[int] = set()
    before, now = trick.values[-1], tricks.winner(trick) == seat
    for sign in (1, -1):
        for count in range(1, table.cubes[seat] + 1):
            trick.values[-1] = before + sign * count
            if (tricks.winner(trick) == seat) != now:
                cubes_tried.add(sign * count)
                break
    trick.values[-1] = before
    if trick.waiting:
        cubes_tried.update(_SOME_CUBES)
    return cubes_tried


# --- where the rules go on --------------------------------------------------------------------------------------------


def _from_scroll(table: Table, seat: int) -> None:
    order = table.clockwise(table.left_of_dealer)
    scrolls.window_of(table, order[list(order).index(seat) :])
    rounds.from_resources(table)


def _from_resources(table: Table, seat: int) -> None:
    rounds.from_resources(table)


def _from_card(table: Table, seat: int) -> None:
    assert table.trick is not None, "a card is played into a trick"
    tricks.play_card(table, table.trick, seat)
    _to_the_end(table)


def _from_window(table: Table, seat: int) -> None:
    assert table.trick is not None, "a window stands in a trick"
    tricks.follow_up(table, table.trick, seat)
    _to_the_end(table)


def _to_the_end(table: Table) -> None:
    assert table.trick is not None, "the trick in progress"
    tricks.play_from(table, tricks.finish(table, table.trick))
    rounds.score(table)


_RESUMED: Final[dict[str, Callable[[Table, int], None]]] = {
    "scroll": _from_scroll,
    "resources": _from_resources,
    "play": _from_card,
    "window": _from_window,
}
