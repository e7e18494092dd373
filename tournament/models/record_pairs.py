"""Decisions on two records of the national list: one person, or two of one name (AMB-25)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RecordPair(models.Model):
    """What the Referent decided on two records, with what a join moved, so that it can be taken back.

    The newest row of a pair holds; a decision that was taken back holds no more.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("its addresses were written to")
        JOINED = "joined", _("one person")
        TWO = "two", _("two people")
        UNDONE = "undone", _("taken back")

    kept = models.ForeignKey("tournament.Person", models.CASCADE, related_name="pairs")
    #: The record that was joined to the kept one; in a pair of two people either of them.
    other = models.ForeignKey("tournament.Person", models.CASCADE, related_name="pairs_as_other")
    state = models.CharField(max_length=8, choices=State, db_index=True)
    reason = models.TextField(blank=True)
    #: When the addresses of both records were told that they may be joined.
    told_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: What a join moved and dropped: keys of rows and of versions in the history, no names and no addresses.
    moved = models.JSONField(default=dict, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        verbose_name, verbose_name_plural = _("pair of records"), _("pairs of records")

    def __str__(self) -> str:
        return f"{self.kept_id}-{self.other_id}"
