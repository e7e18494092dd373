"""Transcripts of a game from what its seats see: the steps of a record, with the events between two questions.

A game gives a :class:`StepDescriber`; Dominion has a transcript of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from . import registry, runner
from .decision import Watching
from .game import Decision, Game, Outcome, Pending
from .record import Record

#: A text per language code.
Words = dict[str, str]
#: An event: its text, and for a secret one the seat that reads it with the text of the others.
Event = tuple[Words, tuple[int, Words] | None]
#: What the first seat sees at one moment, and of each other seat what it alone sees.
Views = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """One choice, with what every seat saw when it was made.

    Arguments:
        number: of the choice in the record, from 0; the last step has the number of choices in the record.
        kind: the question; ``"end"`` for the last step of a finished game.
        seat: the deciding player, from 0; None at the end. active, turn: whose turn or which round it is.
        options, choice: in the record's notation; ``choice`` is None at the end and for an open question.
        points: of every seat. views: what the first seat sees, and of each other seat what it alone sees.
        before: what happened since the last choice; line: the choice as text; hidden: for each text of ``before`` the
            seat that alone may read it and what the others read, or None.
    """

    number: int
    kind: str
    seat: int | None
    active: int
    turn: int
    options: tuple[Any, ...]
    choice: Any
    points: tuple[int, ...]
    views: tuple[dict[str, Any], ...]
    before: tuple[Words, ...]
    hidden: tuple[tuple[int, Words] | None, ...]
    line: Words


class StepDescriber(Protocol):
    """Sentences of a game about its moments."""

    def moment(self, views: Views) -> tuple[int, int]:
        """Return the active seat and the number of its turn or of the round."""

    def own(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat sees besides what lies open: its own cards, and those of its question."""

    def points(self, table: Any) -> tuple[int, ...]:
        """Return the points of every seat."""

    def events(self, players: Sequence[str], before: Views | None, after: Views) -> list[Event]:
        """Return what happened between two moments; before is None at the beginning."""

    def line(self, players: Sequence[str], views: Views, decision: Decision, choice: Any) -> Words:
        """Return a choice as text."""


class _StepRecorder:
    def __init__(self, record: Record, describer: StepDescriber) -> None:
        self.record, self.describer = record, describer
        self.game: Game = registry.get(record.game)
        self.answers = runner.Replayer(self.game, record.choices)
        self.steps: list[Step] = []
        self.table: Any = None

    def choose(self, decision: Decision) -> Any:
        """Return the recorded answer; a question without a recorded answer becomes the last step."""
        try:
            option = self.answers(decision)
        except Pending:
            self.add(decision, None)
            raise
        self.add(decision, self.game.show(decision, option))
        return option

    def add(self, decision: Decision, choice: Any, kind: str = "") -> None:
        """Append a step for a decision."""
        self.table = decision.context
        players = self.record.players
        others = (self.describer.own(decision, seat) for seat in range(1, len(players)))
        views = (self.game.observe(decision, 0), *others)
        active, turn = self.describer.moment(views)
        events = self.describer.events(players, self.steps[-1].views if self.steps else None, views)
        is_end = kind == "end"
        options = () if is_end else tuple(self.game.show(decision, option) for option in decision.options)
        line = self.describer.line(players, views, decision, choice) if choice is not None else {"it": "", "en": ""}
        self.steps.append(
            Step(
                len(self.steps),
                kind or decision.kind,
                None if is_end else decision.player,
                active,
                turn,
                options,
                choice,
                self.describer.points(self.table),
                views,
                tuple(text for text, _hidden in events),
                tuple(hidden for _text, hidden in events),
                line,
            )
        )


def steps(record: Record, describer: StepDescriber) -> list[Step]:
    """Return the steps of a recorded game, one per choice, and one for the end or the open question.

    Raises:
        IllegalChoice, RecordError, BadSetup, UnknownName: as :func:`games.runner.replay`.
    """
    result: Decision | Outcome = runner.resume(record)
    recorder = _StepRecorder(record, describer)
    setup = recorder.game.setup(len(record.players), record.setup)
    try:
        recorder.game.play(setup, runner.chance_from_record(record), Watching(recorder.choose))
    except Pending:
        assert isinstance(result, Decision), "the replay came to the end of the game"
        return recorder.steps
    if recorder.table is not None:
        recorder.add(Decision(0, "end", (0,), recorder.table), None, "end")
    return recorder.steps
