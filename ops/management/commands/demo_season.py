"""``manage.py demo_season``: fill an empty database with the demonstration; ``--build FILE`` builds it anew."""

from __future__ import annotations

import itertools
import secrets
import sys
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from ops.demonstration import demonstration_load, demonstration_store
from ranking.homologation import services as decisions
from ranking.models import PastPlace
from ranking.past_seasons.parsing import PastRow
from ranking.past_seasons.services import past_season_import
from tournament.core.progress import progress_line
from tournament.demo import season as demo
from tournament.demo.names import WORDS
from tournament.models import Event, Job, Person, Season


class Command(BaseCommand):
    help = (
        "Fills an empty database with an invented championship: events in every state and of every game, a Ranking, "
        "two past seasons and four sign-ins. It is loaded from a stored file, with its days moved to today."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="say nothing where there is an event already")
        parser.add_argument("--password", default="", help="of the accounts; otherwise made up and printed")
        parser.add_argument("--anew", action="store_true", help="play every event now instead of loading the file")
        parser.add_argument("--build", type=Path, metavar="FILE", help="play every event and write the stored file")

    def handle(self, *args: Any, **options: Any) -> None:
        if _has_tables():
            if Season.objects.filter(slug=demo.SLUG).exists():
                self._say_accounts()
                return
            if options["if_empty"] and Event.objects.exists():
                return
            self._check_is_empty()
        elif options["build"] is not None or options["anew"]:
            call_command("migrate", interactive=False, verbosity=0)
        if options["build"] is not None:
            self._build(None, now=demo.REFERENCE)
            Job.objects.all().delete()
            demonstration_store(options["build"])
            return
        password = options["password"] or _made_up()
        if options["anew"]:
            self._build(password, now=None)
        else:
            demonstration_load(now=timezone.now(), progress=lambda step: print(f"  {step}", file=sys.stderr))
            _give_password(password)
        _store_password(password)
        self._say_accounts()

    def _check_is_empty(self) -> None:
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

    def _build(self, password: str | None, *, now: Any) -> None:
        steps, done = demo.steps(), itertools.count(1)
        with progress_line() as show:
            demo.build(
                decide=decisions,
                password=password,
                past_season=_past_season,
                now=now,
                progress=lambda step: show("Demonstration season", next(done), steps),
            )

    def _say_accounts(self) -> None:
        path = _password_path()
        password = path.read_text() if path.is_file() else "?"
        names = ", ".join(name for name, *_ in demo.ACCOUNTS)
        self.stdout.write(f"Sign-ins of the demonstration: {names}. Password: {password}")


def _has_tables() -> bool:
    """Return whether the database has tables; a new file has none yet, and the stored one brings them."""
    return Season._meta.db_table in connection.introspection.table_names()


def _past_season(name: str, first_day: date, last_day: date, places: list[tuple[Person, int]]) -> object:
    """Store a past season: its Ranking in the order of the places, and its final in another one."""
    final = [places[at] for at in (1, 0, 3, 2)]
    rows = [
        PastRow(0, kind, place, str(person), person.city, person.card_number, points if kind == "ranking" else None)
        for kind, listed in ((PastPlace.List.RANKING, places), (PastPlace.List.FINAL, final))
        for place, (person, points) in enumerate(listed, start=1)
    ]
    days = {"first_day": first_day, "last_day": last_day}
    return past_season_import(name=name, game="dominion", final_place="Lucca", rows=rows, by=None, **days)


def _give_password(password: str) -> None:
    for user in get_user_model().objects.filter(username__in=[name for name, *_ in demo.ACCOUNTS]):
        user.set_password(password)
        user.save()


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
