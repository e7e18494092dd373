"""``manage.py event_export SLUG``: export a complete event as a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.core.messages import sentence
from tournament.exchange.export import event_to_file
from tournament.management.event_files import WRONG
from tournament.models import Event
from tournament.regulation.refused import Refused


class Command(BaseCommand):
    help = "Writes a concluded event as a tournament-event file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event's, as in its address")
        parser.add_argument("--output", "-o", default="-", metavar="FILE", help="- is the standard output")
        parser.add_argument("--language", choices=("it", "en"), default="it", help="of the sentences (it)")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            recent_slugs = ", ".join(Event.objects.order_by("-first_day").values_list("slug", flat=True)[:5])
            raise CommandError(f"There is no event called {options['slug']!r}; the latest: {recent_slugs or 'none'}.")
        try:
            content = event_to_file(event)
        except Refused as refused:
            self.stderr.write(sentence(refused, options["language"]))
            sys.exit(WRONG)
        text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        if options["output"] == "-":
            self.stdout.write(text, ending="")
        else:
            Path(options["output"]).write_text(text, encoding="utf-8")
