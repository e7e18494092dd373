"""Data sent by the organiser and checked by the Referent (articles 1.2, 1.4)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history
from tournament.models.people import Entry


class FinalPlace(models.Model):
    """The definitive place of an entry, with the counts that the Ranking needs. Points in half-points."""

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="final_places")
    entry = models.OneToOneField("tournament.Entry", models.PROTECT, related_name="final_place")
    place = models.PositiveSmallIntegerField()
    #: "final" for those who played it, else what decided the definitive standings.
    decided_by = models.CharField(max_length=20, blank=True)
    wins = models.PositiveSmallIntegerField()
    ordinary_wins = models.PositiveSmallIntegerField()
    seconds = models.PositiveSmallIntegerField()
    thirds = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["event", "place"]
        constraints = [models.UniqueConstraint(fields=["event", "place"], name="final_place_once")]

    @property
    def has_left(self) -> bool:
        """Return whether the player was not present any more at the end (AMB-31)."""
        return self.entry.state == Entry.State.LEFT and self.decided_by != "final"


class Report(models.Model):
    """A version of the report.

    ``content`` is the ``tournament-event`` file as it was when sent, with ``points``: per player id the ordinary and
    the multiplied half-points, so that differences can be shown.
    """

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="reports")
    version = models.PositiveSmallIntegerField()
    content = models.JSONField()
    sha256 = models.CharField(max_length=64)
    note = models.TextField(_("note to the Referent"), blank=True)
    submitted_at = models.DateTimeField()
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    history = audited_history()

    class Meta:
        ordering = ["event", "-version"]
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="report_version_once")]
