"""Seasons of the championship. Defined here and not in ``ranking`` because every event belongs to one."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import registry
from tournament.models.history import audited_history


def game_name(slug: str) -> str:
    """Return the name of a game in the reader's language; an unknown slug is returned unchanged."""
    return registry.get(slug).names[(get_language() or "it")[:2]] if slug in registry.slugs() else slug


def game_choices() -> list[tuple[str, str]]:
    """Return every game with its name, for a form."""
    return [(slug, game_name(slug)) for slug in registry.slugs()]


def season_label(season: "Season") -> str:
    """Return the name of a season with its game, unless the name already says it."""
    return season.name if season.game_name in season.name else f"{season.name}, {season.game_name}"


class Season(models.Model):
    """Art. 1.3, 1.7: the days in which events count, the regulation they start with, and the final they lead to.

    A season belongs to one game, and so do its events, its Ranking, its call-up and its title. Seasons of different
    games may run at the same time.
    """

    name = models.CharField(_("name"), max_length=80, unique=True)
    slug = models.SlugField(unique=True)
    game = models.CharField(_("game"), max_length=40, default="dominion")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    regulation = models.CharField(_("regulation version"), max_length=20)
    finalists = models.PositiveSmallIntegerField(_("players called to the final"), default=24)
    final_place = models.CharField(_("place of the final"), max_length=120, blank=True)
    final_day = models.DateField(_("day of the final"), null=True, blank=True)
    #: One a line; the publisher gives them and may change them, so that the history keeps each list (art. 1.7).
    final_prizes = models.TextField(_("prizes of the final"), max_length=1000, blank=True, default="", db_default="")
    #: Where events are announced and their reports published (art. 1.2).
    forum_name = models.CharField(_("name of the Forum"), max_length=80, blank=True, db_default="")
    forum_url = models.URLField(_("address of the Forum"), blank=True, db_default="")
    history = audited_history()

    #: Number of players called to the final: set by ``ranking.homologation.queue``, not stored.
    calls: int

    class Meta:
        ordering = ["-first_day"]
        verbose_name, verbose_name_plural = _("season"), _("seasons")
        constraints = [
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="season_days_in_order"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def game_name(self) -> str:
        """Return the game's name in the reader's language."""
        return game_name(self.game)
