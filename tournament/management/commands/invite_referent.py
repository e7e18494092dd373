"""``manage.py invite_referent MAIL``: invite the owner of an address to become a National Referent."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import translation

from tournament.access.invitations import VALID_DAYS, invite
from tournament.core.messages import sentence
from tournament.models import Invitation
from tournament.regulation.refused import Refused


class Command(BaseCommand):
    help = "Invites the owner of a mail address to become a National Referent; they accept with an account of theirs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail")
        parser.add_argument("--language", choices=["it", "en"], default="it", help="of the mail")

    def handle(self, *args: Any, **options: Any) -> None:
        address = options["mail"].strip().lower()
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address} is not a mail address.") from None
        try:
            # A refusal holds texts in the language in which it was raised.
            with translation.override("en"):
                invite(address=address, grant=Invitation.Grant.REFERENT, by=None, language=options["language"])
        except Refused as refusal:
            raise CommandError(sentence(refusal, "en")) from None
        self.stdout.write(
            f"An invitation to {address} is queued. Its link leads to {settings.FOSSATO_SITE_URL} and holds for "
            f"{VALID_DAYS} days."
        )
        if settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
            self.stdout.write(f"Mails are files here, in {settings.VAR_DIR / 'mail'}.")
