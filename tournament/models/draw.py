"""Draws as evidence: committed to before the inputs are closed, revealed with the outcome, never repeated."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


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
    hand_reason = models.TextField(_("why it was drawn by hand"), blank=True)
    #: Who agreed to recording it: {"accounts": ["referee"], "players": ["p03"]}; empty if no agreement was needed.
    hand_agreed = models.JSONField(_("who agreed to recording it"), default=dict, blank=True)
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: Set when the round was undone before any result: the draw is kept as evidence and its scope is free again.
    annulled_at = models.DateTimeField(null=True, blank=True)
    annulled_reason = models.TextField(blank=True)
    annulled_agreed = models.JSONField(_("who agreed to undoing it"), default=dict, blank=True)
    #: What server and phones put together: {"ceremony", "contributions"} as in an event file; null without a ceremony.
    ceremony = models.JSONField(null=True, blank=True)
    history = audited_history(excluded_fields=["seed", "ceremony"])

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


class DrawRequest(models.Model):
    """A request about a draw that needs a second person, pending until another person agrees (art. 1.5)."""

    class Kind(models.TextChoices):
        UNDO = "undo", _("undo a draw")
        BY_HAND = "by_hand", _("record a draw made by hand")
        STOP = "stop", _("stop a draw")
        WORD = "word", _("draw with the word alone")
        SEQUENCE = "sequence", _("draw with a sequence read out")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="draw_requests")
    kind = models.CharField(max_length=8, choices=Kind)
    #: The round to undo, or the one that would be formed.
    round_number = models.PositiveSmallIntegerField()
    is_final = models.BooleanField(default=False)
    #: For a manual draw: {"word", "seats": [[entry, ...], ...] or null, "kingdom": {"drawn", "rejected"} or null,
    #: "dates_reason"}. For the undoing of a round with a player who did not come: {"no_show": entry}.
    #: For a draw with the word alone: {"word", "dates_reason"}. With a sequence read out also
    #: {"witnesses": [entry, entry]}.
    facts = models.JSONField(default=dict, blank=True)
    reason = models.TextField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    history = audited_history(excluded_fields=["facts"])

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name, verbose_name_plural = _("request about a draw"), _("requests about draws")
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(done_at__isnull=True, withdrawn_at__isnull=True),
                name="one_open_draw_request",
            )
        ]


class DrawAgreement(models.Model):
    """Agreement by another person: an account with a role in the event, or a player on their private page."""

    request = models.ForeignKey(DrawRequest, models.CASCADE, related_name="agreements")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    entry = models.ForeignKey("tournament.Entry", models.CASCADE, null=True, blank=True, related_name="+")
    agreed_at = models.DateTimeField()
    #: Given through a link that who runs the event can open too, since it was printed at the desk or mailed to an
    #: address of theirs: noted, but it does not count.
    is_by_printed_link = models.BooleanField(_("through a printed link"), default=False)

    class Meta:
        ordering = ["agreed_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["request", "user"], name="account_agrees_once"),
            models.UniqueConstraint(fields=["request", "entry"], name="player_agrees_once"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, entry__isnull=True) | Q(user__isnull=True, entry__isnull=False),
                name="agreement_of_one",
            ),
        ]


class DrawChain(models.Model):
    """The seeds that the server committed to for all draws of an event, before the names were in."""

    event = models.OneToOneField("tournament.Event", models.CASCADE, related_name="draw_chain")
    #: The last seed of the chain; the others are its hashes (``tournament.regulation.ceremony.chain_seed``).
    secret = models.CharField(max_length=64)
    anchor = models.CharField(max_length=64)
    committed_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("seeds of a day"), _("seeds of the days")

    def __str__(self) -> str:
        return self.anchor


class DrawCeremony(models.Model):
    """One attempt of the ceremony of a step of the day. Failed attempts stay as evidence."""

    class Stage(models.IntegerChoices):
        COLLECTING = 1, _("collecting")
        REVEALING = 2, _("revealing")
        MADE = 3, _("made")
        FAILED = 4, _("failed")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="ceremonies")
    step = models.CharField(max_length=60)
    #: Which seed of the event's chain it uses up, from 1.
    number = models.PositiveSmallIntegerField()
    stage = models.PositiveSmallIntegerField(choices=Stage, default=Stage.COLLECTING)
    word = models.CharField(_("word called out"), max_length=64)
    dates_reason = models.TextField(blank=True)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField()
    #: When the list of commitments is fixed, and until when the nonces are awaited.
    closes_at = models.DateTimeField()
    reveal_by = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    #: Public key of the receipts, and the players present when the list was fixed.
    key = models.CharField(max_length=64)
    inputs = models.JSONField(default=list, blank=True)
    root = models.CharField(max_length=64, blank=True)
    #: Fixed with the list: hash of the results so far, the draws it may make, and the beacon's round, whose signature
    #: comes later: {"scheme", "key", "round", "signature", "previous_signature"}; null without a beacon.
    results = models.CharField(max_length=64, blank=True)
    promises = models.JSONField(default=list, blank=True)
    beacon = models.JSONField(null=True, blank=True)
    #: Ids of the two players who read out a sequence of dice or cards, which stands as the word.
    witnesses = models.JSONField(default=list, blank=True)
    #: Ids of those who did not reveal, where the attempt failed.
    missing = models.JSONField(default=list, blank=True)
    #: Seal of the attempt once it ended.
    seal = models.CharField(max_length=64, blank=True)
    history = audited_history()

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = _("attempt of a draw"), _("attempts of a draw")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="chain_seed_once"),
            models.UniqueConstraint(fields=["event"], condition=Q(stage__in=(1, 2)), name="one_open_ceremony"),
        ]


class DrawPart(models.Model):
    """The part of one phone in a ceremony: the commitment, and the nonce once it is revealed."""

    ceremony = models.ForeignKey(DrawCeremony, models.CASCADE, related_name="parts")
    entry = models.ForeignKey("tournament.Entry", models.CASCADE, related_name="draw_parts")
    commitment = models.CharField(max_length=64)
    nonce = models.CharField(max_length=64, blank=True)
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["entry__number"]
        verbose_name, verbose_name_plural = _("part of a phone"), _("parts of the phones")
        constraints = [models.UniqueConstraint(fields=["ceremony", "entry"], name="one_part_each")]


class DrawSeal(models.Model):
    """A step of the chain of an event's draws: each seal hashes the one before it. Rows are never changed."""

    class Act(models.TextChoices):
        MADE = "made", _("drawn with the phones")
        FAILED = "failed", _("failed")
        DRAWN = "drawn", _("drawn without the phones")
        ANNULLED = "annulled", _("annulled")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="draw_seals")
    #: Position in the chain, from 1.
    number = models.PositiveIntegerField()
    act = models.CharField(max_length=8, choices=Act)
    #: Step of an attempt, or scope of a draw; the purpose of a draw.
    scope = models.CharField(max_length=60)
    purpose = models.CharField(max_length=16, blank=True)
    #: What the seal holds beside the one before it: the root of an attempt, or the hash of a draw's record.
    content = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)
    sealed_at = models.DateTimeField()
    ceremony = models.OneToOneField(DrawCeremony, models.CASCADE, null=True, blank=True, related_name="step_sealed")

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = _("seal of a draw"), _("seals of the draws")
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_seal_each_step")]

    def __str__(self) -> str:
        return self.seal
