"""The application of the national ranking."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RankingConfig(AppConfig):
    """Homologated results, the national ranking, the call-up to the final."""

    name = "ranking"
    verbose_name = _("National ranking")
