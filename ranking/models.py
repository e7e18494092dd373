"""The ledger of homologated results and the call-up to the national final (articles 1.4, 1.6, 1.7)."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


class AppendOnlyError(Exception):
    """An append-only row was to be changed or deleted. The database rejects it too (migration 0003)."""

    def __init__(self, model: str, verb: str) -> None:
        super().__init__(f"{model}: rows are added, never changed or deleted ({verb} refused)")


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Query set that rejects updates and deletions of many rows."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(self.model.__name__, "update")

    def bulk_update(self, objs: Any, fields: Any, batch_size: int | None = None) -> NoReturn:
        raise AppendOnlyError(self.model.__name__, "update")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(self.model.__name__, "delete")


class AppendOnly(models.Model):
    """Abstract model whose rows are inserted once and never changed."""

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
    """A decision of the Referent about an event or organiser, with its reason. Append-only."""

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
        RESTORED = "restored", _("organiser restored")

    event = models.ForeignKey("tournament.Event", models.PROTECT, null=True, blank=True, related_name="decisions")
    organiser = models.ForeignKey(
        "tournament.Organiser", models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    kind = models.CharField(max_length=16, choices=Kind)
    #: Empty for an approval without remarks.
    reason = models.TextField(_("reason"), blank=True)
    fascia = models.CharField(max_length=3, blank=True)
    report = models.ForeignKey("tournament.Report", models.PROTECT, null=True, blank=True, related_name="decisions")
    #: Findings of the recomputation as shown to the Referent.
    findings = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()
    #: The account of a decision's author is closed instead of deleted.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name, verbose_name_plural = _("decision"), _("decisions")


class LedgerEntry(AppendOnly):
    """One player's result of one homologated event. Append-only: a revocation adds the reversing entry."""

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
        # Covering indexes: they hold all columns that the Ranking sums, so that the table itself is not read.
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
    """A player on the call-up list of the national final (art. 1.7).

    A replaced player keeps the rank in the Ranking.
    """

    class State(models.TextChoices):
        CALLED = "called", _("called")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        NO_ANSWER = "no_answer", _("no answer")
        REPLACED = "replaced", _("replaced")
        WITHDRAWN = "withdrawn", _("no longer called")

    season = models.ForeignKey("tournament.Season", models.PROTECT, related_name="call_ups")
    person = models.ForeignKey("tournament.Person", models.PROTECT, related_name="call_ups")
    #: Order of the call: by rank, with ties at the line decided by lots.
    order = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    lot = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.CALLED)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    note = models.TextField(blank=True)
    history = audited_history()

    class Meta:
        ordering = ["season", "order"]
        verbose_name, verbose_name_plural = _("call-up"), _("call-ups")
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="call_up_once"),
            models.UniqueConstraint(fields=["season", "order"], name="call_up_order_once"),
        ]


class ReportCheck(models.Model):
    """Numbers of differences and warnings found when a report was recomputed; no names.

    Derived data for the list of reports (``ranking.homologation.report_checks``).
    """

    report = models.OneToOneField("tournament.Report", models.CASCADE, primary_key=True, related_name="stored_check")
    #: Digest of what the result depends on.
    mark = models.CharField(max_length=64)
    errors = models.PositiveIntegerField()
    warnings = models.PositiveIntegerField()
    checked_at = models.DateTimeField()


class EventStatistics(models.Model):
    """Figures of one homologated event, counted from its tables (``ranking.statistics.figures``); no names.

    Derived data: written by homologation and revocation, and recomputed by ``statistics_rebuild``.
    """

    event = models.OneToOneField("tournament.Event", models.CASCADE, primary_key=True, related_name="statistics")
    figures = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("figures of an event"), _("figures of events")


class SeasonStatistics(models.Model):
    """The sum of the figures of a season's homologated events, and their number."""

    season = models.OneToOneField("tournament.Season", models.CASCADE, primary_key=True, related_name="statistics")
    events = models.PositiveIntegerField(default=0)
    figures = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("figures of a season"), _("figures of seasons")
