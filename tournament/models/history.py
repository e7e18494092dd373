"""Columns of every history row: the action, the actor without an account, and the reason; ``core.audit`` fills them."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import models
from django.dispatch import Signal
from simple_history.manager import HistoryManager
from simple_history.models import HistoricalRecords

from tournament.models.stored_sentences import stored_sentence

#: Sent once for rows that ``core.audit.record_all`` saved, instead of their own signals: ``sender`` is their model,
#: ``instances`` the rows, ``created`` whether they are new.
rows_recorded = Signal()


class AuditedHistory(models.Model):
    """Base of the history rows; ``history_user`` and ``history_change_reason`` are django-simple-history's own."""

    #: The action, e.g. ``"round_close"``: the name of the service; blank if no service did it.
    history_verb = models.CharField(max_length=60, blank=True, default="")
    #: Who acted without an account, e.g. through the link of table 7, as a stored sentence: its code, blank otherwise.
    history_actor = models.TextField(blank=True, default="")
    history_actor_params = models.JSONField(blank=True, default=dict)

    class Meta:
        abstract = True

    @property
    def reason_in_words(self) -> str:
        """Return the actor without an account and the reason, as one text in the active language."""
        actor = stored_sentence(self.history_actor, self.history_actor_params)
        reason: str = getattr(self, "history_change_reason", "") or ""
        return ": ".join(part for part in (actor, reason) if part)


class AuditedHistoryManager(HistoryManager):
    """Manager of history rows whose class is made once; the library makes it anew for each row that is written."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type[models.QuerySet[Any]], class_name: str | None = None) -> type:
        """Return the manager with the methods of a query set, the same class for each call."""
        manager: type = super().from_queryset(queryset_class, class_name)
        return manager


def audited_history(**options: Any) -> HistoricalRecords:
    """Return the ``history`` of a model, with the columns of :class:`AuditedHistory`."""
    return HistoricalRecords(bases=[AuditedHistory], history_manager=AuditedHistoryManager, **options)
