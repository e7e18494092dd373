"""``manage.py invite_referent MAIL``: make the owner of an address a National Referent, and mail them."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from tournament.access.invitations import AddressUnusable, referent_invite


class Command(BaseCommand):
    help = "Makes the owner of a mail address a National Referent; creates the account if there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail")
        parser.add_argument("--first-name", default="")
        parser.add_argument("--last-name", default="")
        parser.add_argument("--language", choices=["it", "en"], default="it", help="of the mail")

    def handle(self, *args: Any, **options: Any) -> None:
        address = options["mail"].strip().lower()
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address} is not a mail address.") from None
        names = {name: options[name] for name in ("first_name", "last_name", "language")}
        try:
            user, created = referent_invite(address=address, **names)
        except AddressUnusable:
            message = f"{address} belongs to a closed or unconfirmed account, or to several: settle that in the admin."
            raise CommandError(message) from None
        done = "created" if created else "exists"
        self.stdout.write(f"Account {user.pk} {done} and is a National Referent. A mail to {address} is queued.")
