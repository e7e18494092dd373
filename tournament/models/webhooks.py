"""Webhook endpoints, and the deliveries sent to each."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


class WebhookEndpoint(models.Model):
    """A URL that receives one event's facts, or every event's if ``event`` is null (only the Referent's).

    The secret that signs its deliveries is derived from ``salt`` with the server's secret key; only its SHA-256 is
    stored, so that read access to the database alone does not allow signing, and a changed server key is noticed.
    """

    class Paused(models.TextChoices):
        BY_HAND = "by_hand", _("paused by hand")
        FAILING = "failing", _("paused: it did not answer for days")

    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, blank=True, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    salt = models.CharField(max_length=32)
    secret_sha256 = models.CharField(max_length=64)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="webhooks")
    made_at = models.DateTimeField(auto_now_add=True)
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)
    paused_why = models.CharField(max_length=8, choices=Paused, blank=True)
    #: Whether it is notified of every change of what is public, not only of rounds and the homologation.
    every_change = models.BooleanField(_("every change"), default=False, db_default=False)
    #: Since when every delivery has failed; null if the last one succeeded.
    failing_since = models.DateTimeField(null=True, blank=True)
    history = audited_history(excluded_fields=["salt", "secret_sha256", "failing_since"])

    class Meta:
        ordering = ["pk"]
        verbose_name, verbose_name_plural = _("webhook"), _("webhooks")
        constraints = [
            models.UniqueConstraint(fields=["event", "url"], condition=Q(event__isnull=False), name="webhook_once"),
            models.UniqueConstraint(fields=["url"], condition=Q(event__isnull=True), name="webhook_of_all_once"),
        ]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One fact for one endpoint. ``uid`` and ``body`` stay the same in every attempt."""

    class Kind(models.TextChoices):
        TABLES_PUBLISHED = "tables.published", _("tables published")
        ROUND_CLOSED = "round.closed", _("round closed")
        EVENT_HOMOLOGATED = "event.homologated", _("event ratified")
        EVENT_CHANGED = "event.changed", _("event changed")
        TEST = "test", _("test")

    class State(models.TextChoices):
        WAITING = "waiting", _("on its way")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    endpoint = models.ForeignKey(WebhookEndpoint, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=20, choices=Kind)
    #: Identifies the fact, e.g. ``"round.closed:12"``: an endpoint receives it once.
    key = models.CharField(max_length=80)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: Attempts made before a manual resend: the retry delays start again from there.
    attempts_before = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField(null=True, blank=True)
    #: HTTP status of the last response; null if there was none.
    last_status = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Why the last attempt failed: a code of ``tournament.webhooks.errors``; empty if it succeeded.
    last_reason = models.CharField(max_length=40, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["endpoint", "key"], name="webhook_tells_once")]
