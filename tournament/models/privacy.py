"""Requests of people about their own data, and the receipt of what was done."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ErasureRequest(models.Model):
    """A player's request that their data be erased, carried out by the Referent.

    Once done it is an anonymous receipt.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        WITHDRAWN = "withdrawn", _("withdrawn")

    person = models.ForeignKey("tournament.Person", models.PROTECT, related_name="erasure_requests")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: After completion: how many rows of each kind were changed or removed, and what happened to the account.
    receipt = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["person"], condition=Q(state="waiting"), name="one_waiting_erasure"),
            models.UniqueConstraint(fields=["person"], condition=Q(state="done"), name="erased_once"),
        ]
