"""The application of the own games; it has no models."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PracticeConfig(AppConfig):
    """Tables with bots, the lesson, rulebooks, recorded games."""

    name = "practice"

    def ready(self) -> None:
        from tournament.delivery.jobs import BOT_MOVES, job_kind_add

        job_kind_add(
            BOT_MOVES, "practice.tables.worker_moves.bot_moves_job", subject=_("Moves of bots in a visitor’s game")
        )
