"""Project configuration: settings, URLs, servers, tasks."""

import gc

from config.celery import app as celery_app

__all__ = ["celery_app"]

# Each process of the project imports this package before its settings. Python's own threshold, 700, has the collector
# go through all modules again and again while they are loaded: a quarter of the time that a process takes to start.
gc.set_threshold(50_000, 20, 50)
