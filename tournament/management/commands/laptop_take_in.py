"""``manage.py laptop_take_in FILE``: take the event of a file into this empty installation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.core.messages import sentence
from tournament.laptop.guest import event_take_in
from tournament.regulation.errors import RuleError


class Command(BaseCommand):
    help = (
        "Takes an event that left its site for this laptop into an installation that holds nothing yet, and prints "
        "what its organisers and referees sign in with here. Exit status: 0 taken in, 1 refused, nothing was written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file from the page “On a laptop” of the event's desk")
        parser.add_argument("--language", choices=("it", "en"), default="it", help="of the sentences (it)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        try:
            event, sign_ins = event_take_in(data=data)
        except RuleError as refusal:
            raise CommandError(sentence(refusal, options["language"])) from refusal
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        self.stdout.write(f"{event.name}: /organizza/{event.slug}/")
        for login, password in sign_ins:
            self.stdout.write(f"  {login}  {password}")
