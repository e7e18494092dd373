"""Delete photos and contacts after their retention period, as the nightly sweep does."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from tournament.personal_data.retention import data_retention


class Command(BaseCommand):
    help = "Removes photos and contacts older than FOSSATO_PHOTO_DAYS and FOSSATO_CONTACT_DAYS."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would go, and remove nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        removed = data_retention(dry_run=options["dry_run"])
        verb = "would go" if options["dry_run"] else "removed"
        self.stdout.write(
            f"Photos {verb}: {removed.photos} (kept {settings.FOSSATO_PHOTO_DAYS} days). "
            f"Contacts {verb}: {removed.contacts}, in the history {removed.versions}, mails {removed.mails} "
            f"(kept {settings.FOSSATO_CONTACT_DAYS} days). Unconfirmed accounts {verb}: {removed.accounts}. "
            f"Invitations {verb}: {removed.invitations}. "
            f"Claims to records {verb}: {removed.claims}. "
            f"Requests to be entered {verb}: {removed.requests}. "
            f"Requests to organise {verb}: {removed.organiser_requests}. "
            f"Sessions {verb}: {removed.sessions}. Sign-ins {verb}: {removed.sign_ins}. "
            f"Half written uploads {verb}: {removed.uploads}. "
            f"Calls for help, messages and reported errors {verb}: {removed.words}. "
            f"Mails in files {verb}: {removed.mail_files}. "
            f"Jobs of bots' moves {verb}: {removed.moves}."
        )
