"""Columns of every history row: the action, the actor without an account, and the reason."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.dispatch import receiver
from simple_history.models import HistoricalRecords
from simple_history.signals import pre_create_historical_record

from tournament.models.stored_words import in_words


class AuditedHistory(models.Model):
    """Base of the history rows; ``history_user`` and ``history_change_reason`` are django-simple-history's own."""

    #: The action, e.g. ``"round_close"``: the name of the service; blank if no service did it.
    history_verb = models.CharField(max_length=60, blank=True, default="")
    #: Who acted without an account, as a stored code, e.g. the link of table 7; blank otherwise.
    history_actor = models.TextField(blank=True, default="")

    class Meta:
        abstract = True

    @property
    def reason_in_words(self) -> str:
        """Return the actor without an account and the reason, as one text in the active language."""
        reason: str = getattr(self, "history_change_reason", "") or ""
        return in_words(": ".join(part for part in (self.history_actor, reason) if part))


def audited_history(**options: Any) -> HistoricalRecords:
    """Return the ``history`` of a model, with the columns of :class:`AuditedHistory`."""
    return HistoricalRecords(bases=[AuditedHistory], **options)


@receiver(pre_create_historical_record)
def _fill_columns(instance: models.Model, history_instance: Any, **_: Any) -> None:
    """Copy verb and actor, which ``core.audit`` leaves on the object, to its history row."""
    history_instance.history_verb = getattr(instance, "_history_verb", "")
    history_instance.history_actor = getattr(instance, "_history_actor", "")
