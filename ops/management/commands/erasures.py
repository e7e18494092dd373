"""``manage.py erasures``: list the erased record numbers, and repeat the erasures after restoring an older backup."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.erasures import erasures_done, erasures_replay
from ops.backup.errors import BackupError
from tournament.management.event_files import account


class Command(BaseCommand):
    help = (
        "Without --replay: writes the list of everybody who was erased so far, as JSON; it holds numbers, no names. "
        "With --replay FILE: erases again whoever is on such a list. Exit status: 1 where somebody could not be."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--replay", type=Path, metavar="FILE", help="a list that this command wrote")
        parser.add_argument("--by", default="", metavar="ACCOUNT", help="who answers for it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["replay"] is None:
            self.stdout.write(json.dumps(erasures_done(), indent=1))
            return
        try:
            carried = json.loads(options["replay"].read_text())
            erased, reasons = erasures_replay(carried=carried, by=account(options["by"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, BackupError) as error:
            raise CommandError(f"{options['replay']}: {error}") from error
        self.stdout.write(f"Erased again: {len(erased)}, could not be: {len(reasons)}")
        for number, reason in reasons.items():
            self.stderr.write(f"record {number}: {reason}")
        if reasons:
            sys.exit(1)
