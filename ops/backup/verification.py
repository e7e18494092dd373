"""Verify a whole championship: ledger, draws, event files, triggers, files."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.apps import apps
from django.db import DatabaseError
from django.db.models import FileField

from ops.backup.archive import Progress, no_progress
from ops.backup.databases import triggers_missing
from ranking.homologation.ledger import ledger_check
from ranking.models import LedgerEntry
from tournament.draws.selectors import draw_findings
from tournament.exchange.export import EXPORTABLE_STATES, event_to_file
from tournament.models import Draw, Event, Report, Season, Sheet
from tournament.regulation.event_file.report import content_findings
from tournament.reports.recompute import report_recompute

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Verification:
    """Counts of the items checked by kind, and each problem as a line that is stable between runs."""

    counts: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def add(self, name: str, number: int = 1) -> None:
        self.counts[name] = self.counts.get(name, 0) + number


def championship_verify(progress: Progress = no_progress) -> Verification:
    """Compare everything stored with what it follows from (art. 1.4, 1.5, 1.6); changes nothing.

    Compares the ledger with its rebuild, repeats every draw, derives every event again from its file, and checks the
    triggers that protect the ledger and the files that rows name.
    """
    verification = Verification()
    verification.problems += [f"the database lacks the trigger {name}" for name in triggers_missing()]
    _check_ledger(verification, progress)
    _check_draws(verification, progress)
    _check_events(verification, progress)
    _check_files(verification, progress)
    verification.add("sheets", Sheet.objects.count())
    return verification


@contextmanager
def _errors_as_problems(verification: Verification, what: str) -> Iterator[None]:
    """Record an exception inside the block as a problem: one inconsistent row must not prevent a backup."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        logger.exception("The check of %s failed.", what)
        verification.problems.append(f"{what}: {type(error).__name__}")


def _check_ledger(verification: Verification, progress: Progress) -> None:
    seasons = list(Season.objects.order_by("first_day"))
    for number, season in enumerate(seasons, start=1):
        with _errors_as_problems(verification, f"ledger of {season.slug}"):
            for finding in ledger_check(season):
                verification.problems.append(f"ledger of {season.slug}: {finding.event}, person {finding.person}")
        progress("ledger", number, len(seasons))
    verification.add("seasons", len(seasons))
    verification.add("ledger entries", LedgerEntry.objects.count())


def _check_draws(verification: Verification, progress: Progress) -> None:
    total = Draw.objects.filter(drawn_at__isnull=False).count()
    draws = Draw.objects.filter(drawn_at__isnull=False).order_by("pk").iterator(chunk_size=500)
    for number, draw in enumerate(draws, start=1):
        with _errors_as_problems(verification, f"draw {draw.pk}"):
            verification.problems += [
                f"draw {draw.pk}: {finding.code}" for finding in draw_findings(draw) if finding.is_error
            ]
        progress("draws", number, total)
    verification.add("draws", total)


def _check_events(verification: Verification, progress: Progress) -> None:
    events = list(Event.objects.filter(state__in=EXPORTABLE_STATES).order_by("pk"))
    for number, event in enumerate(events, start=1):
        with _errors_as_problems(verification, f"event {event.slug}"):
            verification.problems += sorted(set(_event_problems(event)))
        progress("events", number, len(events))
    verification.add("events", Event.objects.count())
    verification.add("event files", len(events))


def _event_problems(event: Event) -> Iterator[str]:
    report = Report.objects.filter(event=event).order_by("-version").first()
    findings = report_recompute(report) if report else content_findings(event_to_file(event))[0]
    for finding in findings:
        if finding.is_error:
            yield f"event {event.slug}: {finding.code} {finding.path}"


def _check_files(verification: Verification, progress: Progress) -> None:
    """Check the files of rows: photos and printed papers."""
    for model in apps.get_models():
        for column in model._meta.concrete_fields:
            if not isinstance(column, FileField) or model._meta.proxy:
                continue
            names = list(model._default_manager.exclude(**{column.name: ""}).values_list(column.name, flat=True))
            for number, name in enumerate(names, start=1):
                if name and not column.storage.exists(name):
                    verification.problems.append(f"{model._meta.label}: the file {name} is not there")
                progress("files", number, len(names))
            verification.add("files", len(names))
