"""The application of the tournament."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """App of people, events, rounds, tables, sheets, draws and reports."""

    name = "tournament"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from games import packs
        from tournament.access import api_tokens
        from tournament.card_packs.selectors import DATABASE_PACK_SOURCE
        from tournament.delivery import waiting, waiting_kinds
        from tournament.live import hub as live
        from tournament.regulation import parameters as regulation
        from tournament.regulation_versions.selectors import DATABASE_REGULATION_SOURCE
        from tournament.web import locale
        from tournament.web.account import second_factor, sessions, staff_session

        api_tokens.connect()
        live.connect()
        locale.connect()
        sessions.connect()
        staff_session.connect()
        second_factor.connect()
        packs.add_source(DATABASE_PACK_SOURCE)
        regulation.add_source(DATABASE_REGULATION_SOURCE)
        waiting.kinds_add(waiting_kinds.KINDS)
