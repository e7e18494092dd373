"""Rounds, tables, seats, and the standings frozen after each round (articles 1.5, 2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history

if TYPE_CHECKING:
    from tournament.models.event import Event


class RoundQuerySet(models.QuerySet["Round"]):
    """Queries on rounds shared by several packages."""

    def last_round(self, event: Event) -> Round | None:
        """Return the round of the event drawn last; None before round 1."""
        return self.filter(event=event).order_by("-number").first()


class Round(models.Model):
    """A round of the event; the final is its last one."""

    class State(models.TextChoices):
        PUBLISHED = "published", _("published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    is_final = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.PUBLISHED)
    #: Dominion: {"drawn": [ten code names], "rejected": [...], "branch": 1..3}; other games: their own set-up.
    setup = models.JSONField(default=dict)
    #: Accepted corrections of earlier rounds after which these tables would have been different:
    #: [{"round", "table", "reason"}]. The tables stay as drawn.
    corrected_since = models.JSONField(default=list, blank=True)
    drawn_at = models.DateTimeField()
    #: Why it was drawn outside the event's days; the Referent reads it.
    dates_reason = models.TextField(_("why it was drawn outside the event’s days"), blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    #: Clock: running while ``clock_ends_at`` is set, paused while ``clock_left`` (seconds) is.
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    clock_left = models.PositiveIntegerField(null=True, blank=True)
    history = audited_history()
    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        verbose_name, verbose_name_plural = _("round"), _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_once"),
            models.UniqueConstraint(fields=["event"], condition=models.Q(is_final=True), name="one_final"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"


class Table(models.Model):
    """A table of a round, with its seats in playing order."""

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        SUBMITTED = "submitted", _("being checked")
        CONFIRMED = "confirmed", _("confirmed")

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    #: A player gave up during the game (AMB-35).
    is_abandoned = models.BooleanField(default=False)
    #: Ids of players drawn to this table who did not show up: the others play without them (AMB-45).
    no_shows = models.JSONField(default=list, blank=True)
    note = models.TextField(_("referee’s note"), blank=True)
    history = audited_history()

    class Meta:
        ordering = ["round", "number"]
        verbose_name, verbose_name_plural = _("table"), _("tables")
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_once")]


class Seat(models.Model):
    """A player at a table; ``position`` from 1 is the playing order. Place and reason come from the confirmed sheet."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    #: Copy of the table's round, so that a database constraint can refuse to seat a player twice.
    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    entry = models.ForeignKey("tournament.Entry", models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=20, blank=True)
    #: Values of the game's chain as confirmed: {"points": 33, "turns": 18, ..., "lot": null}.
    values = models.JSONField(default=dict, blank=True)
    #: This player gave up during the game and is last of the table (AMB-35).
    is_abandoned = models.BooleanField(default=False)

    class Meta:
        ordering = ["table", "position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="seat_once_per_round"),
            models.UniqueConstraint(
                fields=["table", "place"], condition=models.Q(place__isnull=False), name="seat_place_once"
            ),
        ]


class StandingRow(models.Model):
    """A row of the standings frozen when the round closed. ``decided_by`` says what separates it from the next."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="standing_rows")
    entry = models.ForeignKey("tournament.Entry", models.PROTECT, related_name="standing_rows")
    position = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    seconds = models.PositiveSmallIntegerField()
    thirds = models.PositiveSmallIntegerField()
    lot = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=20, blank=True)
    #: Number of players equal on everything who drew lots with this one, itself included; 1 if none.
    tied = models.PositiveSmallIntegerField(default=1)
    #: Sum of the points at the tables so far; null where the version does not order by it (AMB-04).
    table_points = models.IntegerField(null=True, blank=True)
    #: The values before a correction, kept for reference.
    history = audited_history()

    class Meta:
        ordering = ["round", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="standing_position_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="standing_entry_once"),
        ]
