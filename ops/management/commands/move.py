"""``manage.py move --from URL --to URL``: a whole championship from SQLite to PostgreSQL, or back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.errors import BackupError
from ops.backup.moving import championship_move
from tournament.core.progress import progress_line


class Command(BaseCommand):
    help = (
        "Copies a championship with its accounts, roles, histories, tokens and photos into an empty database of either "
        "kind, compares every row and derives ledger, draws and event files again there. Stop the server, the workers "
        "and the clock of the source first. The source stays as it is. "
        "Exit status: 0 moved, 1 the target holds nothing."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--from", dest="source", required=True, metavar="URL", help="sqlite:////PATH/FILE, or ...")
        parser.add_argument(
            "--to", dest="target", required=True, metavar="URL", help="postgres://USER:PASSWORD@HOST/NAME"
        )
        parser.add_argument("--media", type=Path, metavar="FOLDER", help="the source's photos and papers, if elsewhere")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with progress_line() as progress:
                moved = championship_move(
                    source=options["source"], target=options["target"], media=options["media"], progress=progress
                )
        except BackupError as error:
            raise CommandError(str(error)) from error
        counts = ", ".join(f"{number} {name}" for name, number in moved.verification.counts.items())
        self.stdout.write(f"Moved and compared: {moved.rows} rows, {moved.files} files copied. Verified: {counts}.")
        self.stdout.write(
            "Private links and sign-ins open only with the same FOSSATO_SECRET_KEY (embedded mode: var/secret-key)."
        )
