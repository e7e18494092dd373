"""App configuration of the operations package."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class OpsConfig(AppConfig):
    """Register the management commands of operators and the checks of a deployment."""

    name = "ops"
    default = True

    def ready(self) -> None:
        from ops.checks import deployment  # noqa: F401


class AdministrationConfig(AdminConfig):
    """App of Django's administration, with the site of ``ops.administration``."""

    default_site = "ops.administration.Administration"
    default = False
