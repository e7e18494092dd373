"""The Celery application: tasks run in process by default, through Redis with the production settings."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from ops import heartbeats

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("fossato")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _logs_as_the_settings_say(**_more: Any) -> None:
    """Stop Celery from configuring logging: Django has already done so from LOGGING."""


heartbeats.connect()
