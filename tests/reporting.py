"""Create reported and homologated events through the services."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

from PIL import Image

from games.findings import Finding
from ranking.homologation import services as homologation_services
from tests import factories
from tests.stored_events import stored
from tournament.models import Event, Report
from tournament.regulation.parameters import TIME_ZONE
from tournament.reports import services as reports
from tournament.reports.recompute import report_recompute

ROME = TIME_ZONE
#: The day after the events of the factories (4 July 2009).
NEXT_DAY = datetime(2009, 7, 5, 12, tzinfo=ROME)
REASON = "I conti tornano"
FORUM = "https://forum.example/cronaca/1"


def picture(shade: int = 120, kind: str = "PNG", **options: Any) -> BytesIO:
    """Return a small picture as an open file."""
    buffer = BytesIO()
    Image.new("RGB", (64, 48), (shade, 90, 60)).save(buffer, kind, **options)
    buffer.seek(0)
    return buffer


def recomputed(report: Report, *, by: Any = None) -> list[Finding]:
    """Return the findings of a report's recomputation, but that the rounds were drawn with a word: the factories do."""
    return [finding for finding in report_recompute(report, by=by) if finding.code != "WORD_BY_OPERATOR"]


def complete(event: Event, *, at: datetime = NEXT_DAY) -> Event:
    """Add a photo and the Forum address."""
    reports.photo_add(event=event, file=picture(), caption="La finale", by=None)
    return reports.forum_report_set(event=event, url=FORUM, by=None, at=at)


def submit(event: Event, *, by: Any = None, at: datetime = NEXT_DAY) -> Report:
    """Complete and submit the report."""
    complete(event, at=at)
    return reports.report_submit(event=event, by=by, at=at + timedelta(hours=1))


@stored
def reported_event(*, players: int = 12, **facts: Any) -> Event:
    """Create an event whose report awaits the Referent."""
    event = factories.concluded_event(players=players, **facts)
    submit(event)
    return Event.objects.get(pk=event.pk)


@stored
def homologated_event(*, players: int = 12, by: Any = None, **facts: Any) -> Event:
    """Create an event that counts for the Ranking."""
    event = reported_event(players=players, **facts)
    homologation_services.event_homologate(event=event, by=by, reason=REASON)
    return Event.objects.get(pk=event.pk)
