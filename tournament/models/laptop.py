"""Events that are played on a laptop without a network, and come back as a signed file."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.history import audited_history


class LaptopStay(models.Model):
    """One stay of an event on a laptop: on the site that it left, and on the laptop itself.

    While it is open exactly one of the two may change the event: the laptop, until it has made the file of the return.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("on the laptop")
        RETURNED = "returned", _("returned")
        GIVEN_UP = "given_up", pgettext_lazy("stay on a laptop", "given up")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="laptop_stays")
    #: The same on both sides.
    key = models.CharField(max_length=32, unique=True)
    #: Who takes the event along, and on which machine.
    holder = models.CharField(_("Who takes it, on which laptop"), max_length=120)
    #: Rows made on the laptop are numbered from here, so that none of them has the number of a row made elsewhere.
    first_number = models.PositiveBigIntegerField()
    #: Accounts that the file names: a returned row may name no other.
    accounts = models.JSONField(default=list)
    #: On the laptop alone: the site that the event belongs to, the key that signs the return, the rows as they came.
    home = models.URLField(blank=True)
    private_key = models.CharField(max_length=64, blank=True)
    content = models.JSONField(default=dict, blank=True)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Why it was given up, or is to be.
    reason = models.TextField(blank=True)
    #: From the event's first day on somebody else agrees to giving it up: who asks, and the role of who agreed.
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField(null=True, blank=True)
    agreed = models.JSONField(_("who agreed to giving it up"), null=True, blank=True)
    history = audited_history(excluded_fields=["private_key", "content", "accounts"])

    class Meta:
        ordering = ["started_at", "pk"]
        verbose_name, verbose_name_plural = _("stay on a laptop"), _("stays on a laptop")
        constraints = [
            models.UniqueConstraint(fields=["event"], condition=Q(outcome=""), name="one_open_stay"),
        ]

    def __str__(self) -> str:
        return self.holder
