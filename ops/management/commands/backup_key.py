"""``manage.py backup_key FILE``: make the key that signs backups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup.errors import BackupError
from ops.backup.signing import key_make


class Command(BaseCommand):
    help = (
        "Writes a new Ed25519 key into FILE, for FOSSATO_BACKUP_KEY, and its public key into FILE.pub, for "
        "FOSSATO_BACKUP_PUBLIC_KEY where backups are restored. Keep FILE away from the backups."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the private key; its public key gets the ending .pub")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            public_path = key_make(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"FOSSATO_BACKUP_KEY={options['file']}\nFOSSATO_BACKUP_PUBLIC_KEY={public_path}")
