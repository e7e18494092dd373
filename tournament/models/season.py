"""A season of the championship. It stands here and not in ``ranking`` because every event belongs to one."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class Season(models.Model):
    """Art. 1.3, 1.7: the days in which events count, the regulation they start with, and the final they lead to."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    slug = models.SlugField(unique=True)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    regulation = models.CharField(_("regulation version"), max_length=20)
    finalists = models.PositiveSmallIntegerField(_("players called to the final"), default=24)
    final_place = models.CharField(_("place of the final"), max_length=120, blank=True)
    final_day = models.DateField(_("day of the final"), null=True, blank=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["-first_day"]
        verbose_name, verbose_name_plural = _("season"), _("seasons")
        constraints = [
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="season_days_in_order"),
        ]

    def __str__(self) -> str:
        return self.name
