"""Transcripts of recorded games: every decision with what its player saw, the legal options and the answer."""

from __future__ import annotations

from typing import Any

from . import registry, runner
from .game import Decision, GameError, IllegalChoice, Outcome, Pending
from .record import Record


def transcript(record: Record) -> str:
    """Return the transcript, one decision per line.

    It ends with the outcome, the pending question or the illegal choice.

    Raises:
        UnknownName, BadSetup, RecordError: the record cannot be played at all.
    """
    game = registry.get(record.game)
    lines = [f"{record.game}: {', '.join(record.players)}", f"setup: {_pairs(record.setup)}"]
    answers = iter(record.choices)

    def note(decision: Decision) -> None:
        number, answer = len(lines) - 1, next(answers)
        options = " ".join(_word(game.show(decision, option)) for option in decision.options)
        lines.append(
            f"{number}. {record.players[decision.player]}: {decision.kind}? {_word(answer)}"
            f"  (of {options})  {game.describe(decision)}".rstrip()
        )

    try:
        lines += _end(record, runner.replay(record, note))
    except IllegalChoice as refused:
        lines.append(f"refused: {refused}")
    except Pending as pending:
        lines.append(f"pending: {record.players[pending.decision.player]} is asked {pending.decision.kind!r}")
    except GameError as error:
        lines.append(f"refused: {error}")
    return "\n".join(lines) + "\n"


def _end(record: Record, outcome: Outcome) -> list[str]:
    rows = [
        f"{name}: place {outcome.places[seat]}, {outcome.scores[seat]} points, {outcome.turns[seat]} turns"
        for seat, name in enumerate(record.players)
    ]
    return [f"end: {outcome.end}", *rows]


def _pairs(data: Any) -> str:
    return ", ".join(f"{key} {_word(value)}" for key, value in data.items())


def _word(value: Any) -> str:
    return "+".join(map(_word, value)) if isinstance(value, list | tuple) else str(value)
