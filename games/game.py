"""A game is a function of its choices: ``play(setup, chance, choose) -> Outcome``.

``chance`` answers every random question, ``choose`` every decision of every player. A bot is a ``choose``; a replay
is a ``choose`` and a ``chance`` that read a record; the next decision of an unfinished game is found by a replay that
runs out of choices and raises :class:`Pending`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from .decision import Choose, Decision
from .sheet_form import SheetForm


class Chance(Protocol):
    """The only source of randomness of a game."""

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle ``items`` in place."""

    def pick(self, count: int) -> int:
        """Return a uniformly distributed integer from 0 to ``count`` - 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a finished game.

    Arguments:
        players: number of seats.
        places: the place of each seat, from 1; equal places only where the game's own rules share them.
        scores: the points of each seat.
        turns: turns (or rounds) completed by each seat.
        end: why the game ended, in the game's own terms.
        sheet: the outcome as the ``sheet`` of a ``score-sheet/1`` file, ready to be passed to ``check``.
    """

    players: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    turns: tuple[int, ...]
    end: str
    sheet: dict[str, Any]


class GameError(Exception):
    """Base class of all errors in a game's input, e.g. BadSetup, UnknownName, IllegalChoice and Pending."""

    #: Stands for the error where a program reads it.
    code: str = "unreadable"

    def message(self, language: str) -> str:
        """Return the error message in ``"it"`` or ``"en"``; the English one if there is no translation."""
        return str(self)


class BadSetup(GameError):
    """The requested set-up is invalid.

    Arguments:
        problem, problem_it: what is wrong, where, and what would be valid, in English and in Italian.
    """

    def __init__(self, problem: str, problem_it: str) -> None:
        super().__init__(problem, problem_it)
        self.problem, self.problem_it = problem, problem_it

    def message(self, language: str) -> str:
        return self.problem_it if language == "it" else self.problem

    def __str__(self) -> str:
        return self.message("en")


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
    "Unsettled",
]

#: An error message lists all valid names up to this many.
LISTED_NAMES = 12


class UnknownName(GameError):
    """A game, a bot or an option that does not exist.

    Arguments:
        what: the kind of thing looked up, e.g. ``"game"``.
        name: the name that was given.
        known: every valid name.
    """

    def __init__(self, what: str, name: object, known: Sequence[str]) -> None:
        super().__init__(what, name, tuple(known))
        self.what, self.name, self.known = what, name, tuple(known)

    @property
    def nearest(self) -> str | None:
        """The valid name most similar to the given one, or None."""
        close = get_close_matches(str(self.name), self.known, n=1, cutoff=0.4)
        return close[0] if close else None

    def __str__(self) -> str:
        hint = f"did you mean {self.nearest!r}? " if self.nearest else ""
        listed = f"known: {', '.join(self.known)}" if len(self.known) <= LISTED_NAMES else ""
        return f"no {self.what} is called {self.name!r}; {hint}{listed}".rstrip("; ")

    def message(self, language: str) -> str:
        if language != "it":
            return str(self)
        hint = f"forse {self.nearest!r}? " if self.nearest else ""
        listed = f"ci sono: {', '.join(self.known)}" if len(self.known) <= LISTED_NAMES else ""
        what = {"game": "gioco", "bot": "bot"}.get(self.what, self.what)
        return f"{self.name!r} non esiste ({what}); {hint}{listed}".rstrip("; ")


class IllegalChoice(GameError):
    """A recorded choice that is illegal under the rules.

    Arguments:
        step: the number of the choice in the record, from 0.
        decision: the question.
        choice: the answer in the record.
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

    def message(self, language: str) -> str:
        if language != "it":
            return str(self)
        legal = ", ".join(map(str, self.decision.options))
        return (
            f"scelta {self.step}: al giocatore {self.decision.player + 1} si è chiesto {self.decision.kind!r} e ha "
            f"risposto {self.choice!r}; si può: {legal}"
        )


class Pending(GameError):
    """The record ends here: ``decision`` is the next one to be answered."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


class Unsettled(GameError):
    """A position that cannot be dealt anew: cards lie chosen between two hands, in no zone of the table."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision

    def __str__(self) -> str:
        return f"cards lie between two hands at the question {self.decision.kind!r}: deal anew at another one"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion of a game's tie-break chain at a table.

    Arguments:
        name: the row's field, e.g. ``"turns"``; also the value of ``decided_by`` of a place.
        fewer_is_better: whether the smaller value ranks first.
    """

    name: str
    fewer_is_better: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Result of checking a score sheet.

    Arguments:
        findings: all errors and warnings.
        rows: per seat in playing order, the values of the game's chain (``{"points": 33, "turns": 18, ...,
            "lot": None}``), derived as far as the sheet allows (a deck determines all numbers); a value is None where
            the sheet does not determine it.
        sheet: the sheet in canonical form: code names, and every derivable number filled in.
        chain: the tie-break chain of this sheet, if it differs from the game's own.
    """

    findings: tuple[Any, ...]
    rows: tuple[dict[str, int | None], ...]
    sheet: dict[str, Any]
    chain: tuple[Criterion, ...] = ()


#: Makes the bot of one seat for one game from its own seed; a deterministic bot ignores the seed.
BotMaker = Callable[[str], Choose]


class Display(Protocol):
    """Interface of a game's module of labels for pages and papers."""

    def edition_of(self, language: str, card_names: str) -> str:
        """Return the name set for a language (``"it"`` or ``"en"``) and the event's choice of card names."""

    def setup_cards(self, setup: Mapping[str, Any], edition: str) -> list[Any]:
        """Return the cards of a set-up, each a dataclass for the pages."""

    def paper(self, setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
        """Return the context of the printed score sheet."""

    def blank_paper(self, edition: str) -> dict[str, Any]:
        """Return the context of a printed score sheet for any set-up, to be filled in by hand."""

    def card_name(self, code: str, edition: str) -> str:
        """Return the display name of a card."""


class Transcript(Protocol):
    """Interface of a game's module that replays a record step by step."""

    def steps(self, record: Any, edition: str = ...) -> list[Any]:
        """Return the steps of a record. Raises GameError if a choice breaks the rules."""


class Game(Protocol):
    """Interface of a game's package towards the registry; the rest of the project knows nothing else of a game.

    ``names`` holds the display name per language, ``players`` the numbers of players, ``chain`` the tie-break chain at
    a table, ``bots`` the bot makers by name, ``default_bot`` the bot of a seat for which none is named.
    ``transcript`` is None in a game that has no such part.
    """

    slug: str
    names: dict[str, str]
    players: range
    default_bot: str

    @property
    def chain(self) -> Sequence[Criterion]: ...

    @property
    def bots(self) -> Mapping[str, BotMaker]: ...

    @property
    def display(self) -> Display: ...

    @property
    def form(self) -> SheetForm: ...

    @property
    def transcript(self) -> Transcript | None: ...

    def setup(self, players: int, options: Mapping[str, Any], seed: str = "") -> Any:
        """Return the set-up for ``players`` players from JSON-like options.

        ``seed`` draws whatever the options leave to chance.

        Raises:
            BadSetup: an unknown option, card or number of players.
        """

    def setup_data(self, setup: Any) -> dict[str, Any]:
        """Return the set-up as options that reproduce it exactly: the ``setup`` of a record."""

    def play(self, setup: Any, chance: Chance, choose: Choose) -> Outcome:
        """Play one complete game and return its outcome."""

    def show(self, decision: Decision, option: Any) -> Any:
        """Return an option in the notation of a record: a code name, a number or a list of these."""

    def read(self, decision: Decision, value: Any) -> Any:
        """Return the option that a recorded value denotes, or the value itself if it denotes no legal option."""

    def describe(self, decision: Decision) -> str:
        """Return a one-line description, for a transcript, of what the deciding player sees; may be empty."""

    def observe(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat may see while a question is open, as JSON data that holds nothing of the table itself.

        A view of the table serves for its own seat alone.
        """

    def redeal(self, decision: Decision, chance: Chance) -> None:
        """Deal anew, in the table of an open question, what its player does not know; ``chance`` shuffles from then on.

        Raises:
            Unsettled: not at this question.
        """

    def bot(self, name: str) -> BotMaker:
        """Return the maker of the bot called ``name``; names with a parameter are accepted, too.

        Raises:
            UnknownName: no such bot; carries the nearest name.
        """

    def check(self, sheet: dict[str, Any], *, players: int) -> Check:
        """Check a score sheet's ``sheet`` and return its errors and warnings."""

    def sentence(self, finding: Any, lang: str) -> str:
        """Return the message of one of ``check``'s findings, in ``"it"`` or ``"en"``."""
