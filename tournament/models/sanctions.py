"""Sanctions: infractions of an event's register with their appeals, and suspensions of players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


class Infraction(models.Model):
    """An infraction that a referee entered, and the appeal against it with its decision.

    Round and table are numbers: a round that is undone leaves the register as it is.
    """

    class Kind(models.TextChoices):
        CAUTION = "caution", _("caution")
        WARNING = "warning", _("warning")
        GAME_LOSS = "game_loss", _("loss of the game")
        DISQUALIFIED = "disqualified", _("disqualification from the event")

    class Appeal(models.TextChoices):
        NONE = "none", _("no appeal")
        OPEN = "open", _("appeal to decide")
        GRANTED = "granted", _("appeal granted")
        REJECTED = "rejected", _("appeal rejected")

    entry = models.ForeignKey("tournament.Entry", models.PROTECT, related_name="infractions")
    kind = models.CharField(_("sanction"), max_length=12, choices=Kind)
    what = models.CharField(_("what happened"), max_length=500)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    minute = models.PositiveSmallIntegerField(_("minute of the game"), null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    appeal = models.CharField(max_length=10, choices=Appeal, default=Appeal.NONE)
    appeal_words = models.CharField(_("appeal"), max_length=500, blank=True)
    decision_reason = models.CharField(_("reason of the decision"), max_length=500, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    history = audited_history()

    class Meta:
        ordering = ["made_at", "pk"]
        verbose_name, verbose_name_plural = _("infraction"), _("infractions")
        constraints = [
            models.CheckConstraint(
                condition=Q(appeal__in=["none", "open"]) | Q(decided_at__isnull=False), name="appeal_decided_at"
            )
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def can_be_deleted(self) -> bool:
        """Return whether it can be deleted as a mistake: it had no effect on the event, and no appeal."""
        return self.kind in (self.Kind.CAUTION, self.Kind.WARNING) and self.appeal == self.Appeal.NONE

    @property
    def stands(self) -> bool:
        """Return whether the sanction is in force: no appeal against it was granted."""
        return self.appeal != self.Appeal.GRANTED


class Suspension(models.Model):
    """The exclusion of a player from entries until a day, that day included."""

    person = models.ForeignKey("tournament.Person", models.CASCADE, related_name="suspensions")
    until = models.DateField(_("until"))
    reason = models.CharField(_("reason"), max_length=500)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["-until", "-pk"]
        verbose_name, verbose_name_plural = _("suspension"), _("suspensions")

    def __str__(self) -> str:
        return str(self.person)
