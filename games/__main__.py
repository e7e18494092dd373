"""Command line of the games: ``fossato-games``, or ``python -m games`` in the sources. Needs only the standard library.

Exit status: 0 no error, 1 errors found, 2 the input cannot be read or does not exist.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from . import __version__
from .cli import commands, simulation
from .cli.texts import of_the_parser, word
from .game import GameError


class _Parser(argparse.ArgumentParser):
    """A parser whose own words are in the language of the command line, with the name by which it was called."""

    language = "en"

    def format_help(self) -> str:
        return of_the_parser(super().format_help(), self.language)

    def format_usage(self) -> str:
        return of_the_parser(super().format_usage(), self.language)

    def error(self, message: str) -> NoReturn:
        """Print usage and error and exit."""
        self.print_usage(sys.stderr)
        self.exit(commands.INVALID_INPUT, f"{self.prog}: {word('error', self.language)}: {self.said(message)}\n")

    def said(self, message: str) -> str:
        """Return a message of argparse in the language."""
        return of_the_parser(message, self.language)


def language_of(arguments: Sequence[str]) -> str:
    """Return the language that the arguments ask for; the parser itself is made in it."""
    for at, argument in enumerate(arguments):
        if argument == "--lang=it" or (argument == "--lang" and [*arguments[at + 1 : at + 2]] == ["it"]):
            return "it"
    return "en"


def called() -> str:
    """Return the name by which the command was called."""
    name = Path(sys.argv[0]).name
    return f"python -m {__package__}" if name in ("__main__.py", "") else name


def parser(language: str = "en") -> argparse.ArgumentParser:
    """Return the argument parser with its sub-commands, in a language."""

    def positive_integer(text: str) -> int:
        """Parse an argument that must be a whole number from 1. Errors: ArgumentTypeError."""
        try:
            number = int(text)
        except ValueError:
            number = 0
        if number < 1:
            raise argparse.ArgumentTypeError(word("whole-number", language, found=text))
        return number

    class OfLanguage(_Parser):
        """The parser in the language of the command line."""

    OfLanguage.language = language
    common = OfLanguage(add_help=False)
    common.add_argument("-h", "--help", action="help", help=word("help", language))
    common.add_argument("--json", action="store_true", help=word("json", language))
    common.add_argument("--lang", choices=("en", "it"), default="en", help=word("lang", language))
    top = OfLanguage(prog=called(), description=word("about", language), add_help=False)
    top.add_argument("-h", "--help", action="help", help=word("help", language))
    top.add_argument("--version", action="version", version=__version__, help=word("version", language))
    top.add_argument("--lang", choices=("en", "it"), default=argparse.SUPPRESS, help=word("lang", language))
    commands_ = top.add_subparsers(
        required=True, dest="command", metavar="COMANDO" if language == "it" else "COMMAND", parser_class=OfLanguage
    )

    def command(name: str, run: Callable[[argparse.Namespace], commands.CommandResult]) -> argparse.ArgumentParser:
        added = commands_.add_parser(name, parents=[common], help=word(name, language), add_help=False)
        added.set_defaults(run=run)
        return added

    command("list", commands.list_games)
    command("check", commands.check).add_argument("file", type=Path, metavar="FILE")
    subparser = command("replay", commands.replay)
    subparser.add_argument("file", type=Path, metavar="FILE")
    subparser.add_argument("--transcript", action="store_true", help=word("transcript", language))
    subparser = command("simulate", simulation.simulate)
    subparser.add_argument("game", metavar="GAME")
    subparser.add_argument("--players", type=positive_integer, default=2, metavar="N")
    subparser.add_argument("--games", type=positive_integer, default=100, metavar="M")
    subparser.add_argument("--seed", default="0", metavar="S")
    subparser.add_argument("--bots", metavar="A,B,...", help=word("bots", language))
    subparser.add_argument("--kingdom", help=word("kingdom", language))
    subparser.add_argument("--trade", action="store_true", help=word("trade", language))
    subparser.add_argument("--pairs", action="store_true", help=word("pairs", language))
    subparser.add_argument("--set", action="append", metavar="NAME=VALUE", help=word("set", language))
    subparser.add_argument("--jobs", type=positive_integer, default=1, metavar="J", help=word("jobs", language))
    subparser.add_argument("--records", type=Path, metavar="DIR", help=word("records", language))
    subparser = command("import-log", commands.import_logs)
    subparser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    subparser.add_argument("--game", default="dominion")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    language = language_of(sys.argv[1:] if arguments is None else arguments)
    args = parser(language).parse_args(arguments)
    args.lang = language
    try:
        answer: commands.CommandResult = args.run(args)
    except GameError as error:
        return _refuse(args, error)
    if args.json:
        print(json.dumps(answer.data, ensure_ascii=False))
    else:
        print("\n".join(answer.lines) or word("ok", args.lang))
    return answer.status


def _refuse(args: argparse.Namespace, error: GameError) -> int:
    name = f"{args.file}: " if hasattr(args, "file") else ""
    message = error.message(args.lang)
    print(f"{word('error', args.lang)}: {name}{message}", file=sys.stderr)
    if args.json:
        finding = {
            "code": error.code,
            "severity": "error",
            "path": getattr(error, "path", ""),
            "message": message,
            "article": "",
            "value": None,
            "bound": None,
        }
        print(json.dumps({"ok": False, "findings": [finding], "places": []}, ensure_ascii=False))
    return commands.INVALID_INPUT


def run() -> int:
    """Run the command of the arguments; return its exit status."""
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
    sys.exit(run())
