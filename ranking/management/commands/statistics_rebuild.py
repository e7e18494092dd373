"""Count the statistics of the seasons and the ratings again from the tables and compare them with the stored ones."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ranking.statistics.ratings import ratings_due, ratings_rebuild
from ranking.statistics.services import Rebuild, statistics_rebuild
from tournament.models import Season


class Command(BaseCommand):
    help = (
        "Counts the statistics of every season and the ratings of every game again from the tables of homologated "
        "events and stores them. With --check it only says what differs, or is about to be counted again by a job "
        "(exit status 1)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--season", default="", metavar="SLUG", help="the statistics of this one only, no ratings")
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = list(Season.objects.order_by("first_day"))
        if options["season"]:
            seasons = [season for season in seasons if season.slug == options["season"]]
            if not seasons:
                raise CommandError(f"There is no season called {options['season']!r}.")
        repair = not options["check"]
        differences = sum(
            self._report(season.slug, statistics_rebuild(season=season, repair=repair)) for season in seasons
        )
        if not options["season"]:
            differences += sum(
                self._ratings(game, repair=repair) for game in sorted({season.game for season in seasons})
            )
        if options["check"] and differences:
            sys.exit(1)

    def _ratings(self, game: str, *, repair: bool) -> int:
        """Count the ratings of a game; return the number of differences, a job that has not ended counting as one."""
        due = None if repair else ratings_due(game)
        if due is not None:
            self.stdout.write(f"ratings of {game}: a job counts the events from {due.isoformat()} on again")
        differences = self._report(f"ratings of {game}", ratings_rebuild(game=game, repair=repair))
        return differences + (due is not None)

    def _report(self, what: str, rebuild: Rebuild) -> int:
        """Write what a rebuild found; return the number of differences."""
        for slug in rebuild.differences:
            self.stdout.write(f"{slug}: differs")
        self.stdout.write(f"{what}: {rebuild.events} events, {len(rebuild.differences)} differences")
        return len(rebuild.differences)
