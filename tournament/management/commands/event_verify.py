"""``manage.py event_verify FILE``: derive an event again from its file alone; no database is needed."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, override

from tournament.management.event_files import FileCommand, read_object
from tournament.regulation.event_file.report import content_findings, game_of
from tournament.regulation.refusals import BadEventFile


class Command(FileCommand):
    help = (
        "Checks a tournament-event file without the database: tables, kingdoms and their draws, score sheets, "
        "places, standings, lots, final places, points. Exit status: 0 no error, 1 errors found, 2 unreadable."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = read_object(options["file"])
            findings, derived = content_findings(content)
        except BadEventFile as bad:
            self.unreadable(options, bad)
            return
        places = [
            {"place": row.place, "player": row.player, "ordinary": row.ordinary / 2, "points": row.multiplied / 2}
            for row in derived.points
        ]
        errors = sum(finding.is_error for finding in findings)
        warnings = len(findings) - errors
        with override(options["language"]):
            summary = gettext("Players: {players}. Errors: {errors}. Warnings: {warnings}.").format(
                players=len(places), errors=errors, warnings=warnings
            )
        self.answer(options, findings, places, summary, game_of(content))
