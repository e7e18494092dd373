"""Requests to play an authorised event on another day (art. 1.2)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


class EventMove(models.Model):
    """An organiser's wish to move an event, announced anew; the Referent agrees or not."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the Referent")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("taken back")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="moves")
    first_day = models.DateField(_("new first day"))
    last_day = models.DateField(_("new last day"))
    #: The new announcement on the Forum, and its day.
    announcement_url = models.URLField(_("address of the new announcement"))
    announced_on = models.DateField(_("announced on"))
    reason = models.CharField(_("reason"), max_length=400)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(auto_now_add=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Why the Referent refused.
    answer = models.TextField(blank=True)
    history = audited_history()

    class Meta:
        ordering = ["-pk"]
        verbose_name, verbose_name_plural = _("event moved"), _("events moved")
        constraints = [
            models.UniqueConstraint(fields=["event"], condition=Q(state="waiting"), name="one_waiting_move"),
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="event_move_days_in_order"),
        ]

    def __str__(self) -> str:
        return self.event.name
