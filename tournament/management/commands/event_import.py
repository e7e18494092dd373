"""``manage.py event_import FILE``: import a complete event into the database, atomically."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import override

from tournament.core.messages import sentence
from tournament.exchange.export import event_from_file
from tournament.exchange.importing import import_warnings
from tournament.exchange.refusals import FileRefused
from tournament.management.event_files import UNREADABLE, WRONG, account, as_line, read_object
from tournament.models import Event, Organiser, Season
from tournament.regulation.event_file.report import game_of
from tournament.regulation.refusals import BadEventFile
from tournament.regulation.refused import Refused
from tournament.reports.services import forum_report_set, photo_add, report_submit


class Command(BaseCommand):
    help = (
        "Imports a tournament-event file. The event is concluded: photos and the address on the Forum are added on "
        "its page, or here with --photo and --forum; --report then sends the report to the Referent. "
        "Exit status: 0 imported, 1 refused with the findings, 2 unreadable."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file; - is the standard input")
        parser.add_argument("--by", default="", metavar="ACCOUNT", help="who imports it; organises the event then")
        parser.add_argument("--organiser", default="", metavar="NAME", help="instead of the file's")
        parser.add_argument(
            "--season", default="", metavar="SLUG", help="instead of the one that holds the event's days"
        )
        parser.add_argument(
            "--match-names", action="store_true", help="join players to the list where the name is unique"
        )
        parser.add_argument(
            "--signed-forms",
            action="store_true",
            help="the signed consent forms are in the Referent's hands: names are shown in the Ranking too",
        )
        parser.add_argument("--photo", action="append", default=[], metavar="PICTURE", help="a photo of the event")
        parser.add_argument("--forum", default="", metavar="ADDRESS", help="of the report published on the Forum")
        parser.add_argument("--report", action="store_true", help="send the report to the Referent at once")
        parser.add_argument("--language", choices=("it", "en"), default="it", help="of the sentences (it)")

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"]
        try:
            content = read_object(options["file"])
            for finding in import_warnings(content):
                self.stderr.write(as_line(finding, language, game_of(content)))
            with override(language):
                event = self._import(content, options)
        except BadEventFile as bad:
            self.stderr.write(sentence(bad, language))
            sys.exit(UNREADABLE)
        except FileRefused as refused:
            for finding in refused.findings:
                self.stderr.write(as_line(finding, language, game_of(content)))
            self.stderr.write(sentence(refused, language))
            sys.exit(WRONG)
        except Refused as refused:
            self.stderr.write(sentence(refused, language))
            sys.exit(WRONG)
        self.stdout.write(f"{event.slug}: {event.get_state_display()}")

    @transaction.atomic
    def _import(self, content: dict[str, Any], options: dict[str, Any]) -> Event:
        by = account(options["by"])
        event = event_from_file(
            content=content,
            by=by,
            organiser=_named(Organiser, "name", options["organiser"]),
            season=_named(Season, "slug", options["season"]),
            match_names=options["match_names"],
            signed_forms=options["signed_forms"],
        )
        for name in options["photo"]:
            path = Path(name)
            if not path.is_file():
                raise CommandError(f"{name}: no such file")
            with path.open("rb") as file:
                photo_add(event=event, file=file, caption="", by=by)
        if options["forum"]:
            forum_report_set(event=event, url=options["forum"], by=by)
        if options["report"]:
            report_submit(event=event, by=by)
        return Event.objects.get(pk=event.pk)


def _named(model: Any, field: str, name: str) -> Any:
    """Return the row with this name; None for an empty name. Errors: CommandError."""
    if not name:
        return None
    matching_row = model.objects.filter(**{field: name}).first()
    if matching_row is None:
        raise CommandError(f"There is no {model._meta.verbose_name} called {name!r}.")
    return matching_row
