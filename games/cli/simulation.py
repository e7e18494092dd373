"""Sub-command ``simulate`` of ``fossato-games``: many games between bots, as averages."""

from __future__ import annotations

import json
import signal
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import batches, record, registry, runner
from ..totals import VICTORY, Totals
from . import progress
from .commands import INTERRUPTED, OK, CommandResult, Unreadable
from .texts import word


def simulate(args: Namespace) -> CommandResult:
    """Play many games between bots and return the averages."""
    game = registry.get(args.game)
    bots = tuple(args.bots.split(",")) if args.bots else (game.default_bot,)
    if len(bots) > args.players:
        raise Unreadable("--bots", "many-bots", bots=len(bots), players=args.players)
    plan = runner.Plan(game.slug, args.players, _options(args), bots, args.seed, keep=args.records is not None)
    began = time.perf_counter()
    totals, is_interrupted = Totals(plan.players), False
    with _interrupt_noted() as interrupts:
        for part in progress.shown(_parts(plan, args), args.games, size=lambda part: part.games):
            totals.add(part)
            if interrupts:
                is_interrupted = True
                break
    data = _simulation_data(plan, totals, time.perf_counter() - began)
    if is_interrupted:
        return CommandResult(INTERRUPTED, data | {"ok": False, "interrupted": True}, _simulation_lines(data, args.lang))
    return CommandResult(OK, data, _simulation_lines(data, args.lang))


@contextmanager
def _interrupt_noted() -> Iterator[list[int]]:
    """Return a list that Ctrl-C adds to, so that the batch ends between two parts; the second one ends it at once.

    An exception could come in the middle of an act of the pool of processes. A shell that starts the command in the
    background lets it ignore the signal, and Python would leave it so.
    """
    interrupts: list[int] = []

    def note(number: int, frame: object) -> None:
        if interrupts:
            raise KeyboardInterrupt
        interrupts.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def _parts(plan: runner.Plan, args: Namespace) -> Iterator[Totals]:
    """Yield the totals of the games, part by part; with records, game by game."""
    if not plan.keep:
        yield from batches.batch(plan, args.games, args.jobs)
        return
    for number, outcome, game_record in runner.simulate(plan, args.games, args.jobs):
        assert game_record is not None
        _write_record(args.records, number, game_record)
        totals = Totals(plan.players)
        totals.add_game(outcome.places, outcome.scores, outcome.turns, outcome.end)
        yield totals


def _options(args: Namespace) -> dict[str, Any]:
    """Return the set-up options of the command line; the game validates them."""
    options: dict[str, Any] = {}
    if args.kingdom is not None:
        options["kingdom"] = [name.strip() for name in args.kingdom.split(",")] if "," in args.kingdom else args.kingdom
    for written in args.set or ():
        name, equals, value = written.partition("=")
        if not equals or not name.strip():
            raise Unreadable("--set", "option", found=written)
        options[name.strip()] = _value(value)
    return options | {name: True for name in ("trade", "pairs") if getattr(args, name)}


def _value(text: str) -> Any:
    """Return a number or a boolean parsed from a text; any other text unchanged."""
    try:
        parsed = json.loads(text)
    except ValueError:
        return text
    return parsed if isinstance(parsed, bool | int) else text


def _write_record(folder: Path, number: int, game_record: record.Record) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        game_record.write(folder / f"game-{number:06d}.json")
    except OSError as error:
        raise Unreadable("--records", "unwritable", folder=folder, detail=error.strerror) from error


def _simulation_data(plan: runner.Plan, totals: Totals, seconds: float) -> dict[str, Any]:
    """Return the averages of a simulation, as far as it came."""
    games, players = max(1, totals.games), plan.players
    seats = [
        {
            "bot": bot,
            "turns_mean": round(totals.turns[seat] / games, 3),
            "points_mean": round(totals.points[seat] / games, 3),
            "wins": round(totals.wins[seat] / VICTORY / games, 4),
        }
        for seat, bot in enumerate(plan.seats())
    ]
    return {
        "ok": True,
        "game": plan.game,
        "players": players,
        "seed": plan.seed,
        "games": totals.games,
        "seconds": round(seconds, 3),
        "games_per_second": round(totals.games / seconds, 1) if seconds > 0 else None,
        "turns_mean": round(sum(totals.turns) / games / players, 3),
        "points_mean": round(sum(totals.points) / games / players, 3),
        "ends": dict(sorted(totals.ends.items())),
        "seats": seats,
    }


def _simulation_lines(data: Mapping[str, Any], lang: str) -> tuple[str, ...]:
    seats = [
        word(
            "seat",
            lang,
            seat=seat,
            bot=row["bot"],
            wins=row["wins"],
            points=row["points_mean"],
            turns=row["turns_mean"],
        )
        for seat, row in enumerate(data["seats"], 1)
    ]
    ends = ", ".join(f"{name} {count}" for name, count in data["ends"].items())
    rate = data["games_per_second"]
    head = word("games", lang, games=data["games"], seconds=data["seconds"], rate=rate, ends=ends)
    return (head, *seats)
