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
        INSPECTED = "inspected", _("visited")

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


class FinalRanking(AppendOnly):
    """The final Ranking of a season as it was published: a numbered, signed document (art. 1.6). Append-only.

    A reopened season that is closed again gets another document with another number.
    """

    #: Of all seasons together, from 1.
    number = models.PositiveIntegerField(_("number"), unique=True)
    season = models.ForeignKey("tournament.Season", models.PROTECT, related_name="final_rankings")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    #: The signed text, JSON without names: a consent can be withdrawn, a signed text cannot be changed.
    content = models.TextField()
    sha256 = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)

    class Meta:
        ordering = ["-number"]
        verbose_name, verbose_name_plural = _("final Ranking"), _("final Rankings")

    def __str__(self) -> str:
        return str(self.number)


class FinalRankingRow(AppendOnly):
    """The owner of a row of a final Ranking. The document names the row by a code made of the secret and the record."""

    document = models.ForeignKey(FinalRanking, models.PROTECT, related_name="rows")
    position = models.PositiveIntegerField()
    person = models.ForeignKey("tournament.Person", models.PROTECT, related_name="final_ranking_rows")
    secret = models.CharField(max_length=32)

    class Meta:
        ordering = ["document", "position"]
        verbose_name, verbose_name_plural = _("row of a final Ranking"), _("rows of final Rankings")
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="final_ranking_position_once")]


class SeasonReopening(AppendOnly):
    """A closed season was reopened: its document no longer holds, and stays readable. Append-only."""

    document = models.OneToOneField(FinalRanking, models.PROTECT, related_name="reopening")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.TextField(_("reason"))

    class Meta:
        verbose_name, verbose_name_plural = _("reopening of a season"), _("reopenings of seasons")


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
    #: Last day for the answer; without one nothing happens by itself.
    answer_by = models.DateField(_("answer by"), null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    #: When the link of the mail was opened for the first time.
    #: The call whose place a substitute takes.
    instead_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="substitute")
    note = models.TextField(blank=True)
    history = audited_history()

    class Meta:
        ordering = ["season", "order"]
        verbose_name, verbose_name_plural = _("call-up"), _("call-ups")
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="call_up_once"),
            models.UniqueConstraint(fields=["season", "order"], name="call_up_order_once"),
        ]


class PastSeason(models.Model):
    """A season played before this site, imported from a file."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    game = models.CharField(_("game"), max_length=40, default="dominion")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    final_place = models.CharField(_("place of the final"), max_length=120, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["-last_day"]
        verbose_name, verbose_name_plural = _("past season"), _("past seasons")

    def __str__(self) -> str:
        return self.name


class PastPlace(models.Model):
    """A place in the Ranking or the final of a past season. Without consent neither name nor city is stored."""

    class List(models.TextChoices):
        RANKING = "ranking", _("Ranking")
        FINAL = "final", _("final")

    season = models.ForeignKey(PastSeason, models.CASCADE, related_name="places")
    list = models.CharField(max_length=8, choices=List)
    place = models.PositiveSmallIntegerField()
    #: The record whose card the file names; its name is shown as anywhere else.
    person = models.ForeignKey("tournament.Person", models.PROTECT, null=True, blank=True, related_name="past_places")
    name = models.CharField(max_length=160, blank=True)
    city = models.CharField(max_length=80, blank=True)
    half_points = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["season", "list", "place"]
        verbose_name, verbose_name_plural = _("place of a past season"), _("places of past seasons")


class EventStatistics(models.Model):
    """Figures of one homologated event, counted from its tables (``ranking.statistics.figures``); no names.

    Derived data: written by homologation and revocation, and recomputed by ``statistics_rebuild``.
    """

    event = models.OneToOneField("tournament.Event", models.CASCADE, primary_key=True, related_name="statistics")
    figures = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("figures of an event"), _("figures of events")


class SeasonStatistics(models.Model):
    """The sum of the figures of a season's homologated events, and their number; the sums of its ledger by player.

    Arguments:
        sums: as ``ranking.national.sums.StoredSums``; keys of records, no names.
    """

    season = models.OneToOneField("tournament.Season", models.CASCADE, primary_key=True, related_name="statistics")
    events = models.PositiveIntegerField(default=0)
    figures = models.JSONField(default=dict)
    sums = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("figures of a season"), _("figures of seasons")


class PlayerRating(models.Model):
    """The unofficial rating of a player after one homologated event (``ranking.rules.rating``).

    Derived data, written with the statistics. It belongs to the entry, so that it follows joined and erased records.
    """

    entry = models.OneToOneField("tournament.Entry", models.CASCADE, primary_key=True, related_name="rating")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        verbose_name, verbose_name_plural = _("rating of a player"), _("ratings of players")


class RatingsDue(models.Model):
    """From which event on the ratings of a game are out of date; a game without a row has all of them up to date.

    Derived data. A job moves the row on, some events at a time, and deletes it at the end of the season
    (``ranking.statistics.ratings``).

    Arguments:
        day, event_number: last day and key of the first event to be counted again; the event itself may be gone.
    """

    game = models.CharField(max_length=40, unique=True)
    day = models.DateField()
    event_number = models.PositiveBigIntegerField()

    class Meta:
        verbose_name, verbose_name_plural = _("ratings to be counted again"), _("ratings to be counted again")
