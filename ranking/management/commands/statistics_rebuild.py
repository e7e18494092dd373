"""Count the statistics of the seasons again from the tables and compare them with the stored ones."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ranking.statistics.services import statistics_rebuild
from tournament.models import Season


class Command(BaseCommand):
    help = (
        "Counts the statistics of every season again from the tables of its homologated events and stores them. With "
        "--check it only says what differs (exit status 1)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--season", default="", metavar="SLUG", help="this one only")
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = list(Season.objects.order_by("first_day"))
        if options["season"]:
            seasons = [season for season in seasons if season.slug == options["season"]]
            if not seasons:
                raise CommandError(f"There is no season called {options['season']!r}.")
        difference_count = 0
        for season in seasons:
            rebuild = statistics_rebuild(season=season, repair=not options["check"])
            difference_count += len(rebuild.differences)
            for slug in rebuild.differences:
                self.stdout.write(f"{slug}: differs")
            self.stdout.write(f"{season.slug}: {rebuild.events} events, {len(rebuild.differences)} differences")
        if options["check"] and difference_count:
            sys.exit(1)
