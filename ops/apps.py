"""App configuration of the operations package."""

from django.apps import AppConfig


class OpsConfig(AppConfig):
    """Register the management commands of operators."""

    name = "ops"
