"""Recompute the Ranking from the homologated events' tables and compare it with the ledger."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ranking.homologation.ledger import ledger_rebuild, ledger_repair
from ranking.national.sums import FIGURES
from tournament.management.event_files import account
from tournament.models import Season


class Command(BaseCommand):
    help = (
        "Rebuilds every season's Ranking from the tables' results and compares it with the ledger. With --check it "
        "only says what differs (exit status 1); without, it puts the ledger right by adding to it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--season", default="", metavar="SLUG", help="this one only")
        parser.add_argument("--check", action="store_true", help="compare, change nothing")
        parser.add_argument("--reason", default="", help="kept with every correction; needed without --check")
        parser.add_argument("--by", default="", metavar="ACCOUNT", help="who answers for the corrections")

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = list(Season.objects.order_by("first_day"))
        if options["season"]:
            seasons = [season for season in seasons if season.slug == options["season"]]
            if not seasons:
                raise CommandError(f"There is no season called {options['season']!r}.")
        if not options["check"] and not options["reason"].strip():
            raise CommandError("Say why with --reason, or only compare with --check.")
        difference_count = 0
        for season in seasons:
            if not options["check"]:
                by = account(options["by"])
                differences = ledger_repair(season=season, by=by, reason=options["reason"])
            check = ledger_rebuild(season)
            if options["check"]:
                differences = check.differences
            difference_count += len(differences)
            for difference in differences:
                figures = ", ".join(
                    f"{name} {ledger_value} -> {rebuilt_value}"
                    for name, ledger_value, rebuilt_value in zip(
                        FIGURES, difference.ledger, difference.rebuilt, strict=True
                    )
                    if ledger_value != rebuilt_value
                )
                self.stdout.write(f"{difference.event}, person {difference.person}: {figures}")
            verb = "to put right" if options["check"] else "put right"
            self.stdout.write(f"{season.slug}: {check.results} results, {len(differences)} {verb}")
        if options["check"] and difference_count:
            sys.exit(1)
