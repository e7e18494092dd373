"""Command that checks an event file without the site: ``fossato-verify EVENT.json``.

It answers as ``manage.py event_verify`` does, and needs neither Django nor a database: with the package
``fossato-verify`` anybody can check an event and its draws. Exit status: 0 no error, 1 errors
found, 2 the file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from games import registry
from games.findings import Finding, has_errors
from tournament.regulation.draws import by_beacon
from tournament.regulation.event_file.parse import parse
from tournament.regulation.event_file.report import DrawLine, content_findings, draw_lines, game_of
from tournament.regulation.messages import ENGLISH, MESSAGES, Language, language_of
from tournament.regulation.refusals import BadEventFile

GOOD, WRONG, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the file that the command line names and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="fossato-verify", description="Derive an event of the championship again from its file alone."
    )
    parser.add_argument("file", help="a tournament-event file or a report; - is the standard input")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    parser.add_argument("--language", choices=("en", "it"), default="en", help="of the sentences about findings")
    args = parser.parse_args(arguments)
    try:
        content = _read(args.file)
        findings, derived = content_findings(content)
        draws = draw_lines(content)
    except (BadEventFile, OSError) as error:
        print(f"fossato-verify: {args.file}: {error}", file=sys.stderr)
        return UNREADABLE
    places = [{"place": row.place, "player": row.player, "points": row.multiplied / 2} for row in derived.points]
    # What is wrong with a draw is found with the event too; the signature of its beacon is not.
    findings += [finding for line in draws for finding in line.findings if finding not in findings]
    ok = not has_errors(findings)
    game, language = game_of(content), _language(args.language)
    if args.json:
        answer = {
            "ok": ok,
            "findings": [_object(finding, args.language, language, game) for finding in findings],
            "places": places,
            "draws": [_draw_object(line) for line in draws],
        }
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return GOOD if ok else WRONG
    for finding in findings:
        article = f" (art. {finding.article})" if finding.article else ""
        sentence = _sentence(finding, args.language, language, game)
        print(f"{str(finding.severity).upper()} {finding.path or '$'}: {sentence}{article}")
    errors = sum(finding.is_error for finding in findings)
    again = sum(line.state == "true" for line in draws)
    print(f"Draws: {len(draws)}. Made again with the same outcome: {again}.")
    print(f"Players: {len(places)}. Errors: {errors}. Warnings: {len(findings) - errors}.")
    return GOOD if ok else WRONG


def _read(name: str) -> dict[str, Any]:
    """Return the object of a file. Errors: BadEventFile, OSError."""
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        parse(content)  # raises an error with the position
        raise BadEventFile(path="$", problem="not JSON", expected="tournament-event")
    return value


def _language(code: str) -> Language:
    """Return English, or a language whose texts script/wheels put into the package. Errors: FileNotFoundError."""
    if code == "en":
        return ENGLISH
    texts = resources.files("tournament.regulation").joinpath("texts", f"{code}.json").read_text(encoding="utf-8")
    return language_of(json.loads(texts), code)


def _sentence(finding: Finding, code: str, language: Language, game: str) -> str:
    if finding.code in MESSAGES:
        return language.fill(MESSAGES[finding.code], finding.params)
    return registry.get(game).sentence(finding, code)


def _object(finding: Finding, code: str, language: Language, game: str) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "message": _sentence(finding, code, language, game),
        "article": finding.article,
        "value": finding.value,
        "bound": finding.bound,
    }


def _draw_object(line: DrawLine) -> dict[str, Any]:
    return {
        "path": line.path,
        "purpose": line.draw.purpose,
        "scope": line.draw.scope,
        "state": line.state,
        "guarantee": str(line.draw.guarantee()),
        "by_beacon": list(by_beacon(line.draw)),
    }


if __name__ == "__main__":
    sys.exit(main())
