"""The ledger of homologated results and the call-up to the national final (articles 1.4, 1.6, 1.7)."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class AppendOnlyError(Exception):
    """Somebody tried to change or delete what is only ever added to. The database refuses it too (migration 0003)."""

    def __init__(self, model: str, verb: str) -> None:
        super().__init__(f"{model}: rows are added, never changed or deleted ({verb} refused)")


class AppendOnlyQuerySet(models.QuerySet):
    """Refuses what would change many rows at once."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(self.model.__name__, "update")

    def bulk_update(self, objs: Any, fields: Any, batch_size: int | None = None) -> NoReturn:
        raise AppendOnlyError(self.model.__name__, "update")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(self.model.__name__, "delete")


class AppendOnly(models.Model):
    """A row that is written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(type(self).__name__, "update")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(type(self).__name__, "delete")


class Decision(AppendOnly):
    """What the Referent decided about an event, and why. Decisions are added, never changed."""

    class Kind(models.TextChoices):
        AUTHORISED = "authorised", _("authorised")
        NOT_AUTHORISED = "not_authorised", _("not authorised")
        PROMOTED = "promoted", _("promoted")
        DEMOTED = "demoted", _("demoted")
        HOMOLOGATED = "homologated", _("ratified")
        REFUSED = "refused", _("not ratified")
        REVOKED = "revoked", _("ratification revoked")
        REOPENED = "reopened", _("reopened")
        DISQUALIFIED = "disqualified", _("organiser disqualified")

    event = models.ForeignKey("tournament.Event", models.PROTECT, null=True, blank=True, related_name="decisions")
    organiser = models.ForeignKey(
        "tournament.Organiser", models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    kind = models.CharField(max_length=16, choices=Kind)
    #: Empty where the Referent approved and had nothing to add.
    reason = models.TextField(_("reason"), blank=True)
    fascia = models.CharField(max_length=3, blank=True)
    report = models.ForeignKey("tournament.Report", models.PROTECT, null=True, blank=True, related_name="decisions")
    #: Findings of the recomputation as the Referent saw them.
    findings = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()
    #: An account that decided something is closed, not deleted.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name, verbose_name_plural = _("decision"), _("decisions")


class LedgerEntry(AppendOnly):
    """One player's result of one homologated event; a revocation adds the reversing entry. Nothing is ever changed."""

    season = models.ForeignKey("tournament.Season", models.PROTECT, related_name="ledger")
    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="ledger")
    decision = models.ForeignKey(Decision, models.PROTECT, related_name="ledger")
    person = models.ForeignKey("tournament.Person", models.PROTECT, related_name="ledger")
    place = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    fascia = models.CharField(max_length=3)
    half_points = models.IntegerField()
    wins = models.SmallIntegerField()
    ordinary_wins = models.SmallIntegerField()
    seconds = models.SmallIntegerField()
    thirds = models.SmallIntegerField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        verbose_name, verbose_name_plural = _("ledger entry"), _("ledger entries")
        # Both hold all that the Ranking adds up, so that its sums are read from the index alone.
        indexes = [
            models.Index(
                fields=[
                    "season",
                    "person",
                    "half_points",
                    "wins",
                    "ordinary_wins",
                    "seconds",
                    "thirds",
                    "reverses",
                ],
                name="ledger_sums_by_person",
            ),
            models.Index(fields=["season", "event", "reverses"], name="ledger_count_by_event"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["decision", "person"], condition=Q(reverses__isnull=True), name="ledger_once_per_decision"
            ),
        ]


class CallUp(models.Model):
    """A name of the list called to the national final (art. 1.7); a replaced player keeps the place in the Ranking."""

    class State(models.TextChoices):
        CALLED = "called", _("called")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        NO_ANSWER = "no_answer", _("no answer")
        REPLACED = "replaced", _("replaced")
        WITHDRAWN = "withdrawn", _("no longer called")

    season = models.ForeignKey("tournament.Season", models.PROTECT, related_name="call_ups")
    person = models.ForeignKey("tournament.Person", models.PROTECT, related_name="call_ups")
    #: Order of the call: the rank, lots at the line included.
    order = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    lot = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.CALLED)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    note = models.TextField(blank=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["season", "order"]
        verbose_name, verbose_name_plural = _("call-up"), _("call-ups")
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="call_up_once"),
            models.UniqueConstraint(fields=["season", "order"], name="call_up_order_once"),
        ]
