"""``manage.py online_migrations``: whether the waiting migrations can be applied while the site serves."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from ops.online_migrations import missing_after

#: A migration waits that needs the processes of the version before to be stopped.
EXIT_STOP_NEEDED = 4


class Command(BaseCommand):
    help = (
        "Lists the migrations that the database lacks, and whether each can be applied while processes of the version "
        "before still serve. Exit status: 0 if all can, 4 if one needs them to be stopped."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        waiting = missing_after(MigrationRecorder(connection).applied_migrations())
        for migration, reasons in waiting:
            self.stdout.write(f"{migration.app_label}.{migration.name}: {'; '.join(reasons) or 'online'}")
        if not waiting:
            self.stdout.write("No migration waits.")
        if any(reasons for _migration, reasons in waiting):
            sys.exit(EXIT_STOP_NEEDED)
