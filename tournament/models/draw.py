"""Draws as evidence: committed to before the inputs are closed, revealed with the outcome, never repeated."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history
from tournament.regulation.beacon import randomness_of


class Draw(models.Model):
    """One draw. ``commitment`` is public from the start; ``seed`` is secret until ``drawn_at``."""

    class Purpose(models.TextChoices):
        TABLES = "tables", _("tables of round 1")
        SEATS = "seats", _("seats")
        KINGDOM = "kingdom", _("kingdom")
        TABLE_LOTS = "table_lots", _("lots at a table")
        STANDINGS_LOTS = "standings_lots", _("lots of the standings")
        RANKING_LOTS = "ranking_lots", _("lots of the Ranking")

    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, blank=True, related_name="draws")
    season = models.ForeignKey("tournament.Season", models.CASCADE, null=True, blank=True, related_name="draws")
    purpose = models.CharField(max_length=16, choices=Purpose)
    #: Identifies the draw together with the purpose, e.g. "round-2" or "round-2/table-3".
    scope = models.CharField(max_length=60)
    commitment = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    word = models.CharField(_("word called out"), max_length=64, blank=True)
    inputs = models.JSONField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    by_hand = models.BooleanField(default=False)
    #: Written for draws by hand of earlier versions, and by files that give one.
    hand_reason = models.TextField(_("why it was drawn by hand"), blank=True)
    #: Who watched a draw by hand: {"player": "p03"} for somebody entered, {"name": "Elisa Dell'Orto"} for another.
    witnesses = models.JSONField(_("who watched it"), default=list, blank=True)
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: Set when the round was undone before any result: the draw is kept as evidence and its scope is free again.
    annulled_at = models.DateTimeField(null=True, blank=True)
    annulled_reason = models.TextField(blank=True)
    annulled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: Made before this version, with parts of the players' phones that are not kept: it cannot be recomputed.
    by_phones = models.BooleanField(default=False)
    #: The press that waited for the beacon; null for a draw with a word alone, or by hand.
    press = models.ForeignKey("tournament.DrawPress", models.SET_NULL, null=True, blank=True, related_name="draws")
    history = audited_history(excluded_fields=["seed", "witnesses"])

    #: The name of the draw in the language of a paper: ``printing`` sets it; not stored.
    title: str

    class Meta:
        ordering = ["committed_at", "pk"]
        verbose_name, verbose_name_plural = _("draw"), _("draws")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "purpose", "scope"], condition=Q(annulled_at__isnull=True), name="draw_once_per_event"
            ),
            models.UniqueConstraint(
                fields=["season", "purpose", "scope"],
                condition=Q(annulled_at__isnull=True, event__isnull=True),
                name="draw_once_per_season",
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=False) | Q(season__isnull=False), name="draw_belongs_somewhere"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("draw", args=[self.pk])

    @property
    def shown_word(self) -> str:
        """Return what decided the draw as people read it: «ombrello», or the beacon's round; empty by hand."""
        press = self.press
        if press is not None and press.signature and self.word == randomness_of(press.signature):
            return f"drand {press.round_number}"
        return gettext("“%(word)s”") % {"word": self.word} if self.word else ""


class DrawPress(models.Model):
    """One press of the button that draws: what it draws from, where its public word comes from, and until when.

    A press with a beacon waits for a round that did not exist yet when the row was stored; a job finishes it. Rows stay
    as evidence, those that were given up too.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DRAWN = "drawn", _("drawn")
        GIVEN_UP = "given_up", _("given up")

    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, blank=True, related_name="draw_presses")
    #: In place of the event: the season whose Ranking needs lots, and the act of its call-up that needs them.
    season = models.ForeignKey("tournament.Season", models.CASCADE, null=True, blank=True, related_name="draw_presses")
    act = models.JSONField(default=dict, blank=True, db_default={})
    #: What it forms: "round-2", "final"; "lots" where it only closes a round; "call-up" of a season.
    step = models.CharField(max_length=60)
    #: Number of the round that it closes first; null if none is open.
    closes = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Ids of the players present, and digest of the results, when it was pressed: nothing else is drawn from.
    inputs = models.JSONField(default=list, blank=True)
    results = models.CharField(max_length=64, blank=True)
    dates_reason = models.TextField(blank=True)
    #: What was drawn by hand, where the rest is drawn here: {"seats": [[entry, ...], ...], "witnesses": [...]}.
    by_hand = models.JSONField(default=dict, blank=True)
    #: The beacon's round, which did not exist yet, and the key of its chain; its signature once it is known.
    key = models.CharField(max_length=192)
    round_number = models.PositiveBigIntegerField(_("round of the beacon"))
    signature = models.CharField(max_length=96, blank=True)
    #: From then on a word can be typed in place of the beacon's round.
    until = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    #: Empty where the players or the results had changed meanwhile.
    given_up_reason = models.TextField(_("why it was given up"), blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    history = audited_history(excluded_fields=["inputs", "by_hand"])

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name, verbose_name_plural = _("press of a draw"), _("presses of a draw")
        constraints = [
            models.UniqueConstraint(fields=["event"], condition=Q(state="waiting"), name="one_open_draw"),
            models.UniqueConstraint(fields=["season"], condition=Q(state="waiting"), name="one_open_draw_of_season"),
            models.CheckConstraint(
                condition=Q(event__isnull=False) ^ Q(season__isnull=False), name="press_belongs_to_one"
            ),
        ]
