"""``manage.py backup_decrypt FILE.age --identity FILE``: open an encrypted backup, for ``restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.encryption import SUFFIX, decrypt
from ops.backup.errors import BackupError


class Command(BaseCommand):
    help = "Writes the backup that FILE.age holds beside it, as FILE, which only its owner may read; restore takes it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the encrypted backup, NAME.tar.age")
        parser.add_argument("--identity", type=Path, required=True, help="the file that backup_identity wrote")

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["file"]
        if source.suffix != SUFFIX:
            raise CommandError(f"{source} does not end with {SUFFIX}: restore takes it as it is.")
        target = source.with_suffix("")
        try:
            decrypt(source, target, options["identity"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}. Nothing was written.") from error
        self.stdout.write(str(target))
