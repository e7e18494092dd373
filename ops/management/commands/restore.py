"""``manage.py restore FILE``: restore and verify an archive written by ``backup``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.databases import database_name
from ops.backup.errors import BackupError
from ops.backup.restoring import Restored, backup_inspect, backup_restore, live_rows, secret_mark
from ops.backup.signing import signature_check
from tournament.core.progress import progress_line


class Command(BaseCommand):
    help = (
        "Puts a backup in the place of the database, the photos and the papers. Stop the server, the workers and the "
        "clock first. Every byte is checked before anything is touched; what was there comes back unless ledger, draws "
        "and event files verify. Over a database that holds rows it asks twice; without a terminal say it twice: "
        "--over-live-data --database-name NAME. Exit status: 0 restored, 1 nothing was changed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument("--check", action="store_true", help="look whether it is whole and belongs here, and end")
        parser.add_argument("--over-live-data", action="store_true", help="replace a database that holds rows")
        parser.add_argument("--database-name", default="", metavar="NAME", help="which database, said once more")
        parser.add_argument("--unsigned", action="store_true", help="accept a backup without a signature")
        parser.add_argument("--keep-anyway", action="store_true", help="keep it though something in it is not right")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with progress_line() as progress:
                manifest = backup_inspect(options["file"], progress)
            is_signed = signature_check(options["file"], unsigned=options["unsigned"])
            self._print_summary(manifest, is_signed)
            if options["check"]:
                return
            over = self._may_replace(options)
            with progress_line() as progress:
                restored = backup_restore(
                    path=options["file"], over_live_data=over, keep_anyway=options["keep_anyway"], progress=progress
                )
        except BackupError as error:
            raise CommandError(str(error)) from error
        self._report(restored)

    def _print_summary(self, manifest: dict[str, Any], is_signed: bool) -> None:
        rows, files = sum(manifest["rows"].values()), manifest["files"]
        self.stdout.write(
            f"Whole: made {manifest['made_at']} by Fossato {manifest['program']} on {manifest['vendor']} "
            f"{manifest['server']}, {rows} rows, {files} files."
        )
        if is_signed:
            self.stdout.write("Signed with this installation's key: nobody changed it since.")
        else:
            self.stderr.write(
                "Not checked who made it, or who changed it: it bears no signature, or FOSSATO_BACKUP_PUBLIC_KEY names "
                "no key. Whoever made it chooses the accounts and their powers here, as if you ran a program of "
                "theirs: go on only if you know where it comes from."
            )
        if manifest["secret_key"] != secret_mark():
            self.stderr.write(
                "Made with another secret key: private links and sign-ins of the backup do not open here. With the old "
                "key they would."
            )

    def _may_replace(self, options: dict[str, Any]) -> bool:
        """Return whether to replace rows, which needs two confirmations; False without rows. Errors: CommandError."""
        rows, name = live_rows(), database_name()
        if not rows:
            return False
        row_counts = ", ".join(f"{number} {model.rpartition('.')[2]}" for model, number in rows.items())
        if options["over_live_data"] and options["database_name"] == name:
            return True
        if options["over_live_data"] and options["database_name"]:
            raise CommandError(f"The database is called {name}, not {options['database_name']}. Nothing was changed.")
        if not sys.stdin.isatty():
            raise CommandError(
                f"The database {name} holds {row_counts}. To replace all of it say so twice: "
                f"--over-live-data --database-name {name}. Nothing was changed."
            )
        self.stdout.write(f"The database {name} holds {row_counts}. All of it would be replaced.")
        for question in ("Its name, to go on: ", "Once more: "):
            self.stdout.write(question, ending="")
            self.stdout.flush()
            if sys.stdin.readline().strip() != name:
                raise CommandError("That is not its name. Nothing was changed.")
        return True

    def _report(self, done: Restored) -> None:
        counts = ", ".join(f"{number} {name}" for name, number in done.verification.counts.items())
        self.stdout.write(f"Restored and verified: {counts}.")
        if done.migrated:
            self.stdout.write(f"Brought up to this program: {', '.join(done.migrated)}.")
        for power, names in done.powers.items():
            self.stdout.write(f"Accounts with powers, {power}: {', '.join(names) or 'none'}.")
        for problem in done.known:
            self.stderr.write(f"Was not right when the backup was made: {problem}")
        for problem in done.new:
            self.stderr.write(f"Not right: {problem}")
        if done.erased:
            self.stdout.write(f"Erased again, as asked after the backup: records {_list(done.erased)}.")
        for number, reason in done.to_erase.items():
            self.stderr.write(f"To be erased again by hand (/referente/persone/{number}/): record {number} ({reason})")


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
