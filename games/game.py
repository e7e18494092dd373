"""A game is a function of its choices: ``play(setup, chance, choose) -> Outcome``.

``chance`` answers every random question, ``choose`` every decision of every player. A bot is a ``choose``; a replay
is a ``choose`` and a ``chance`` that read a record; the next decision of an unfinished game is a replay that runs
out of choices and raises :class:`Pending`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from .decision import Choose, Decision


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

    def message(self, language: str) -> str:
        """The sentence in ``"it"`` or ``"en"``; in English where there is no other."""
        return str(self)


class BadSetup(GameError):
    """The game cannot be set up as asked: what, where and what would be right is in the message's params."""


__all__ = [
    "BadSetup",
    "BotMaker",
    "Chance",
    "Check",
    "Choose",
    "Criterion",
    "Decision",
    "Game",
    "GameError",
    "IllegalChoice",
    "Outcome",
    "Pending",
    "UnknownName",
]

#: An error names all that is known up to this many names.
LISTED_NAMES = 12


class UnknownName(GameError):
    """A game, a bot or an option that does not exist.

    Arguments:
        what: what was looked for, e.g. ``"game"``.
        name: what was written.
        known: every name that would have been right.
    """

    def __init__(self, what: str, name: object, known: Sequence[str]) -> None:
        super().__init__(what, name, tuple(known))
        self.what, self.name, self.known = what, name, tuple(known)

    @property
    def nearest(self) -> str | None:
        """The right name that looks most like the wrong one, or None."""
        close = get_close_matches(str(self.name), self.known, n=1, cutoff=0.4)
        return close[0] if close else None

    def __str__(self) -> str:
        hint = f"did you mean {self.nearest!r}? " if self.nearest else ""
        listed = f"known: {', '.join(self.known)}" if len(self.known) <= LISTED_NAMES else ""
        return f"no {self.what} is called {self.name!r}; {hint}{listed}".rstrip("; ")


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
        chain: what decides the places of this sheet, where it is not the game's own chain.
    """

    findings: tuple[Any, ...]
    rows: tuple[dict[str, int | None], ...]
    sheet: dict[str, Any]
    chain: tuple[Criterion, ...] = ()


#: Makes the bot of one seat for one game from a seed of its own; a bot without luck ignores the seed.
BotMaker = Callable[[str], Choose]


class Game(Protocol):
    """What a game's package shows to the registry, and all that the rest of the project knows of a game.

    ``names`` holds the display name per language, ``players`` the numbers of players, ``chain`` the tie-break chain at
    a table, ``bots`` the makers by name, ``default_bot`` the bot of a seat for which none is named.
    """

    slug: str
    names: dict[str, str]
    players: range
    chain: Sequence[Criterion]
    bots: Mapping[str, BotMaker]
    default_bot: str

    def setup(self, players: int, options: Mapping[str, Any], seed: str = "") -> Any:
        """The set-up for ``players`` players from JSON-like options; ``seed`` draws what the options leave to luck.

        Raises:
            BadSetup: an unknown option, card or number of players.
        """

    def setup_data(self, setup: Any) -> dict[str, Any]:
        """The set-up as the options that make exactly the same one again: the ``setup`` of a record."""

    def play(self, setup: Any, chance: Chance, choose: Choose) -> Outcome:
        """One whole game."""

    def show(self, decision: Decision, option: Any) -> Any:
        """An option as it is written in a record: a code name, a number or a list of such."""

    def read(self, decision: Decision, value: Any) -> Any:
        """The option that a record's value means here; a value that means no legal option comes back as it is."""

    def describe(self, decision: Decision) -> str:
        """What the player asked sees, in one line of a transcript; may be empty."""

    def bot(self, name: str) -> BotMaker:
        """The maker of the bot called ``name``; knows the names with a parameter, too.

        Raises:
            UnknownName: with the nearest name.
        """

    def check(self, sheet: dict[str, Any], *, players: int) -> Check:
        """Everything that is wrong or doubtful in a score sheet's ``sheet``."""

    def sentence(self, finding: Any, lang: str) -> str:
        """The sentence of one of ``check``'s findings, in ``"it"`` or ``"en"``."""
