"""Celery tasks of the Ranking."""

from __future__ import annotations

from celery import shared_task

from ranking.call_up.sweep import calls_sweep


@shared_task(name="ranking.sweep_calls")
def sweep_calls() -> dict[str, int]:
    """Art. 1.7: close the calls to the final whose day has passed, call the next names, remind who has not answered."""
    return calls_sweep()
