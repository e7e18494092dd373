"""Prometheus metrics: those of django-prometheus about requests, and the championship's own.

Labels are URL names, states or codes; never a path, a slug, a token or a person's name. With several processes
each writes its counts to PROMETHEUS_MULTIPROC_DIR, and the process that is scraped adds them up.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.db.models import Count, Min, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

from tournament.live import hub as live
from tournament.models import Event, Job, Round, Sheet

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
#: Count findings of sheets this recent only, so that a scrape does not read the sheets of years.
FINDINGS_PERIOD = timedelta(days=1)

viewers = Gauge("fossato_live_viewers", "Streams of news that are open", multiprocess_mode="livesum")


def count_viewers() -> None:
    """Start counting this process's listeners for live news."""
    if viewers.inc not in live.counters:
        live.counters.append(viewers.inc)


class ChampionshipCollector(Collector):
    """Collect metrics from the database at scrape time."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        sheets = GaugeMetricFamily("fossato_sheets", "Versions of score sheets that are kept", labels=["state"])
        by_state = dict(Sheet.objects.order_by().values_list("state").annotate(Count("pk")))
        for state in Sheet.State.values:
            sheets.add_metric([state], by_state.get(state, 0))
        yield sheets

        findings = GaugeMetricFamily(
            "fossato_findings_last_day", "Findings on sheets entered in the last 24 hours", labels=["code"]
        )
        for code, number in sorted(_findings().items()):
            findings.add_metric([code], number)
        yield findings

        yield from _jobs()
        rounds = Round.objects.exclude(state=Round.State.CLOSED).filter(event__state=Event.State.RUNNING)
        yield GaugeMetricFamily("fossato_open_rounds", "Rounds of running events not closed yet", rounds.count())


def _findings() -> Counter[str]:
    rows = (
        Sheet.objects.filter(entered_at__gt=timezone.now() - FINDINGS_PERIOD)
        .order_by()
        .values_list("findings", flat=True)
    )
    return Counter(str(finding.get("code", "")) for findings in rows.iterator() for finding in findings)


def _jobs() -> Iterator[GaugeMetricFamily]:
    jobs = GaugeMetricFamily("fossato_jobs", "Jobs by what became of them", labels=["state"])
    by_state = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in Job.State.values:
        jobs.add_metric([state], by_state.get(state, 0))
    yield jobs
    now = timezone.now()
    # A job scheduled for later (the next attempt after a failure) is not late before that moment.
    due_jobs = Job.objects.filter(Q(lease_until=None) | Q(lease_until__lte=now), state=Job.State.WAITING)
    oldest = due_jobs.aggregate(oldest=Min(Coalesce("lease_until", "created_at")))["oldest"]
    age = max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
    yield GaugeMetricFamily("fossato_oldest_waiting_job_seconds", "Age of the oldest Job that nobody has begun", age)


def _prune_dead_workers(folder: Path) -> None:
    """Remove the viewer gauges of dead worker processes."""
    for file in folder.glob("gauge_live*_*.db"):
        number = file.stem.rpartition("_")[2]
        if number.isdecimal() and not Path(f"/proc/{number}").exists():
            multiprocess.mark_process_dead(int(number))


def exposition() -> tuple[bytes, str]:
    """Return all metrics in the Prometheus format, and their content type."""
    registry = CollectorRegistry()
    folder = os.environ.get(FOLDER)
    if folder:
        _prune_dead_workers(Path(folder))
        multiprocess.MultiProcessCollector(registry)
    registry.register(ChampionshipCollector())
    content = generate_latest(registry) if folder else generate_latest(registry) + generate_latest(REGISTRY)
    return content, CONTENT_TYPE_LATEST
