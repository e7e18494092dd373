"""``manage.py backup_identity FILE``: make the identity that opens encrypted backups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.encryption import identity_write
from ops.backup.errors import BackupError


class Command(BaseCommand):
    help = (
        "Writes a new identity of age into FILE, and its recipient, for FOSSATO_BACKUP_RECIPIENT. Run it on another "
        "machine: the server needs the recipient alone, and whoever loses FILE opens no encrypted backup."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the identity")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            recipient = identity_write(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"FOSSATO_BACKUP_RECIPIENT={recipient}")
