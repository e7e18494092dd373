from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """People, events, rounds, tables, sheets, draws, reports."""

    name = "tournament"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from games import packs
        from tournament import live, locale
        from tournament.selectors.packs import SHELF

        live.connect()
        locale.connect()
        packs.add_source(SHELF)
