"""``manage.py demo_season``: create the demonstration season."""

from __future__ import annotations

import itertools
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ranking.homologation import services as decisions
from tournament.core.progress import progress_line
from tournament.demo import season as demo
from tournament.demo.names import WORDS
from tournament.models import Event, Season


class Command(BaseCommand):
    help = "Builds, in an empty database, an invented season with events in every state, a Ranking and four sign-ins."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="say nothing where there is an event already")
        parser.add_argument("--password", default="", help="of the accounts; otherwise made up and printed")

    def handle(self, *args: Any, **options: Any) -> None:
        if Season.objects.filter(slug=demo.SLUG).exists():
            self._say_accounts()
            return
        if options["if_empty"] and Event.objects.exists():
            return
        taken_accounts = sorted(demo.accounts_taken())
        if taken_accounts:
            raise CommandError(
                f"These accounts are somebody's already: {', '.join(taken_accounts)}. Nothing was changed."
            )
        usage = demo.in_use()
        if usage:
            raise CommandError(
                f"This database is in use ({', '.join(usage)}). The invented season has four sign-ins, one of them the "
                "Referent's: it goes into an empty database only. Nothing was changed."
            )
        password = options["password"] or _made_up()
        steps, done = demo.steps(), itertools.count(1)
        with progress_line() as show:
            demo.build(
                decide=decisions,
                password=password,
                progress=lambda step: show("Demonstration season", next(done), steps),
            )
        _store_password(password)
        self._say_accounts()

    def _say_accounts(self) -> None:
        path = _password_path()
        password = path.read_text() if path.is_file() else "?"
        names = ", ".join(name for name, *_ in demo.ACCOUNTS)
        self.stdout.write(f"Sign-ins of the demonstration: {names}. Password: {password}")


def _password_path() -> Path:
    return Path(settings.VAR_DIR) / "demo-password"


def _store_password(password: str) -> None:
    """Store the password beside the secret key, readable only by its owner.

    The next start prints it again.
    """
    path = _password_path()
    path.parent.mkdir(exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(password)


def _made_up() -> str:
    """Return three words and two digits, which are easy to copy from a screen to a phone."""
    return "-".join([*(secrets.choice(WORDS) for _ in range(3)), f"{secrets.randbelow(90) + 10}"])
