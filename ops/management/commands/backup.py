"""``manage.py backup FILE``: the database and the photos in one sealed archive."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.encryption import archive_encrypt, encrypted_path
from ops.backup.errors import BackupError
from ops.backup.making import backup_make
from ops.backup.retention import archives_prune
from ops.backup.signing import archive_sign, signature_path
from tournament.core.progress import progress_line

#: The backup was made, but its content failed verification.
EXIT_VERIFICATION_FAILED = 3


#: With 1 the only good backup would be removed before the next is made.
MIN_KEPT = 2


def _number_kept(text: str) -> int:
    """Read --keep. Errors: ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) >= MIN_KEPT):
        raise ArgumentTypeError(f"{text} is no number from {MIN_KEPT} on.")
    return int(text)


class Command(BaseCommand):
    help = (
        "Writes database, photos and papers as they stand at one moment into FILE, which only its owner may read; the "
        "server may go on meanwhile. Then looks whether ledger, draws and event files are true. "
        "Exit status: 0 all well, 1 no backup, 3 the backup is made and something in it is not right."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive, for example fossato-2026-11-21.tar")
        parser.add_argument(
            "--keep",
            type=_number_kept,
            metavar="N",
            help="before that, remove older backups of this database in FILE's folder, so that with this one the N "
            "newest good ones stay (at least 2)",
        )
        parser.add_argument("--no-verify", action="store_true", help="do not look at ledger, draws and events")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"]:
            # Before, not after: this frees space on a full disk, and a backup that fails verification removes no good
            # one.
            for path in archives_prune(folder=options["file"].parent, keep=options["keep"] - 1):
                self.stdout.write(f"Removed: {path}")
        try:
            with progress_line() as progress:
                manifest = backup_make(path=options["file"], verify=not options["no_verify"], progress=progress)
            is_signed = archive_sign(options["file"])
            is_encrypted = archive_encrypt(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        size = options["file"].stat().st_size
        rows = sum(manifest["rows"].values())
        self.stdout.write(f"{options['file']}: {rows} rows, {manifest['files']} files, {size:,} bytes")
        if is_signed:
            self.stdout.write(f"Signed: {signature_path(options['file'])}")
        if is_encrypted:
            self.stdout.write(f"Encrypted, to leave this machine: {encrypted_path(options['file'])}")
        checked = manifest["verification"]
        if checked is None:
            return
        self.stdout.write("Verified: " + ", ".join(f"{number} {name}" for name, number in checked["counts"].items()))
        for problem in checked["problems"]:
            self.stderr.write(f"Not right: {problem}")
        if checked["problems"]:
            sys.exit(EXIT_VERIFICATION_FAILED)
