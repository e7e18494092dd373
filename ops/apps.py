"""App configuration of the operations package."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class OpsConfig(AppConfig):
    """Register the management commands of operators and the checks of a deployment."""

    name = "ops"
    default = True

    def ready(self) -> None:
        from django.apps import apps
        from django.db.models.signals import post_migrate

        from ops.checks import deployment  # noqa: F401
        from ops.public_changes import install

        # The signal is sent for apps with models; when it is, the tables of all apps are there.
        post_migrate.connect(install, sender=apps.get_app_config("ranking"), dispatch_uid="fossato-public-changes")


class AdministrationConfig(AdminConfig):
    """App of Django's administration, with the site of ``ops.administration``."""

    default_site = "ops.administration.Administration"
    default = False
