"""The application of the national ranking."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RankingConfig(AppConfig):
    """Homologated results, the national ranking, the call-up to the final."""

    name = "ranking"
    verbose_name = _("National ranking")

    def ready(self) -> None:
        from ranking import refusals  # noqa: F401
        from ranking.homologation.waiting import KINDS
        from ranking.national.selectors import ranks_of
        from tournament.delivery.jobs import job_kind_add
        from tournament.delivery.waiting import kinds_add
        from tournament.pages.comers import rank_source_add

        kinds_add(KINDS)
        rank_source_add(ranks_of)
        job_kind_add("ranking_lots", "ranking.call_up.presses.lots_job")
        job_kind_add("ratings", "ranking.statistics.ratings.ratings_job", subject=_("Ratings of players"))
