"""Value of an option: the game continued many times from what its player can know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import registry
from .chance import carry_chance
from .decision import Watching, put
from .game import Choose, Decision, Outcome
from .record import Record
from .runner import Replayer, chance_from_record


@dataclass(frozen=True, slots=True)
class Trial:
    """An option, and the share of the continued games that its player won; a shared victory counts in part."""

    option: Any
    won: float
    games: int


def continued(record: Record, option: Any, seed: str, bots: Sequence[Choose]) -> Outcome:
    """Answer the open question of a record, deal what its player does not know anew, and let bots play to the end.

    Arguments:
        option: in the record's notation. seed: of the new deal and the shuffles to come. bots: one for each seat.

    Raises:
        Unsettled: the position cannot be dealt anew.
    """
    game = registry.get(record.game)
    replayer = Replayer(game, record.choices)
    is_answered = False

    def choose(decision: Decision) -> Any:
        nonlocal is_answered
        if replayer.used < len(record.choices):
            return replayer(decision)
        if is_answered:
            return put(bots[decision.player], decision)
        is_answered = True
        game.redeal(decision, carry_chance(seed))
        return game.read(decision, option)

    return game.play(game.setup(len(record.players), record.setup), chance_from_record(record), Watching(choose))


def trials(record: Record, seat: int, options: Sequence[Any], games: int, bots: Sequence[Choose]) -> list[Trial]:
    """Return for each option how often its player wins the continued games, the best first.

    Every option is tried on the same deals, so that luck weighs on all of them alike.

    Arguments:
        seat: the player of the open question. games: for each option.
    """
    tried = []
    for option in options:
        won = 0.0
        for number in range(games):
            places = continued(record, option, f"trial/{number}", bots).places
            won += 1 / places.count(1) if places[seat] == 1 else 0
        tried.append(Trial(option, won / games, games))
    return sorted(tried, key=lambda trial: -trial.won)
