"""The Celery application: in process by default, on Redis with the production settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("fossato")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
