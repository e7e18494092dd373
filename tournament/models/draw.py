"""Draws as evidence: committed to before the inputs are closed, revealed with the outcome, never drawn twice."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class Draw(models.Model):
    """One draw. ``commitment`` is public from the start; ``seed`` is secret until ``drawn_at``."""

    class Purpose(models.TextChoices):
        TABLES = "tables", _("tables of round 1")
        SEATS = "seats", _("seats")
        KINGDOM = "kingdom", _("kingdom")
        TABLE_LOTS = "table_lots", _("lots at a table")
        STANDINGS_LOTS = "standings_lots", _("lots of the standings")
        RANKING_LOTS = "ranking_lots", _("lots of the Ranking")

    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, blank=True, related_name="draws")
    season = models.ForeignKey("tournament.Season", models.CASCADE, null=True, blank=True, related_name="draws")
    purpose = models.CharField(max_length=16, choices=Purpose)
    #: What exactly is drawn, e.g. "round-2" or "round-2/table-3": with the purpose it is drawn once and for all.
    scope = models.CharField(max_length=60)
    commitment = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    word = models.CharField(_("word called out"), max_length=64, blank=True)
    inputs = models.JSONField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    by_hand = models.BooleanField(default=False)
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: Set when the round was undone before any result: the draw stays as evidence and its place is free again.
    annulled_at = models.DateTimeField(null=True, blank=True)
    annulled_reason = models.TextField(blank=True)
    history = HistoricalRecords(excluded_fields=["seed"])

    class Meta:
        ordering = ["committed_at", "pk"]
        verbose_name, verbose_name_plural = _("draw"), _("draws")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "purpose", "scope"], condition=Q(annulled_at__isnull=True), name="draw_once_per_event"
            ),
            models.UniqueConstraint(
                fields=["season", "purpose", "scope"],
                condition=Q(annulled_at__isnull=True, event__isnull=True),
                name="draw_once_per_season",
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=False) | Q(season__isnull=False), name="draw_belongs_somewhere"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("draw", args=[self.pk])
