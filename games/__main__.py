"""Command line of the games: ``python -m games``. Needs only the standard library.

Exit status: 0 no error, 1 errors found, 2 the input cannot be read or does not exist.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from .cli import commands, simulation
from .game import GameError


def positive_integer(text: str) -> int:
    """Parse an argument that must be a whole number from 1. Errors: ArgumentTypeError."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"should be a whole number from 1, not {text!r}")
    return number


def parser() -> argparse.ArgumentParser:
    """Return the argument parser with its sub-commands."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="JSON on standard output")
    common.add_argument("--lang", choices=("en", "it"), default="en", help="language of the findings")
    top = argparse.ArgumentParser(prog="python -m games", description="Play, check, replay and simulate card games.")
    commands_ = top.add_subparsers(required=True, metavar="COMMAND")

    subparser = commands_.add_parser("list", parents=[common], help="the games")
    subparser.set_defaults(run=commands.list_games)

    subparser = commands_.add_parser("check", parents=[common], help="check a score sheet or a game record")
    subparser.add_argument("file", type=Path, metavar="FILE")
    subparser.set_defaults(run=commands.check)

    subparser = commands_.add_parser("replay", parents=[common], help="play a game record again under the rules")
    subparser.add_argument("file", type=Path, metavar="FILE")
    subparser.add_argument("--transcript", action="store_true", help="every decision as a line")
    subparser.set_defaults(run=commands.replay)

    subparser = commands_.add_parser("simulate", parents=[common], help="play many games between bots")
    subparser.add_argument("game", metavar="GAME")
    subparser.add_argument("--players", type=positive_integer, default=2, metavar="N")
    subparser.add_argument("--games", type=positive_integer, default=100, metavar="M")
    subparser.add_argument("--seed", default="0", metavar="S")
    subparser.add_argument("--bots", metavar="A,B,...", help="one per seat, repeated around the table if fewer")
    subparser.add_argument("--kingdom", help="a kingdom's name, 'random', 'moat-rule', or ten cards with commas")
    subparser.add_argument("--trade", action="store_true", help="Era of Kingdoms: with the trade mini-expansion")
    subparser.add_argument("--pairs", action="store_true", help="Megalomania: opposite seats play together")
    subparser.add_argument(
        "--set", action="append", metavar="NAME=VALUE", help="any option of the game's set-up; repeatable"
    )
    subparser.add_argument(
        "--jobs", type=positive_integer, default=1, metavar="J", help="processes; the games stay the same"
    )
    subparser.add_argument("--records", type=Path, metavar="DIR", help="write every game's record there")
    subparser.set_defaults(run=simulation.simulate)

    subparser = commands_.add_parser(
        "import-log", parents=[common], help="derive results from the logs of played games"
    )
    subparser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    subparser.add_argument("--game", default="dominion")
    subparser.set_defaults(run=commands.import_logs)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    args = parser().parse_args(arguments)
    try:
        answer: commands.CommandResult = args.run(args)
    except GameError as error:
        return _refuse(args, error)
    if args.json:
        print(json.dumps(answer.data, ensure_ascii=False))
    else:
        print("\n".join(answer.lines) or "ok")
    return answer.status


def _refuse(args: argparse.Namespace, error: GameError) -> int:
    name = f"{args.file}: " if hasattr(args, "file") else ""
    print(f"error: {name}{error}", file=sys.stderr)
    if args.json:
        finding = {
            "code": error.code,
            "severity": "error",
            "path": getattr(error, "path", ""),
            "message": str(error),
            "article": "",
            "value": None,
            "bound": None,
        }
        print(json.dumps({"ok": False, "findings": [finding], "places": []}, ensure_ascii=False))
    return commands.INVALID_INPUT


def _run() -> int:
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`); redirect stdout so that flushing at exit does not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return commands.OK
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(_run())
