"""Interface for programs that play: a game as a state with questions and answers, in plain data.

``new_game`` starts any game of the registry; :class:`GameState` says who decides, what is legal and what a seat may
see, and takes the next answer. Options and observations are JSON data, detached from the game: whoever holds an
observation holds nothing else. The rules run as everywhere, and the state is kept as a record of the game.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Thread
from typing import Any

from . import record, registry, runner
from .chance import carry_chance
from .decision import Watching
from .game import Decision, Game, IllegalChoice, Outcome
from .record import Record, RecordError


class _Abandoned(BaseException):
    """Nobody asks for this game any more. Not an Exception, so that no rule catches it."""


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception


class _Rules:
    """The rules of one game, run in a thread of their own: they wait for the answer to every question.

    A game is one function that calls ``choose``; a thread lets it stop in the middle without playing again from the
    beginning at every answer.
    """

    def __init__(self, game: Game, state_record: Record) -> None:
        self._game, self._record = game, state_record
        self._questions: SimpleQueue[Decision | Outcome | _Failure] = SimpleQueue()
        self.answers: SimpleQueue[Any] = SimpleQueue()

    def start(self) -> Decision | Outcome:
        """Play the choices of the record and return what follows."""
        Thread(target=self._run, daemon=True, name=f"rules of {self._game.slug}").start()
        return self.next()

    def next(self) -> Decision | Outcome:
        """Return the next question or the outcome. Raises what the rules raise."""
        event = self._questions.get()
        if isinstance(event, _Failure):
            raise event.error
        return event

    def _run(self) -> None:
        setup = self._game.setup(len(self._record.players), self._record.setup)
        replayer = runner.Replayer(self._game, self._record.choices)

        def choose(decision: Decision) -> Any:
            if replayer.used < len(self._record.choices):
                return replayer(decision)
            self._questions.put(decision)
            answer = self.answers.get()
            if answer is _Abandoned:
                raise _Abandoned
            return answer

        try:
            self._questions.put(self._game.play(setup, runner.chance_from_record(self._record), Watching(choose)))
        except _Abandoned:
            return
        except Exception as error:  # noqa: BLE001  # raised again where the program asks
            self._questions.put(_Failure(error))


class GameState:
    """A game in progress, for a program.

    Its rules begin to run with the first question to it. A state that is no longer referenced ends them.

    Arguments:
        state_record: the game so far.
    """

    def __init__(self, state_record: Record) -> None:
        self._game = registry.get(state_record.game)
        self._begun = state_record
        self._choices = list(state_record.choices)
        self._rules: _Rules | None = None
        self._position: Decision | Outcome | None = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self._begun.players)

    @property
    def to_move(self) -> int | None:
        """The seat that decides, from 0; None when the game is over."""
        position = self._reached()
        return position.player if isinstance(position, Decision) else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a game that is over, with its score sheet."""
        position = self._reached()
        return position if isinstance(position, Outcome) else None

    def legal_options(self) -> tuple[Any, ...]:
        """Return every legal option of the seat that decides, as a record writes it; none when the game is over."""
        position = self._reached()
        if isinstance(position, Outcome):
            return ()
        return tuple(self._game.show(position, option) for option in position.options)

    def apply(self, option: Any) -> None:
        """Answer the open question with one of the legal options.

        Raises:
            IllegalChoice: it is not one. RecordError: the game is over.
        """
        position = self._reached()
        if isinstance(position, Outcome):
            raise RecordError(f"choices[{len(self._choices)}]", "the game is over", "la partita è finita")
        choice = self._game.read(position, option)
        if choice not in position.options:
            raise IllegalChoice(len(self._choices), position.with_options(self.legal_options()), option)
        self._choices.append(self._game.show(position, choice))
        assert self._rules is not None
        self._rules.answers.put(choice)
        self._position = self._rules.next()

    def observation(self, seat: int) -> dict[str, Any]:
        """Return what a seat may see: its own cards, what lies open, and the numbers of the rest.

        The seat that decides also sees its question. When the game is over everybody sees the sheet.

        Raises:
            IndexError: no such seat.
        """
        if seat not in range(self.players):
            raise IndexError(f"seat {seat}: the game has the seats 0 to {self.players - 1}")
        position = self._reached()
        if isinstance(position, Outcome):
            return {"seat": seat, "to_move": None, "sheet": position.sheet}
        seen = {"seat": seat, "to_move": position.player, **self._game.observe(position, seat)}
        if seat == position.player:
            seen["question"] = {"kind": position.kind, "options": list(self.legal_options())}
        return seen

    def returns(self) -> tuple[float, ...] | None:
        """Return each seat's share of the victory: 1 for a winner alone, 0 for who has not won; None before the end."""
        outcome = self.outcome
        if outcome is None:
            return None
        winners = max(1, outcome.places.count(1))
        return tuple((place == 1) / winners for place in outcome.places)

    def clone(self) -> GameState:
        """Return a state of its own at the same point. Its shuffles to come are the same; see :meth:`redealt`."""
        return GameState(self._record())

    def redealt(self, seed: str | int) -> GameState:
        """Return a copy in which everything that the deciding seat does not know is dealt anew: for a search.

        The seat's own observation is the same, and the shuffles to come follow from the seed. The copy has no record:
        it can be played on, but neither cloned nor serialized.

        Raises:
            RecordError: the game is over. Unsettled: cards lie chosen between two hands, in no zone of the table.
        """
        return _RedealtState(self._record(), seed)

    def serialize(self) -> str:
        """Return the game so far as the text of a ``game-record/1`` file.

        Raises:
            RecordError: the hidden cards were dealt anew.
        """
        return self._record().dumps()

    def _record(self) -> Record:
        return replace(self._begun, choices=tuple(self._choices))

    def _reached(self) -> Decision | Outcome:
        if self._position is None:
            self._rules = _Rules(self._game, self._record())
            weakref.finalize(self, self._rules.answers.put, _Abandoned)
            self._position = self._rules.start()
        return self._position


class _RedealtState(GameState):
    """A copy of a state whose hidden cards are dealt anew as soon as the rules have reached its point.

    Arguments:
        state_record: the game so far. seed: of the new deal and of the shuffles to come.
    """

    def __init__(self, state_record: Record, seed: str | int) -> None:
        super().__init__(state_record)
        self._is_redealt = False
        position = self._reached()
        if isinstance(position, Outcome):
            raise RecordError(f"choices[{len(state_record.choices)}]", "the game is over", "la partita è finita")
        self._game.redeal(position, carry_chance(seed))
        self._is_redealt = True

    def _record(self) -> Record:
        if self._is_redealt:
            raise RecordError(
                "",
                "the hidden cards were dealt anew: no record leads to this state",
                "le carte nascoste sono state ridistribuite: nessun registro porta qui",
            )
        return super()._record()


def new_game(
    game: str, players: int, options: Mapping[str, Any] | None = None, seed: str | int = "0", names: Sequence[str] = ()
) -> GameState:
    """Set up a game.

    Arguments:
        game: slug. players: number of seats. options: as the game's ``setup`` takes them.
        seed: the same seed gives the same shuffles. names: of the players, for the record; numbered seats without.

    Raises:
        UnknownName: no such game. BadSetup: an option or the number of players is wrong.
    """
    seats = tuple(names) or tuple(f"Seat {seat + 1}" for seat in range(players))
    if len(seats) != players:
        raise RecordError(
            "players", f"{len(seats)} names for {players} seats", f"{len(seats)} nomi per {players} sedie"
        )
    return GameState(runner.start(registry.get(game), seats, options or {}, seed))


def deserialize(text: str) -> GameState:
    """Return the state that :meth:`GameState.serialize` wrote, or that any game record holds.

    Raises:
        RecordError: not a record. UnknownName, BadSetup: no such game or set-up. IllegalChoice: at a choice in it.
    """
    state = GameState(record.loads(text))
    _ = state.to_move
    return state
