"""The Celery application: tasks run in process by default, through Redis with the production settings."""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import setup_logging

from ops import heartbeats

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("fossato")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "jobs": {"task": "tournament.sweep_jobs", "schedule": float(os.environ.get("FOSSATO_SWEEP_SECONDS", "60"))},
    "clocks": {"task": "tournament.sweep_clocks", "schedule": 60.0},
    # After each full hour, when all of its failures are known.
    "failures": {"task": "tournament.sweep_failures", "schedule": crontab(minute=5)},
    "calls": {"task": "ranking.sweep_calls", "schedule": 300.0},
    "entries": {"task": "tournament.sweep_entries", "schedule": 300.0},
    # After midnight in Rome, when the seventh day has ended (art. 1.2).
    "reports": {"task": "tournament.sweep_reports", "schedule": crontab(minute=5, hour=0)},
    "retention": {"task": "tournament.sweep_retention", "schedule": crontab(minute=35, hour=3)},
}


@setup_logging.connect
def _logs_as_the_settings_say(**_more: Any) -> None:
    """Stop Celery from configuring logging: Django has already done so from LOGGING."""


heartbeats.connect()
