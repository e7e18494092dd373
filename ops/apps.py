"""App configuration of the operations package."""

from django.apps import AppConfig


class OpsConfig(AppConfig):
    """Register the management commands of operators and the checks of a deployment."""

    name = "ops"

    def ready(self) -> None:
        from ops.checks import deployment  # noqa: F401
