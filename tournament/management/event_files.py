"""Shared code of the commands about files: reading, and the output of the checks (docs/formats.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, override

from games.findings import Finding, Severity, has_errors
from tournament.core.messages import sentence
from tournament.regulation.event_file.fields import FORMAT
from tournament.regulation.event_file.parse import parse
from tournament.regulation.kingdom import GAME
from tournament.regulation.refusals import BadEventFile
from tournament.regulation.refused import Refused

#: Exit status: no errors; errors found; the file is unreadable.
GOOD, WRONG, UNREADABLE = 0, 1, 2
LARGEST = 20 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """Return a file's content; ``-`` is the standard input. Errors: BadEventFile."""
    if name == "-":
        return sys.stdin.buffer.read()
    path = Path(name)
    if not path.is_file():
        raise BadEventFile(path=name, problem="no such file", expected=FORMAT)
    if path.stat().st_size > LARGEST:
        raise BadEventFile(
            path=name, problem="{size} bytes", expected="at most {most} bytes", size=path.stat().st_size, most=LARGEST
        )
    return path.read_bytes()


def read_object(name: str) -> dict[str, Any]:
    """Return the object of an event file, strictly parsed; it may hold a report's points. Errors: BadEventFile."""
    content = read_bytes(name)
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        parse(content)  # raises an error with the position
        raise BadEventFile(path="$", problem="not JSON", expected=FORMAT) from None
    if isinstance(value, Mapping) and "points" in value:
        parse({key: part for key, part in value.items() if key != "points"})
    else:
        parse(content)
    return dict(value)


class FileCommand(BaseCommand):
    """Base of commands that read a file, need no database, and end with one of three exit statuses."""

    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file; - is the standard input")
        parser.add_argument("--json", action="store_true", help="answer with one JSON object")
        parser.add_argument("--language", choices=("it", "en"), default="it", help="of the sentences (it)")

    def answer(
        self,
        options: Mapping[str, Any],
        findings: Sequence[Finding],
        places: Sequence[Any],
        summary: str,
        game: str = GAME,
    ) -> None:
        """Print the findings, those of sheets in the words of their game, and exit with the matching status."""
        ok = not has_errors(findings)
        if options["json"]:
            self.stdout.write(as_json(ok, findings, places, options["language"], game))
        else:
            for finding in findings:
                self.stdout.write(as_line(finding, options["language"], game))
            self.stdout.write(summary)
        sys.exit(GOOD if ok else WRONG)

    def unreadable(self, options: Mapping[str, Any], error: Refused) -> None:
        """Print why the file cannot be read, and exit."""
        if options["json"]:
            self.stdout.write(as_json(False, [as_error(error)], [], options["language"]))
        else:
            self.stderr.write(sentence(error, options["language"]))
        sys.exit(UNREADABLE)


def as_error(error: Refused) -> Finding:
    """Return the error of an unreadable file as a finding."""
    params = {key: value if isinstance(value, int) else str(value) for key, value in error.params.items()}
    return Finding(error.code, Severity.ERROR, str(error.params.get("path", "")), params, error.article)


def finding_object(finding: Finding, language: str, game: str = GAME) -> dict[str, Any]:
    """Return a finding in the output format of the checks."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "message": sentence(finding, language, game=game),
        "article": finding.article,
        "value": finding.value,
        "bound": finding.bound,
    }


def as_json(ok: bool, findings: Sequence[Finding], places: Sequence[Any], language: str, game: str = GAME) -> str:
    """Return the complete output as JSON."""
    finding_objects = [finding_object(finding, language, game) for finding in findings]
    return json.dumps({"ok": ok, "findings": finding_objects, "places": list(places)}, ensure_ascii=False, indent=2)


def as_line(finding: Finding, language: str, game: str = GAME) -> str:
    """Return a finding on one line: severity, path, sentence, article."""
    with override(language):
        severity = gettext("ERROR") if finding.is_error else gettext("WARNING")
    article = f" (art. {finding.article})" if finding.article else ""
    return f"{severity} {finding.path or '$'}: {sentence(finding, language, game=game)}{article}"


def account(name: str) -> Any:
    """Return the user with this name; None for an empty name. Errors: CommandError."""
    from django.contrib.auth import get_user_model

    if not name:
        return None
    users = get_user_model()
    try:
        return users.objects.get(username=name)
    except users.DoesNotExist:
        raise CommandError(f"There is no account called {name!r}.") from None
