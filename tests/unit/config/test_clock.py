"""Test which tasks of the clock are due, and a Redis that is away."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from config import clock
from config.celery import app

ROME = ZoneInfo("Europe/Rome")
SATURDAY = datetime(2026, 11, 28, 15, 0, 20, tzinfo=ROME).timestamp()


@pytest.mark.parametrize(
    ("task", "sent", "now", "due"),
    [
        ("tournament.sweep_jobs", "15:00:20", "15:00:59", False),
        ("tournament.sweep_jobs", "15:00:20", "15:01:00", True),
        ("tournament.sweep_entries", "15:00:20", "15:04:59", False),
        ("tournament.sweep_entries", "15:00:20", "15:05:01", True),
        ("tournament.sweep_failures", "14:05:01", "15:04:59", False),
        ("tournament.sweep_failures", "14:05:01", "15:05:00", True),
        ("tournament.sweep_reports", "00:05:00", "23:59:59", False),
        # The machine was off at five past midnight.
        ("tournament.sweep_reports", "00:04:59", "09:00:00", True),
        # The time was set back.
        ("tournament.sweep_jobs", "16:00:00", "15:00:00", True),
    ],
)
def test_task_is_due_once_after_its_time(task: str, sent: str, now: str, due: bool) -> None:
    at = [datetime.fromisoformat(f"2026-11-28T{time}").replace(tzinfo=ROME).timestamp() for time in (sent, now)]
    assert clock.is_due(task, at[0], at[1]) == due


def test_every_task_exists_and_is_due_if_it_was_never_sent() -> None:
    app.loader.import_default_modules()
    assert set(clock.DUE) <= set(app.tasks)
    assert all(clock.is_due(task, None, SATURDAY) for task in clock.DUE)


def test_clock_without_redis_says_so_and_leaves(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert clock.main() == 1
    assert "Redis does not answer" in capsys.readouterr().err
