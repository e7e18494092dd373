"""A game is a function of its choices: ``play(setup, chance, choose) -> Outcome``.

``chance`` answers every random question, ``choose`` every decision of every player. A bot is a ``choose``; a replay
is a ``choose`` and a ``chance`` that read a record; the next decision of an unfinished game is a replay that runs
out of choices and raises :class:`Pending`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one player, with every legal answer.

    Arguments:
        player: the seat asked, from 0.
        kind: what is asked, in the game's own words, e.g. ``"buy"`` or ``"moat"``.
        options: every legal option, each once, in a fixed order; never empty.
        context: what the question is about (the card that asks, the player it is about), for bots and for people.
    """

    player: int
    kind: str
    options: tuple[Any, ...]
    context: Any = None


Choose = Callable[[Decision], Any]


class Chance(Protocol):
    """The only source of luck of a game."""

    def shuffle(self, items: list[Any]) -> None:
        """Puts ``items`` into a random order, in place."""

    def pick(self, count: int) -> int:
        """A whole number from 0 to ``count`` - 1, each equally likely."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Arguments:
        players: how many seats.
        places: the place of each seat, from 1; equal places only where the game's own rules share them.
        scores: the points of each seat.
        turns: turns (or rounds) completed by each seat.
        end: why the game ended, in the game's own words.
        sheet: the outcome as the ``sheet`` of a ``score-sheet/1`` file, so that ``check`` can be asked about it.
    """

    players: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    turns: tuple[int, ...]
    end: str
    sheet: dict[str, Any]


class GameError(Exception):
    """Everything that can go wrong in a game through its input: UnknownGame, BadSetup, IllegalChoice, Pending."""


class BadSetup(GameError):
    """The game cannot be set up as asked: what, where and what would be right is in the message's params."""


class IllegalChoice(GameError):
    """A recorded choice that the rules refuse.

    Arguments:
        step: the number of the choice in the record, from 0.
        decision: what was asked.
        choice: what the record answers.
    """

    def __init__(self, step: int, decision: Decision, choice: Any) -> None:
        super().__init__(step, decision, choice)
        self.step, self.decision, self.choice = step, decision, choice

    def __str__(self) -> str:
        legal = ", ".join(map(str, self.decision.options))
        return (
            f"choice {self.step}: player {self.decision.player + 1} was asked {self.decision.kind!r} and "
            f"answered {self.choice!r}; legal: {legal}"
        )


class Pending(GameError):
    """The record ends here: ``decision`` is the next to be answered."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


@dataclass(frozen=True, slots=True)
class Criterion:
    """One link of a game's tie-break chain at a table.

    Arguments:
        name: the row's field, e.g. ``"turns"``; also the ``decided_by`` of a place.
        fewer_is_better: whether the smaller value ranks first.
    """

    name: str
    fewer_is_better: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """What an engine says of a score sheet.

    Arguments:
        findings: everything found, errors and warnings.
        rows: per seat in playing order, the values of the game's chain (``{"points": 33, "turns": 18, ...,
            "lot": None}``), completed as far as the sheet allows (a deck gives all the numbers); a value is None
            where the sheet does not say it.
        sheet: the sheet in canonical form: code names, and every number that follows from another filled in.
    """

    findings: tuple[Any, ...]
    rows: tuple[dict[str, int | None], ...]
    sheet: dict[str, Any]


class Game(Protocol):
    """What a game's package shows to the registry, and all that the rest of the project knows of a game."""

    slug: str
    names: dict[str, str]
    players: range
    chain: Sequence[Criterion]
    bots: dict[str, Any]

    def play(self, setup: Any, chance: Chance, choose: Choose) -> Outcome: ...

    def check(self, sheet: dict[str, Any], *, players: int) -> Check: ...
