"""Command that checks an event file without the site: ``fossato-verify EVENT.json``.

It answers as ``manage.py event_verify`` does, in English, and needs neither Django nor a database: with the package
``fossato-verify`` anybody can check an event. Exit status: 0 no error, 1 errors found, 2 the file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games import registry
from games.findings import Finding, has_errors
from tournament.regulation.errors import BadEventFile
from tournament.regulation.event_file.parse import parse
from tournament.regulation.event_file.report import content_findings
from tournament.regulation.kingdom import GAME
from tournament.regulation.messages import ENGLISH, MESSAGES

GOOD, WRONG, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the file that the command line names and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="fossato-verify", description="Derive an event of the championship again from its file alone."
    )
    parser.add_argument("file", help="a tournament-event file or a report; - is the standard input")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    args = parser.parse_args(arguments)
    try:
        content = _read(args.file)
        findings, derived = content_findings(content)
    except (BadEventFile, OSError) as error:
        print(f"fossato-verify: {args.file}: {error}", file=sys.stderr)
        return UNREADABLE
    places = [{"place": row.place, "player": row.player, "points": row.multiplied / 2} for row in derived.points]
    ok = not has_errors(findings)
    if args.json:
        rows = [_object(finding) for finding in findings]
        print(json.dumps({"ok": ok, "findings": rows, "places": places}, ensure_ascii=False, indent=2))
        return GOOD if ok else WRONG
    for finding in findings:
        article = f" (art. {finding.article})" if finding.article else ""
        print(f"{str(finding.severity).upper()} {finding.path or '$'}: {_sentence(finding)}{article}")
    errors = sum(finding.is_error for finding in findings)
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
        raise BadEventFile(path="$", problem="no JSON", expected="tournament-event")
    return value


def _sentence(finding: Finding) -> str:
    if finding.code in MESSAGES:
        return ENGLISH.fill(MESSAGES[finding.code], finding.params)
    return registry.get(GAME).sentence(finding, "en")


def _object(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "message": _sentence(finding),
        "article": finding.article,
        "value": finding.value,
        "bound": finding.bound,
    }


if __name__ == "__main__":
    sys.exit(main())
